internal import CMediaThread

/// The exchange with the mixer.
extension ProgramVoice {
  /// Moves the voice on, once after every tick: counts what the mixer took, and puts the next frame.
  ///
  /// - Parameter isFlowing: False while the call hears nothing; the queue then stands still.
  package mutating func turn(isFlowing: Bool, at time: UInt64) {
    settle()
    noteLateTurn()
    if isTalking, waiting == 0, balance == nil { drain() }
    tellRoom()
    if isFlowing, !isPaused, let leg { put(into: leg, at: time) }
    guard var balance else { return }
    if isFlowing, !isPaused, isTalking {
      let surplus = balance.passed(waiting: queue.count)
      self.balance = balance
      if surplus > 0 { skip(surplus) }
    }
  }

  /// Counts the frames that the mixer took since the last call.
  mutating func settle() {
    guard let leg, !flights.isEmpty else { return }
    // In this order: the mixer counts a frame before it frees its slot.
    let left = max(0, flights.count - leg.fromNet.queued)
    leave(left, taken: Int(leg.counters.taken &- assigned))
  }

  /// Removes the oldest `left` frames from the ring's account; the mixer took `taken` of the frames put.
  mutating func leave(_ left: Int, taken: Int) {
    var taken = taken
    // Voided and stale frames leave before the frame that a tick takes, so the last ones of those that left were taken.
    let open = flights[..<left].count { !$0.isCounted }
    var unheard = max(0, open - taken)
    var returned: [[Int16]] = []
    for flight in flights[..<left] where !flight.isCounted {
      if unheard > 0 {
        unheard -= 1
        if flight.returns { returned.append(flight.samples) } else if !flight.isVoid { figures.skipped += Int64(flight.samples.count) }
        continue
      }
      taken -= 1
      assigned &+= 1
      hear(flight)
    }
    flights.removeFirst(left)
    for samples in returned.reversed() { samples.withUnsafeBufferPointer { queue.prepend($0) } }
    // A tick is mixing this frame now.
    if taken > 0, flights.first?.isCounted == false {
      flights[0].isCounted = true
      assigned &+= 1
      hear(flights[0])
    }
  }

  private mutating func hear(_ flight: Flight) {
    let before = figures.position
    figures.position += Int64(flight.samples.count)
    let end = flight.start + Int64(flight.samples.count)
    let reached = pending.prefix { $0.place <= end }
    for mark in reached { note(.mark(mark.name, isFlushed: false), at: before + max(0, mark.place - flight.start)) }
    pending.removeFirst(reached.count)
    // The sentence goes on behind this frame's silence.
    if flight.isPadded, !queue.isEmpty, isTalking { underrun(1) }
  }

  /// Voids the frame in the ring.
  mutating func takeBack(returning: Bool) {
    guard let leg else { return }
    for place in flights.indices where !flights[place].isCounted {
      flights[place].returns = returning && (flights[place].returns || !flights[place].isVoid)
      flights[place].isVoid = true
    }
    missing = nil
    leg.fromNet.flush()
  }

  /// Counts the ticks that found no frame because this turn came late.
  private mutating func noteLateTurn() {
    guard let before = missing, let leg else { return }
    missing = nil
    let late = leg.counters.missing &- before
    if late > 0, isTalking, !queue.isEmpty { underrun(late) }
  }

  private mutating func underrun(_ frames: UInt64) {
    figures.underruns += frames
    balance?.ranEmpty()
  }

  private mutating func drain() {
    isTalking = false
    emptyTurns = 0
    balance?.restart()
    note(.drained)
  }

  /// Puts the next frame, unless one lies in the ring already.
  private mutating func put(into leg: AudioLeg, at time: UInt64) {
    guard !flights.contains(where: { !$0.isVoid && !$0.isCounted }) else { return }
    guard !queue.isEmpty else { return standEmpty() }
    if emptyTurns > 0, isTalking { underrun(UInt64(emptyTurns)) }
    emptyTurns = 0
    let correction = balance?.correction(of: samplesPerFrame, waiting: queue.count) ?? 0
    let start = written - Int64(queue.count)
    var samples = [Int16](repeating: 0, count: min(samplesPerFrame - correction, queue.count))
    _ = samples.withUnsafeMutableBufferPointer { queue.take(into: $0) }
    var frame = samples
    if correction != 0 { Self.correct(&frame, by: correction) }
    let isPadded = frame.count < samplesPerFrame
    if isPadded { frame += repeatElement(0, count: samplesPerFrame - frame.count) }
    guard put(frame, into: leg.fromNet, at: time) else {
      // The ring is full of void frames, which the next tick drops.
      return samples.withUnsafeBufferPointer { queue.prepend($0) }
    }
    figures.corrected += UInt64(abs(correction))
    missing = leg.counters.missing
    flights.append(Flight(start: start, samples: samples, isPadded: isPadded))
  }

  /// Handles a tick of a live program for which nothing waits: after 200 ms the sentence is over.
  private mutating func standEmpty() {
    guard isTalking, balance != nil else { return }
    emptyTurns += 1
    if emptyTurns > 10 { drain() }
  }

  private func put(_ frame: [Int16], into ring: AudioRing, at time: UInt64) -> Bool {
    guard ring.queued < Int(AudioRing.slots) else { return false }
    return frame.withUnsafeBufferPointer { frame in
      guard let bridge else { return frame.baseAddress.map { ring.put($0, at: time) } ?? false }
      return bridge.resample(frame) { made in
        var whole = [Int16](repeating: 0, count: ring.samplesPerSlot)
        whole.withUnsafeMutableBufferPointer { room in
          for place in 0..<min(room.count, made.count) { room[place] = made[place] }
        }
        return ring.put(whole, at: time)
      }
    }
  }

  /// Repeats one sample, or leaves one out, where the audio changes least.
  static func correct(_ frame: inout [Int16], by correction: Int) {
    var place = 1, least = Int.max
    for next in 1..<frame.count {
      let change = abs(Int(frame[next]) - Int(frame[next - 1]))
      if change < least { (place, least) = (next, change) }
    }
    if correction < 0 { frame.remove(at: place) } else { frame.insert(frame[place], at: place) }
  }
}

extension SampleRing {
  /// True when no sample waits.
  var isEmpty: Bool { count == 0 }
}
