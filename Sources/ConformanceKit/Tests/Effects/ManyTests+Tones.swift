internal import ConformanceHarness
internal import TransportABI

// The sound of several calls at once.
extension ManyTests {
  /// The sound of one call of several, with the tones of both ends.
  private struct Line {
    let sound: CallSound
    /// The tone that the far end makes, in hertz.
    let theirs: Int
    /// The tone that we send.
    let ours: Int
    var tone: SineTone
    var heard: [[Int16]] = []
    var isHeld = false
    var isMuted = false

    var call: CallRef { sound.call }
  }

  static func tones(_ run: TestRun) throws {
    let stage = try run.stage()
    try stage.near.needAudio()
    try stage.needRoom(for: 2)
    _ = try stage.peer.target()
    if stage.loop.isRealTime { throw TestSkip("the far ends of several calls at once cannot be kept in step with a real clock") }
    let count = min(try room(stage), 6)
    var lines: [Line] = []
    for place in 0..<count {
      let call = try place.isMultiple(of: 2) ? stage.connect() : stage.answered()
      let formats = try stage.ourFormats(call)
      let sound = try stage.sound(call, formats[place % formats.count])
      let (theirs, ours) = (400 + 160 * place, 1500 - 160 * place)
      // A far end in a program or a second instance knows few tones.
      try stage.peer.order(.tone(hertz: theirs), call)
      lines.append(Line(sound: sound, theirs: theirs, ours: ours, tone: SineTone(Double(ours), rate: sound.format.rate)))
    }
    try pass(stage, &lines, 30)
    try require(stage, &lines, "with \(count) calls at once")
    try switches(stage, &lines)
    // The oldest, the newest and a middle one end; the others go on.
    for place in [0, lines.count - 1, lines.count / 2] where lines.count > 1 {
      let gone = lines.remove(at: min(place, lines.count - 1))
      try gone.sound.detach()
      try stage.hangUp(gone.call)
      try pass(stage, &lines, 25)
      try require(stage, &lines, "after another call ended")
    }
    for line in lines { try line.sound.detach() }
    try stage.clearAll()
    try stage.tearDown()
  }

  /// Holds one call and mutes another, and requires that the others are heard as before.
  private static func switches(_ stage: Stage, _ lines: inout [Line]) throws {
    for place in [lines.count - 1, 0] {
      try stage.ifOffered {
        try stage.complete(stage.near.setHeld(lines[place].call, 1))
        lines[place].isHeld = true
        try pass(stage, &lines, 30)
        try require(stage, &lines, "while another call is held")
        try stage.complete(stage.near.setHeld(lines[place].call, 0))
        lines[place].isHeld = false
      }
      try stage.ifOffered {
        try stage.complete(stage.near.setMuted(lines[place].call, 1))
        lines[place].isMuted = true
        try pass(stage, &lines, 30)
        try require(stage, &lines, "while another call is muted")
        try stage.complete(stage.near.setMuted(lines[place].call, 0))
        lines[place].isMuted = false
      }
    }
    try stage.ifOffered {
      let (one, other) = (lines[0].call, lines[lines.count - 1].call)
      guard try stage.outcome(stage.near.setGroup(one, with: other)) == .done else { return }
      // A network that mixes a group itself says so by a flag of its calls.
      let mixes = try [one, other].contains { try stage.record($0).mask & HSW_CI_AUDIO_PORT != 0 }
      try pass(stage, &lines, 30)
      if !mixes { try require(stage, &lines, "with two calls in a group") }
      _ = try stage.outcome(stage.near.setGroup(one, with: nil))
    }
    try pass(stage, &lines, 30)
    try require(stage, &lines, "after holds and mutes of some")
  }

  /// Passes some frames of all calls in step, and keeps what came.
  private static func pass(_ stage: Stage, _ lines: inout [Line], _ frames: Int) throws {
    for place in lines.indices { lines[place].heard = [] }
    for _ in 0..<frames {
      for place in lines.indices {
        _ = lines[place].sound.toNet.put(lines[place].tone.next(lines[place].sound.format.frameSamples), at: stage.loop.now)
      }
      try stage.passFrame()
      for place in lines.indices {
        if let frame = try lines[place].sound.fromNet.take() { lines[place].heard.append(frame) }
      }
    }
  }

  private static func require(_ stage: Stage, _ lines: inout [Line], _ when: String) throws {
    for line in lines {
      let meter = line.sound.meter(line.heard.suffix(10))
      // The silence of a call that is held or muted itself is another row's.
      if !line.isHeld {
        guard meter.hears(Double(line.theirs)) else {
          throw TestFailure("\(when), \(line.call) does not carry the tone of its own far end, \(line.theirs) Hz")
        }
      }
      guard !line.isHeld, !line.isMuted, let tone = try line.sound.toneThere else { continue }
      guard (line.ours - 60...line.ours + 60).contains(tone) || tone == 1 else {
        throw TestFailure("\(when), the far end of \(line.call) hears \(tone) Hz, and we send \(line.ours) Hz on that call")
      }
    }
  }
}
