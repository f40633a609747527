internal import TransportABI

/// The kit's end of a call's audio: it sends and receives frame by frame.
package final class CallSound {
  package let call: CallRef
  package let format: SoundFormat
  package let toNet: SoundRing
  package let fromNet: SoundRing
  private let stage: Stage
  private var instance: PluginInstance
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
    // A transport that is not ticked has its own threads, which run in real time and need to be woken.
    let isTicked = media != nil || instance.isTickedApart
    if !isTicked { stage.loop.isRealTime = true }
    shape.wakes = !isTicked
    change(&shape)
    (toNet, fromNet) = try instance.rings(shape, stage.soundArena)
    let status = try instance.attach(call, format, toNet: toNet, fromNet: fromNet)
    guard status == HSW_OK else {
      throw TestFailure("audio.attach answered \(StatusName.of(status)) to a format that the call has (\(format.text))")
    }
  }

  /// Detaches the call and releases its rings.
  package func detach() throws {
    guard isAttached else { return }
    isAttached = false
    try instance.detach(call)
    giveBack()
  }

  /// Attaches the same rings to the instance that has taken the call over, and returns its answer.
  func attach(to heir: PluginInstance) throws -> hsw_status { try heir.attach(call, format, toNet: toNet, fromNet: fromNet) }

  /// Leaves the rings to the instance that has taken the call over.
  func follow(_ heir: PluginInstance) throws {
    _ = try heir.startMedia()
    instance = heir
  }

  /// Releases the rings, without telling the plugin.
  package func giveBack() {
    toNet.giveBack()
    fromNet.giveBack()
  }

  /// Sends silence for that many frames, or nothing if `isStarving`, and returns the frames received meanwhile.
  package func listen(_ frames: Int, isStarving: Bool = false) throws -> [[Int16]] {
    try (0..<frames).map { _ in try pass(isStarving ? nil : [Int16](repeating: 0, count: format.frameSamples)) }
  }

  /// Sends a tone for that many frames, and returns the frames received meanwhile.
  package func say(_ hertz: Double, _ frames: Int) throws -> [[Int16]] {
    var tone = SineTone(hertz, rate: format.rate)
    return try (0..<frames).map { _ in try pass(tone.next(format.frameSamples)) }
  }

  /// Queues frames of a tone, and lets no time pass.
  package func queue(_ hertz: Double, _ frames: Int) {
    var tone = SineTone(hertz, rate: format.rate)
    for _ in 0..<frames { _ = toNet.put(tone.next(format.frameSamples), at: stage.loop.now) }
  }

  /// Sends one frame, passes one frame's time, and receives at most one frame, as a host's engine does.
  ///
  /// An empty ring gives silence.
  private func pass(_ samples: [Int16]?) throws -> [Int16] {
    if let samples { _ = toNet.put(samples, at: stage.loop.now) }
    try stage.passFrame()
    return try fromNet.take() ?? [Int16](repeating: 0, count: format.frameSamples)
  }

  /// Measures frames, in spans of five (100 ms) in real time.
  package func meter(_ frames: some Sequence<[Int16]>) -> SampleMeter {
    SampleMeter(samples: frames.flatMap { $0 }, rate: format.rate, span: stage.loop.isRealTime ? 5 * format.frameSamples : nil)
  }

  /// The tone that the far end hears, in hertz, 0 for silence; nil where it cannot tell.
  package var toneThere: Int? { get throws { try stage.peer.see(call).tone } }

  /// Fails unless audio now flows both ways.
  package func requireFlow(_ after: String) throws {
    let heard = try say(440, 20)
    guard !meter(heard.suffix(8)).isSilent else {
      throw TestFailure("\(after): nothing comes back of a tone of 440 Hz to a far end that echoes")
    }
    _ = try listen(12)
  }
}
