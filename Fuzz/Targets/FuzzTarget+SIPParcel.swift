#if HOOKSWITCH_SIP
  internal import Glibc
  @testable internal import SIP
  internal import TransportABI
  @testable internal import TransportKit

  extension FuzzTarget {
    /// Reads what another version of the SIP transport hands over, with descriptors of any kind.
    static let sipParcel = FuzzTarget(name: "sip-parcel") { bytes in
      let pair = ParcelSockets()
      var table = hsw_parcel()
      table.link = pair.link
      table.take_fd = { _, index in ParcelSockets.make(index) }
      do throws(TransportError) {
        let place = try HandedPlace(ParcelReader(bytes, format: 1, from: table))
        precondition(place.port > 0, "a place without a port")
        guard let sockets = place.sockets else { return }
        precondition(!sockets.sockets.isEmpty && sockets.calls.count % 16 == 0, "a list that is cut short")
      } catch {
        precondition(!error.message.isEmpty, "a refusal without a reason")
      }
    }
  }

  /// The descriptors of a parcel.
  private final class ParcelSockets {
    let link: Int32

    init() { link = Self.make(3) }
    deinit { close(link) }

    /// Makes a descriptor: by its index a socket of datagrams, one that listens, one that does not, a local one, a file, or none.
    static func make(_ index: UInt32) -> Int32 {
      switch index % 6 {
      case 0: return bound(SOCK_DGRAM, listens: false)
      case 1: return bound(SOCK_STREAM, listens: true)
      case 2: return bound(SOCK_STREAM, listens: false)
      case 3: return socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      case 4: return open("/dev/null", O_RDONLY | O_CLOEXEC)
      default: return HSW_E_RANGE
      }
    }

    /// Binds a socket to port 5099 of the loopback address, or to any port when that is taken.
    private static func bound(_ type: __socket_type, listens: Bool) -> Int32 {
      let file = socket(AF_INET, Int32(type.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      for port in [UInt16(5099), 0] {
        address.sin_port = port.bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        if status == 0 { break }
      }
      if listens { listen(file, 1) }
      return file
    }
  }
#endif
