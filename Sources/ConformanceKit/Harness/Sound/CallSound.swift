internal import TransportABI

/// The kit's end of a call's audio: what it says goes to the network, what comes from there it hears, frame by frame.
final class CallSound {
  let call: CallRef
  let format: SoundFormat
  let toNet: SoundRing
  let fromNet: SoundRing
  private let stage: Stage
  private let instance: PluginInstance
  private var isAttached = true

  /// Attaches the call to two new rings.
  init(
    _ stage: Stage, _ call: CallRef, of instance: PluginInstance, _ format: SoundFormat, changing change: (inout SoundRing.Shape) -> Void
  ) throws {
    self.stage = stage
    self.call = call
    self.format = format
    self.instance = instance
    let media = try instance.startMedia()
    var shape = SoundRing.Shape(format)
    // A transport that is not ticked has threads of its own, which live in real time and want to be woken.
    if media == nil { stage.loop.isRealTime = true }
    shape.wakes = media == nil
    change(&shape)
    toNet = SoundRing(shape, stage.soundArena)
    fromNet = SoundRing(shape, stage.soundArena)
    let status = try instance.attach(call, format, toNet: toNet, fromNet: fromNet)
    guard status == HSW_OK else {
      throw TestFailure("audio.attach answered \(StatusName.of(status)) to a format that the call has (\(format.text))")
    }
  }

  /// Detaches, and the rings are gone.
  func detach() throws {
    guard isAttached else { return }
    isAttached = false
    try instance.detach(call)
    giveBack()
  }

  /// The rings are gone, whoever knows of it.
  func giveBack() {
    toNet.giveBack()
    fromNet.giveBack()
  }

  /// Frames in which nothing is said, not even silence where `isStarving`; what is heard meanwhile.
  func listen(_ frames: Int, isStarving: Bool = false) throws -> [[Int16]] {
    try (0..<frames).map { _ in try pass(isStarving ? nil : [Int16](repeating: 0, count: format.frameSamples)) }
  }

  /// Says that tone for so many frames; what is heard meanwhile.
  func say(_ hertz: Double, _ frames: Int) throws -> [[Int16]] {
    var tone = Tone(hertz, rate: format.rate)
    return try (0..<frames).map { _ in try pass(tone.next(format.frameSamples)) }
  }

  /// Puts frames of that tone into the ring, and lets no time pass.
  func queue(_ hertz: Double, _ frames: Int) {
    var tone = Tone(hertz, rate: format.rate)
    for _ in 0..<frames { _ = toNet.put(tone.next(format.frameSamples), at: stage.loop.now) }
  }

  /// One frame out, a frame's time, at most one frame in: as a host's engine does it.
  ///
  /// Nothing in the ring is silence.
  private func pass(_ samples: [Int16]?) throws -> [Int16] {
    if let samples { _ = toNet.put(samples, at: stage.loop.now) }
    try stage.passFrame()
    return try fromNet.take() ?? [Int16](repeating: 0, count: format.frameSamples)
  }

  func meter(_ frames: some Sequence<[Int16]>) -> SoundMeter { SoundMeter(samples: frames.flatMap { $0 }, rate: format.rate) }

  /// How many hertz the far end hears, 0 for silence; nil where it cannot tell.
  var toneThere: Int? { get throws { try stage.peer.see(call).tone } }

  /// Fails unless sound goes out and comes back by now.
  func requireFlow(_ after: String) throws {
    let heard = try say(440, 20)
    guard !meter(heard.suffix(8)).isSilent else {
      throw TestFailure("\(after): nothing comes back of a tone of 440 Hz to a far end that echoes")
    }
    _ = try listen(12)
  }
}
