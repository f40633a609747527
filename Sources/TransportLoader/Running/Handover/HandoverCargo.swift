internal import Glibc
package import RunnerChannel
internal import TransportABI

/// The things that one version of a transport hands over to another.
///
/// They may contain keys: nothing of them is logged, or written to a file.
package struct HandoverCargo: Sendable {
  /// The bytes that the plugin has written.
  package var bytes: [UInt8] = []
  /// The descriptors by their numbers in the parcel.
  package var descriptors: [KeptDescriptor] = []
  /// A datagram socket to the other version; nil without one.
  package var link: KeptDescriptor?

  /// Makes an empty cargo.
  package init() {}

  /// Makes the two ends of the socket between the versions; nil when no descriptor is left.
  package static func links() -> (old: KeptDescriptor, new: KeptDescriptor)? {
    var sockets: [CInt] = [-1, -1]
    let kind = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else { return nil }
    return (KeptDescriptor(sockets[0]), KeptDescriptor(sockets[1]))
  }
}

/// A cargo as a plugin sees it while one of its functions runs: `hsw_parcel`. [loop]
final class HandoverParcel {
  private(set) var cargo: HandoverCargo
  private var position = 0
  private var taken: Set<UInt32> = []

  init(_ cargo: HandoverCargo) { self.cargo = cargo }

  /// Runs `body` with the parcel of an old version, which writes.
  func lendForWriting<Result>(_ body: (UnsafePointer<hsw_parcel>) -> Result) -> Result {
    var table = emptyTable
    (table.write, table.put_fd) = (parcelWrite, parcelPutDescriptor)
    return withExtendedLifetime(self) { body(&table) }
  }

  /// Runs `body` with the parcel of a new version, which reads.
  func lendForReading<Result>(_ body: (UnsafePointer<hsw_parcel>) -> Result) -> Result {
    var table = emptyTable
    (table.read, table.take_fd) = (parcelRead, parcelTakeDescriptor)
    return withExtendedLifetime(self) { body(&table) }
  }

  private var emptyTable: hsw_parcel {
    var table = hsw_parcel()
    table.size = UInt32(MemoryLayout<hsw_parcel>.size)
    table.ctx = Unmanaged.passUnretained(self).toOpaque()
    table.link = cargo.link?.number ?? -1
    return table
  }

  // MARK: the functions of the table

  fileprivate func write(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    guard cargo.bytes.count + bytes.count <= Int(HSW_PARCEL_MAX) else { return Int64(HSW_E_RANGE) }
    cargo.bytes += bytes
    return Int64(bytes.count)
  }

  fileprivate func put(_ descriptor: CInt) -> Int32 {
    guard cargo.descriptors.count < HandoverBody.mostDescriptors else { return HSW_E_RANGE }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return errno == EBADF ? HSW_E_INVAL : HSW_E_FAIL }
    cargo.descriptors.append(KeptDescriptor(copy))
    return Int32(cargo.descriptors.count - 1)
  }

  fileprivate func read(_ room: UnsafeMutableRawBufferPointer) -> Int64 {
    let count = min(room.count, cargo.bytes.count - position)
    cargo.bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
    position += count
    return Int64(count)
  }

  fileprivate func take(_ index: UInt32) -> Int32 {
    guard index < cargo.descriptors.count else { return HSW_E_RANGE }
    guard taken.insert(index).inserted else { return HSW_E_STALE }
    let copy = fcntl(cargo.descriptors[Int(index)].number, F_DUPFD_CLOEXEC, 0)
    return copy >= 0 ? copy : HSW_E_FAIL
  }
}

private func withParcel<Result>(_ context: UnsafeMutableRawPointer?, else failure: Result, _ body: (HandoverParcel) -> Result) -> Result {
  guard let context else { return failure }
  return Unmanaged<HandoverParcel>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
}

private func parcelWrite(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer, _ count: Int) -> Int64 {
  guard count >= 0 else { return Int64(HSW_E_INVAL) }
  return withParcel(context, else: Int64(HSW_E_INVAL)) { $0.write(UnsafeRawBufferPointer(start: bytes, count: count)) }
}

private func parcelPutDescriptor(_ context: UnsafeMutableRawPointer?, _ descriptor: CInt) -> Int32 {
  withParcel(context, else: HSW_E_INVAL) { $0.put(descriptor) }
}

private func parcelRead(_ context: UnsafeMutableRawPointer?, _ room: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
  guard count >= 0 else { return Int64(HSW_E_INVAL) }
  return withParcel(context, else: Int64(HSW_E_INVAL)) { $0.read(UnsafeMutableRawBufferPointer(start: room, count: count)) }
}

private func parcelTakeDescriptor(_ context: UnsafeMutableRawPointer?, _ index: UInt32) -> Int32 {
  withParcel(context, else: HSW_E_INVAL) { $0.take(index) }
}
