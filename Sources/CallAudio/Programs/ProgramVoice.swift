internal import CMediaThread

/// The samples and marks that a program has written, on their way into the mixer.
///
/// At most one frame lies in the ring that the mixer empties; all others wait in the queue, so that a flush or a pause takes effect with
/// the next tick. The position counts what the mixer took, by the mixer's own count. The owner's lock guards every call.
package struct ProgramVoice: Sendable {
  /// A frame in the ring, as the program wrote it.
  struct Flight: Sendable {
    /// The number of samples written before it.
    var start: Int64
    var samples: [Int16]
    /// True when silence fills the rest of the frame.
    var isPadded: Bool
    /// True when a flush or a pause took it back, if the mixer has not taken it already.
    var isVoid = false
    /// True when its samples go back to the queue.
    var returns = false
    /// True when the mixer took it and it was counted, but its slot is not free yet.
    var isCounted = false

    /// The samples that still wait.
    var waiting: Int { isCounted || (isVoid && !returns) ? 0 : samples.count }
  }

  /// A mark, behind so many samples written.
  struct Mark: Sendable {
    var name: String
    var place: Int64
  }

  /// The limit on marks that wait.
  package static let marks = 1_024

  let limit: Int
  /// The samples that wait when the queue counts as full, which the owner is told.
  let fullMark: Int
  let samplesPerFrame: Int
  var balance: LiveBalance?
  var queue = SampleRing()
  var pending: [Mark] = []
  var flights: [Flight] = []
  var written: Int64 = 0
  /// True from the first sample written to the drain or the flush.
  var isTalking = false
  /// The ticks in a row of a live sentence for which no sample waited.
  var emptyTurns = 0
  var isFull = false
  private(set) var leg: AudioLeg?
  var bridge: RateBridge?
  /// The frames that the mixer took from the leg, as far as they were assigned to frames put.
  var assigned: UInt64 = 0
  /// The mixer's count of missing frames after the last frame put; nil while no frame lies in the ring.
  var missing: UInt64?
  var figures = VoiceFigures()
  /// True between `pause` and `resume`.
  package internal(set) var isPaused = false
  /// The events since the owner last took them.
  package var notes: [VoiceNote] = []

  /// Creates an empty voice.
  ///
  /// - Parameters:
  ///   - rate: The program's samples per second.
  ///   - limit: The samples that may wait.
  ///   - surplus: The samples that are still taken above the limit.
  ///   - live: The samples that may wait with a live program; nil for one that is not.
  package init(rate: Int, limit: Int, surplus: Int = 0, live: Int?) {
    samplesPerFrame = rate / 50
    self.limit = limit + surplus
    fullMark = limit
    balance = live.map { LiveBalance(limit: $0, rate: rate) }
  }

  /// The figures so far.
  package var status: VoiceFigures {
    var status = figures
    status.queued = Int64(waiting)
    return status
  }

  /// The samples that wait, those in the ring included.
  var waiting: Int { flights.reduce(queue.count) { $0 + $1.waiting } }

  /// True when a frame of this leg would be put.
  package var isConnected: Bool { leg != nil }

  /// Counts the frames that the mixer took meanwhile.
  package mutating func refresh() { settle() }

  // MARK: Rings

  /// Connects the voice to a leg, whose rings no other producer fills.
  package mutating func connect(_ leg: AudioLeg, _ bridge: RateBridge?) {
    disconnect()
    self.leg = leg
    self.bridge = bridge
    assigned = leg.counters.taken
    missing = nil
  }

  /// Disconnects the voice; the frame in the ring goes back to the queue.
  package mutating func disconnect() {
    settle()
    takeBack(returning: true)
    leg = nil
    bridge = nil
    missing = nil
    leave(flights.count, taken: 0)
  }

  // MARK: The program's side

  /// Queues samples and returns how many; a live program's oldest samples make room.
  package mutating func write(_ samples: UnsafeBufferPointer<Int16>) -> Int {
    guard !samples.isEmpty else { return 0 }
    if let balance { return writeLive(samples, balance) }
    let taken = max(0, min(samples.count, limit - waiting))
    add(UnsafeBufferPointer(rebasing: samples[..<taken]))
    if waiting >= fullMark, !isFull {
      isFull = true
      note(.full)
    }
    return taken
  }

  private mutating func writeLive(_ samples: UnsafeBufferPointer<Int16>, _ balance: LiveBalance) -> Int {
    add(samples)
    if queue.count > balance.most { skip(queue.count - balance.limit) }
    return samples.count
  }

  private mutating func add(_ samples: UnsafeBufferPointer<Int16>) {
    guard !samples.isEmpty else { return }
    isTalking = true
    queue.append(samples)
    written += Int64(samples.count)
  }

  /// Queues all samples, or none when they do not fit.
  package mutating func writeWhole(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
    guard samples.count <= room else { return false }
    return write(samples) == samples.count
  }

  /// The samples that can be written now.
  package var room: Int { max(0, (balance?.most ?? limit) - waiting) }

  /// True when a mark can be set.
  package var hasRoomForMark: Bool { pending.count < Self.marks }

  /// Sets a mark behind the samples written so far; false when too many marks wait.
  package mutating func mark(_ name: String) -> Bool {
    settle()
    guard waiting > 0 else {
      note(.mark(name, isFlushed: false))
      return true
    }
    guard pending.count < Self.marks else { return false }
    pending.append(Mark(name: name, place: written))
    return true
  }

  /// Voids everything that waits; the mixer takes nothing of it from the next tick on.
  ///
  /// A frame that the present tick has begun to mix is still sent.
  package mutating func flush() {
    settle()
    takeBack(returning: false)
    queue.drop(queue.count)
    for mark in pending { note(.mark(mark.name, isFlushed: true)) }
    pending = []
    isTalking = false
    emptyTurns = 0
    balance?.restart()
    bridge?.reset()
    tellRoom()
  }

  /// Stops the queue, or lets it go on; silence is sent from the next tick on.
  package mutating func setPaused(_ isPaused: Bool) {
    settle()
    guard isPaused != self.isPaused else { return }
    self.isPaused = isPaused
    emptyTurns = 0
    if isPaused { takeBack(returning: true) }
  }

  // MARK: Figures and events

  mutating func note(_ kind: VoiceNote.Kind, at position: Int64? = nil) {
    notes.append(VoiceNote(kind: kind, position: position ?? figures.position))
  }

  mutating func tellRoom() {
    guard isFull, waiting <= fullMark * 4 / 5 else { return }
    isFull = false
    note(.room)
  }

  /// Leaves out the oldest samples of a live program; their marks count as flushed.
  mutating func skip(_ count: Int) {
    // Frames on their way back are older than the queue.
    for place in flights.indices where flights[place].returns {
      flights[place].returns = false
      figures.skipped += Int64(flights[place].samples.count)
    }
    queue.drop(count)
    figures.skipped += Int64(count)
    let oldest = written - Int64(queue.count)
    let gone = pending.prefix { $0.place <= oldest && !flights.contains(where: { $0.waiting > 0 }) }
    for mark in gone { note(.mark(mark.name, isFlushed: true)) }
    pending.removeFirst(gone.count)
  }
}
