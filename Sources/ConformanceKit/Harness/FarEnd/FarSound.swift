internal import TransportABI

/// The sound at the far instance's end of a call: the kit is that end's engine too, and does there what it was ordered.
final class FarSound {
  let call: CallRef
  /// What the far end does: echo, a tone, or silence.
  var order: PeerOrder { didSet { tone = Self.tone(order, format) } }
  /// How many hertz it hears, of those that tests speak; 0 for silence.
  private(set) var hertz = 0
  private let far: PluginInstance
  private let loop: VirtualLoop
  private let format: SoundFormat
  private let sound: CallSound
  private var tone: Tone?
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

  /// One frame's time, like the near end's: a tick, then what came is heard, and what is to be said goes out.
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

  /// Five frames tell the tones of the tests apart.
  private func listen(_ frame: [Int16]) {
    heard.append(frame)
    guard heard.count >= 5 else { return }
    let meter = sound.meter(heard)
    heard = []
    hertz = meter.isSilent ? 0 : [400, 440, 1000].first { meter.hears(Double($0)) } ?? 1
  }

  private static func tone(_ order: PeerOrder, _ format: SoundFormat) -> Tone? {
    if case .tone(let hertz) = order { Tone(Double(hertz), rate: format.rate) } else { nil }
  }
}
