internal import Glibc
internal import TransportABI

/// The bytes and descriptors that cross in a handover, as the kit's host keeps them: `hsw_parcel`.
///
/// Used on the loop only. It owns its descriptors, and closes them when it goes.
package final class ParcelBox {
  /// The bytes, those of prepare first.
  package var bytes: [UInt8]
  /// The most bytes that one write or read passes.
  package var portion = Int.max
  /// The number of bytes from which on the host takes no more.
  package var limit = Int.max
  /// The first misuse of its functions, in one sentence.
  package private(set) var misuse: String?
  private var descriptors: [CInt] = []
  /// The ends of the link between the two instances: the old one's and the new one's.
  private let links: [CInt]
  private let loop: VirtualLoop
  private var position = 0
  private var taken: Set<UInt32> = []
  private var isLent = false

  /// Makes a parcel with these bytes, for instances on that loop.
  package init(_ loop: VirtualLoop, bytes: [UInt8] = []) {
    self.loop = loop
    self.bytes = bytes
    let kind = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    links = ExecutorProcess.socketPair(kind)
  }

  deinit {
    LentStreams.takeBack(self)
    for fd in descriptors + links where fd >= 0 { ExecutorProcess.closeThere(fd) }
  }

  /// The number of descriptors in it.
  package var count: Int { descriptors.count }

  /// Returns a parcel with other bytes and copies of the first `count` descriptors, for another try.
  package func copy(bytes: [UInt8], descriptors count: Int = .max) -> ParcelBox {
    let copy = ParcelBox(loop, bytes: bytes)
    copy.portion = portion
    copy.descriptors = descriptors.prefix(count).map { ExecutorProcess.duplicate($0) }
    return copy
  }

  /// Returns a parcel with other bytes and as many descriptors, each of the file at that path, for another try.
  package func copy(bytes: [UInt8], of path: String) -> ParcelBox {
    let copy = self.copy(bytes: bytes, descriptors: 0)
    copy.descriptors = descriptors.map { _ in ExecutorProcess.openFile(path) }
    return copy
  }

  /// Drops what was added since the parcel had that many bytes and descriptors, as after a give that failed.
  func cut(bytes: Int, descriptors count: Int) {
    self.bytes.removeLast(max(0, self.bytes.count - bytes))
    while descriptors.count > count { ExecutorProcess.closeThere(descriptors.removeLast()) }
  }

  /// Lends the table of an old instance, which writes, for one plugin function.
  func lentForWriting<Result>(by lender: Lender, _ body: (UnsafePointer<hsw_parcel>) -> Result) -> Result {
    lent(by: lender, hsw_parcel(link: links[0], write: parcelBoxWrite, put_fd: parcelBoxPut), body)
  }

  /// Lends the table of a new instance, which reads, for one plugin function.
  func lentForReading<Result>(by lender: Lender, _ body: (UnsafePointer<hsw_parcel>) -> Result) -> Result {
    lent(by: lender, hsw_parcel(link: links[1], read: parcelBoxRead, take_fd: parcelBoxTake), body)
  }

  private func lent<Result>(by lender: Lender, _ table: hsw_parcel, _ body: (UnsafePointer<hsw_parcel>) -> Result) -> Result {
    var table = table
    table.flags = lender.shape.unknownFlags
    table.ctx = LentStreams.lend(self)
    isLent = true
    defer { isLent = false }
    let lent = lender.sized(table)
    if let first = MemoryLayout<hsw_parcel>.offset(of: \.write) {
      ExecutorProcess.lendAll(UnsafeMutableRawPointer(lent), from: first, to: first + 4 * MemoryLayout<UInt>.size)
    }
    return withExtendedLifetime(self) { body(UnsafePointer(lent)) }
  }

  // MARK: the functions of the table

  fileprivate func write(_ start: UnsafeRawPointer, _ count: Int) -> Int64 {
    guard mayUse("write"), count >= 0 else { return Int64(HSW_E_INVAL) }
    guard bytes.count < limit else { return Int64(HSW_E_FAIL) }
    guard bytes.count + count <= Int(HSW_PARCEL_MAX) else { return Int64(HSW_E_RANGE) }
    let given = min(count, portion, limit - bytes.count)
    bytes += ForeignMemory.bytes(start, given)
    return Int64(given)
  }

  fileprivate func put(_ descriptor: CInt) -> Int32 {
    guard mayUse("put_fd") else { return HSW_E_INVAL }
    guard ExecutorProcess.isOpen(descriptor) else { return HSW_E_INVAL }
    let copy = ExecutorProcess.duplicate(descriptor)
    guard copy >= 0 else { return HSW_E_FAIL }
    descriptors.append(copy)
    return Int32(descriptors.count - 1)
  }

  fileprivate func read(_ room: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
    guard mayUse("read"), count >= 0 else { return Int64(HSW_E_INVAL) }
    let given = bytes[position...].prefix(min(count, portion))
    given.withUnsafeBytes { ForeignMemory.write($0, to: room) }
    position += given.count
    return Int64(given.count)
  }

  fileprivate func take(_ index: UInt32) -> Int32 {
    guard mayUse("take_fd") else { return HSW_E_INVAL }
    guard index < descriptors.count else { return HSW_E_RANGE }
    guard taken.insert(index).inserted else { return HSW_E_STALE }
    let copy = ExecutorProcess.duplicate(descriptors[Int(index)])
    return copy >= 0 ? copy : HSW_E_FAIL
  }

  private func mayUse(_ function: String) -> Bool {
    let flaw: String? =
      !loop.isCurrent
      ? "was called from a thread that is not the instance's"
      : isLent ? nil : "was called after the function that got the parcel had returned"
    if let flaw, misuse == nil { misuse = "hsw_parcel.\(function) \(flaw)" }
    return flaw == nil
  }

  /// Fails if the plugin has misused a function, or has closed its end of the link.
  package func requireProperUse() throws {
    if let misuse { throw TestFailure(misuse) }
    guard links.allSatisfy({ $0 < 0 || ExecutorProcess.isOpen($0) }) else {
      throw TestFailure("hsw_parcel.link was closed by the plugin; it is the host's")
    }
  }
}

private func box(_ context: UnsafeMutableRawPointer?) -> ParcelBox? {
  LentStreams.found(context, as: ParcelBox.self)
}

private func parcelBoxWrite(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafeRawPointer, _ count: Int) -> Int64 {
  box(context)?.write(bytes, count) ?? Int64(HSW_E_INVAL)
}

private func parcelBoxPut(_ context: UnsafeMutableRawPointer?, _ descriptor: CInt) -> Int32 { box(context)?.put(descriptor) ?? HSW_E_INVAL }

private func parcelBoxRead(_ context: UnsafeMutableRawPointer?, _ room: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
  box(context)?.read(room, count) ?? Int64(HSW_E_INVAL)
}

private func parcelBoxTake(_ context: UnsafeMutableRawPointer?, _ index: UInt32) -> Int32 { box(context)?.take(index) ?? HSW_E_INVAL }

extension hsw_parcel {
  /// Makes a table with these functions; the others are NULL.
  fileprivate init(
    link: CInt, write: (@convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Int64)? = nil,
    put_fd: (@convention(c) (UnsafeMutableRawPointer?, CInt) -> Int32)? = nil,
    read: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Int64)? = nil,
    take_fd: (@convention(c) (UnsafeMutableRawPointer?, UInt32) -> Int32)? = nil
  ) {
    self.init()
    (self.link, self.write, self.put_fd, self.read, self.take_fd) = (link, write, put_fd, read, take_fd)
  }
}
