internal import CLinux
internal import Glibc
internal import Locking
internal import RunnerChannel

/// The regions, blobs and descriptors that have come over the socket, from the main thread to the loop's thread.
///
/// The host sends each of them before the order that needs it, but the two threads may see them the other way round.
final class Deliveries: Sendable {
  private struct Arrived: Sendable {
    var regions: [UInt32: SharedRegion] = [:]
    var blobs: [UInt64: [UInt8]] = [:]
    /// The descriptors of parcels, by their numbers.
    var parcels: [UInt64: [UInt32: KeptDescriptor]] = [:]
  }

  /// The time for something to come that was sent already, in milliseconds.
  private static let patience: CInt = 2000

  let socket: RunnerSocket
  private let arrived = Locked(Arrived())
  private let news: CInt

  init(_ socket: RunnerSocket) {
    self.socket = socket
    news = eventfd(0, hookswitch_eventfd_flags)
  }

  // MARK: the main thread

  /// Takes a message with a descriptor, and closes that; false when an intact host cannot have sent it.
  func take(_ message: RunnerSocket.Message) -> Bool {
    if message.type == .parcel { return keep(message) }
    defer { for descriptor in message.descriptors { close(descriptor) } }
    switch message.type {
    case .region:
      guard let body = try? message.body(RegionBody.self), body.bytes == UInt32(SharedRegion.bytes),
        let region = try? SharedRegion(descriptor: message.descriptors[0]),
        arrived.withLock({ $0.regions.updateValue(region, forKey: body.index) }) == nil
      else { return false }
    case .blob:
      guard let body = try? message.body(BlobBody.self), let bytes = Blob.read(message.descriptors[0], count: body.bytes) else {
        return false
      }
      arrived.withLock { $0.blobs[body.ticket] = bytes }
    default: return false
    }
    ring()
    return true
  }

  /// Keeps the descriptors of a parcel.
  private func keep(_ message: RunnerSocket.Message) -> Bool {
    let kept = message.descriptors.map { KeptDescriptor($0) }
    guard let body = try? message.body(ParcelBody.self), Int(body.count) == kept.count else { return false }
    arrived.withLock { arrived in
      for (place, descriptor) in kept.enumerated() {
        arrived.parcels[body.ticket, default: [:]][body.first &+ UInt32(place)] = descriptor
      }
    }
    ring()
    return true
  }

  private func ring() {
    var one: UInt64 = 1
    _ = write(news, &one, 8)
  }

  // MARK: the loop's thread

  /// The region of that number, which stays mapped; nil when none comes.
  func region(_ index: UInt32) -> SharedRegion? { wait { $0.regions[index] } }

  /// The bytes for an order; nil when none come.
  func blob(_ ticket: UInt64) -> [UInt8]? { wait { $0.blobs.removeValue(forKey: ticket) } }

  /// The descriptors of an order, by their numbers; nil when they do not come.
  func descriptors(_ ticket: UInt64, count: Int) -> [KeptDescriptor]? {
    guard count > 0 else { return [] }
    return wait { arrived in
      guard let parcel = arrived.parcels[ticket], parcel.count >= count else { return nil }
      arrived.parcels[ticket] = nil
      return (0..<UInt32(count)).compactMap { parcel[$0] }
    }
    .flatMap { $0.count == count ? $0 : nil }
  }

  /// The socket to the other version that comes with an order; nil when it does not come.
  func link(_ ticket: UInt64) -> KeptDescriptor? { wait { $0.parcels[ticket]?.removeValue(forKey: ParcelBody.link) } }

  private func wait<Thing: Sendable>(_ find: (inout Arrived) -> Thing?) -> Thing? {
    while true {
      if let found = arrived.withLock({ find(&$0) }) { return found }
      var wanted = pollfd(fd: news, events: Int16(POLLIN), revents: 0)
      let count = poll(&wanted, 1, Self.patience)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      var arrivals: UInt64 = 0
      _ = read(news, &arrivals, 8)
    }
  }

  /// Sends the bytes of an answer ahead of it; false when there is no memory, or the host does not read its socket.
  func send(_ bytes: [UInt8], for ticket: UInt64) -> Bool {
    guard let descriptor = Blob.make(bytes) else { return false }
    defer { close(descriptor) }
    return socket.send(.blob, BlobBody(ticket: ticket, bytes: UInt64(bytes.count)), descriptors: [descriptor])
  }

  /// Sends descriptors ahead of an answer; false when the host does not read its socket.
  func send(_ descriptors: [KeptDescriptor], from first: Int, for ticket: UInt64) -> Bool {
    var start = 0
    while start < descriptors.count {
      let part = descriptors[start..<min(start + ParcelBody.most, descriptors.count)]
      let body = ParcelBody(ticket: ticket, first: UInt32(first + start), count: UInt32(part.count))
      guard socket.send(.parcel, body, descriptors: part.map(\.number)) else { return false }
      start += part.count
    }
    return true
  }
}
