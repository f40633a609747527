internal import TransportABI

/// The audio at the far instance's end of a call, where the kit is the audio engine too.
final class FarSound {
  let call: CallRef
  /// The order that it follows: echo, a tone, or silence.
  var order: PeerOrder { didSet { tone = Self.tone(order, format) } }
  /// The tone that it hears, in hertz: one of the tests' tones, 0 for silence, 1 for anything else.
  private(set) var hertz = 0
  private let far: PluginInstance
  private let loop: VirtualLoop
  private let format: SoundFormat
  private let sound: CallSound
  private var tone: SineTone?
  private var heard: [[Int16]] = []

  /// Attaches the far instance's call.
  init(_ stage: Stage, _ far: PluginInstance, _ call: CallRef, _ order: PeerOrder) throws {
    self.call = call
    self.order = order
    self.far = far
    loop = stage.loop
    try far.needAudio()
    format = try stage.ourFormats(call, of: far)[0]
    sound = try CallSound(stage, call, of: far, format) { _ in }
    tone = Self.tone(order, format)
  }

  /// Passes one frame's time like the near end: ticks, takes a frame, and sends one.
  func pass() throws {
    far.media?.tickOnce()
    let frame = try sound.fromNet.take()
    listen(frame ?? [])
    switch order {
    case .echo: if let frame { _ = sound.toNet.put(frame, at: loop.now) }
    default: _ = sound.toNet.put(tone?.next(format.frameSamples) ?? silence, at: loop.now)
    }
  }

  func detach() throws { try sound.detach() }

  private var silence: [Int16] { [Int16](repeating: 0, count: format.frameSamples) }

  /// Measures the tone every five frames, enough to tell the tests' tones apart.
  private func listen(_ frame: [Int16]) {
    heard.append(frame)
    guard heard.count >= 5 else { return }
    let meter = sound.meter(heard)
    heard = []
    hertz = meter.isSilent ? 0 : [400, 440, 1000].first { meter.hears(Double($0)) } ?? 1
  }

  private static func tone(_ order: PeerOrder, _ format: SoundFormat) -> SineTone? {
    if case .tone(let hertz) = order { SineTone(Double(hertz), rate: format.rate) } else { nil }
  }
}
