import Foundation

/// A media port of a far end, which records the RTP packets it receives.
final class SoundSocket: Sendable {
  let port: UInt16
  /// The payload types of the received packets, in order.
  let types = Tape<UInt8>()
  /// The received packets, in order.
  let packets = Tape<[UInt8]>()
  private let file: Int32

  init?(_ host: String = "127.0.0.1") {
    file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, host, &address.sin_addr)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let found = withUnsafeMutableBytes(of: &address) { [file] bytes -> UInt16? in
      guard let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), bind(file, place, size) == 0,
        getsockname(file, place, &size) == 0
      else { return nil }
      return UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port)
    }
    guard let found else {
      close(file)
      return nil
    }
    port = found
    Thread.detachNewThread { [file, types, packets] in
      var room = [UInt8](repeating: 0, count: 2048)
      while true {
        let bytes = recv(file, &room, room.count, 0)
        if bytes <= 0 { break }
        if bytes >= 12 {
          types.add(room[1] & 0x7F)
          packets.add(Array(room[..<bytes]))
        }
      }
      close(file)
    }
  }

  deinit {
    // Wakes the thread, which closes the socket.
    shutdown(file, Int32(SHUT_RDWR))
  }

  /// Returns the digits of complete events (RFC 4733) with this payload type.
  func digits(_ type: UInt8 = 101) -> String {
    var ended: Set<[UInt8]> = []
    var digits = ""
    for packet in packets.entries where packet[1] & 0x7F == type && packet.count >= 16 && packet[13] & 0x80 != 0 {
      if ended.insert(Array(packet[4..<8])).inserted { digits.append(Array("0123456789*#ABCD")[Int(packet[12] & 15)]) }
    }
    return digits
  }

  /// The number of times that A-law audio began after silence.
  var bursts: Int {
    let isLoud = packets.entries.filter { $0[1] & 0x7F == 8 }.map { $0.dropFirst(12).contains { $0 | 0x80 != 0xD5 } }
    return zip([false] + isLoud, isLoud).count { !$0 && $1 }
  }

  /// Returns true when a packet of this type has come or comes within the limit.
  func hears(_ type: UInt8, within limit: Duration = .seconds(5)) async -> Bool {
    await types.first(within: limit) { $0 == type ? true : nil } ?? false
  }
}
