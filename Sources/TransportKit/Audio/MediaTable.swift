internal import TransportABI

/// The tasks that run at an instance's ticks.
///
/// The loop changes it while no tick runs: the ABI allows none during attach, detach, reset and destroy. A tick reads only plain addresses,
/// so that the [media] thread counts no references.
final class MediaTable {
  /// The task of one call.
  struct Seat {
    var call: UInt64
    var port: AudioPort
    var memory: StreamMemory
    var type: any MediaStream.Type
  }

  /// The table that a tick reads.
  struct Seats {
    var first: UnsafeMutablePointer<Seat>
    var count = 0
    var room: Int
  }

  private let seats: UnsafeMutablePointer<Seats>
  /// The attached calls; nil for those that a thread of the transport serves.
  private var tasks: [UInt64: MediaTask?] = [:]

  init() {
    seats = .allocate(capacity: 1)
    seats.initialize(to: Seats(first: .allocate(capacity: 1), room: 1))
  }

  deinit {
    seats.pointee.first.deallocate()
    seats.deallocate()
  }

  /// All attached calls, the oldest handle first.
  var attached: [UInt64] { tasks.keys.sorted() }

  /// The attached calls that a thread of the transport serves, the oldest handle first.
  var servedElsewhere: [UInt64] { tasks.filter { $0.value == nil }.keys.sorted() }

  func isAttached(_ call: UInt64) -> Bool { tasks[call] != nil }

  /// Adds a call.
  func attach(_ call: UInt64, _ port: AudioPort, _ task: MediaTask?) {
    tasks[call] = .some(task)
    guard let task else { return }
    if seats.pointee.count == seats.pointee.room { grow() }
    (seats.pointee.first + seats.pointee.count).initialize(
      to: Seat(call: call, port: port, memory: task.memory, type: task.type))
    seats.pointee.count += 1
  }

  /// Removes a call.
  func detach(_ call: UInt64) {
    guard let task = tasks.removeValue(forKey: call), task != nil else { return }
    let seats = seats
    for index in 0..<seats.pointee.count where seats.pointee.first[index].call == call {
      seats.pointee.count -= 1
      if index != seats.pointee.count { seats.pointee.first[index] = seats.pointee.first[seats.pointee.count] }
      return
    }
  }

  /// Runs one frame of every task. [media]
  func tick(at time: UInt64) {
    let (first, count) = (seats.pointee.first, seats.pointee.count)
    for index in 0..<count {
      let seat = first + index
      seat.pointee.type.step(seat.pointee.memory, seat.pointee.port, at: time)
    }
  }

  private func grow() {
    let old = seats.pointee
    let room = 2 * old.room
    let first = UnsafeMutablePointer<Seat>.allocate(capacity: room)
    first.moveInitialize(from: old.first, count: old.count)
    old.first.deallocate()
    seats.pointee = Seats(first: first, count: old.count, room: room)
  }
}
