import Glibc
import TransportABI

/// The host's side of a parcel: it takes and gives the bytes in small pieces.
final class TestParcel {
  var bytes: [UInt8] = []
  private(set) var descriptors: [Int32] = []
  private var taken: Set<UInt32> = []
  private var position = 0
  /// The socket to the other instance; -1 for none.
  var link: Int32 = -1
  /// The most bytes that the parcel holds.
  var room = Int(HSW_PARCEL_MAX)

  deinit { for descriptor in descriptors { close(descriptor) } }

  init() {}

  /// A parcel with these bytes, to read.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A parcel of the same descriptors with other bytes, to read.
  init(copying other: TestParcel, _ bytes: [UInt8]) {
    self.bytes = bytes
    for descriptor in other.descriptors { _ = put(descriptor) }
    link = other.link
  }

  /// The number of descriptors that the reader has taken.
  var takenCount: Int { taken.count }

  func lent<Result>(_ body: (UnsafePointer<hsw_parcel>) -> Result) -> Result {
    var table = hsw_parcel()
    table.ctx = Unmanaged.passUnretained(self).toOpaque()
    table.link = link
    table.write = { context, bytes, count in TestParcel.at(context).write(UnsafeRawBufferPointer(start: bytes, count: count)) }
    table.put_fd = { context, descriptor in TestParcel.at(context).put(descriptor) }
    table.read = { context, room, count in TestParcel.at(context).read(UnsafeMutableRawBufferPointer(start: room, count: count)) }
    table.take_fd = { context, index in TestParcel.at(context).take(index) }
    let lent = Lent(table)
    defer { lent.takeBack() }
    return withExtendedLifetime(self) { body(UnsafePointer(lent.pointer)) }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> TestParcel {
    Unmanaged<TestParcel>.fromOpaque(context!).takeUnretainedValue()
  }

  private func write(_ piece: UnsafeRawBufferPointer) -> Int64 {
    guard bytes.count + piece.count <= room else { return Int64(HSW_E_RANGE) }
    let count = min(piece.count, 1000)
    bytes += piece.prefix(count)
    return Int64(count)
  }

  private func put(_ descriptor: Int32) -> Int32 {
    descriptors.append(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
    return Int32(descriptors.count - 1)
  }

  private func read(_ room: UnsafeMutableRawBufferPointer) -> Int64 {
    let count = min(room.count, bytes.count - position, 1000)
    bytes.withUnsafeBytes { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + count])) }
    position += count
    return Int64(count)
  }

  private func take(_ index: UInt32) -> Int32 {
    guard index < descriptors.count else { return HSW_E_RANGE }
    guard taken.insert(index).inserted else { return HSW_E_STALE }
    return fcntl(descriptors[Int(index)], F_DUPFD_CLOEXEC, 0)
  }
}

extension Rig {
  private var handover: hsw_handover { find(HSW_EXT_HANDOVER)! }

  func prepare(_ parcel: TestParcel, by way: UInt32 = HSW_HANDOVER_CALLS) -> hsw_status {
    parcel.lent { handover.prepare!(context, way, $0) }
  }

  func give(_ parcel: TestParcel, by way: UInt32 = HSW_HANDOVER_CALLS) -> hsw_status { parcel.lent { handover.give!(context, way, $0) } }

  /// Has a new instance take; returns its status and the reason.
  func take(_ parcel: TestParcel, by way: UInt32 = HSW_HANDOVER_CALLS) -> (status: hsw_status, sentence: String) {
    let why = Lent(hsw_why())
    let status = parcel.lent { handover.take!(context, way, $0, why.pointer) }
    return (status, why.pointer.pointee.sentence)
  }

  func settle(_ outcome: UInt32) { handover.settle!(context, outcome) }

  /// Gives; while the instance is busy, tries again for 5 s, as a host does: a signal of another test's Loopback may be under way.
  private func giveWhenFree(_ parcel: TestParcel, by way: UInt32) -> hsw_status {
    let end = ContinuousClock.now + .seconds(5)
    while true {
      let status = give(parcel, by: way)
      guard status == HSW_E_BUSY, ContinuousClock.now < end else { return status }
      sched_yield()
    }
  }

  /// Hands the instance over to a new one, which begins to work; both run at the same virtual time.
  ///
  /// - Parameter attach: Attaches the audio of the calls, before the outcome is known.
  func handedOver(
    _ configuration: String = "", way: UInt32 = HSW_HANDOVER_CALLS, parcel: TestParcel = TestParcel(),
    attach: (Rig) throws -> Void = { _ in }
  ) throws -> Rig {
    guard prepare(parcel, by: way) == HSW_OK, giveWhenFree(parcel, by: way) == HSW_OK else {
      throw Refusal(status: HSW_E_FAIL, sentence: "give")
    }
    let new = try taker(configuration)
    let (status, sentence) = new.take(parcel, by: way)
    guard status == HSW_OK else { throw Refusal(status: status, sentence: sentence) }
    try new.step(new.table.pointee.activate)
    try attach(new)
    new.settle(HSW_HANDOVER_TAKEN)
    settle(HSW_HANDOVER_TAKEN)
    return new
  }

  /// Makes a new instance that can take, at the same virtual time; its actions and handles go on from this one's.
  func taker(_ configuration: String = "") throws -> Rig {
    let new = try Rig(plugin, id: kind, configuration, host: TestHost(after: host, logs: true), activate: false)
    new.goOn(from: self)
    try new.step(new.table.pointee.`init`)
    return new
  }
}
