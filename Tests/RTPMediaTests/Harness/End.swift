import CRTPMedia
import TestRings
import Testing

/// One end of a call: a session, its source of audio, and the audio received.
final class End {
  let session: OpaquePointer
  let number: UInt64
  /// The RTP port; kept after the session is closed.
  let port: UInt16
  private var toNet: TestRing
  private var fromNet: TestRing
  private var rate: UInt32
  private var phase = 0
  private var isOpen = true
  /// The audio to send: a tone, or silence.
  var voice: Tone?
  /// All samples received, in order of time; gaps in reception add none.
  var heard: [Int16] = []

  init(_ engine: OpaquePointer, number: UInt64, codec: crtp_codec = CRTP_PCMU, address: String = "127.0.0.1") throws {
    session = try #require(crtp_open(engine, address, 20_000, 29_999, number))
    self.number = number
    port = crtp_port(session)
    rate = crtp_rate(codec)
    toNet = TestRing(samples: Int(rate / 50))
    fromNet = TestRing(samples: Int(rate / 50))
    attach()
  }

  deinit { close() }

  private func attach() {
    var (out, back) = (toNet.table, fromNet.table)
    crtp_attach(session, &out, &back)
  }

  /// Configures the session, with the far end at `port`.
  func configure(_ settings: SoundSettings, to port: UInt16, control: UInt16 = 0) throws {
    var settings = settings
    settings.plain.port = port
    settings.plain.control_port = control
    let wanted = crtp_rate(settings.plain.codec)
    if wanted != rate {
      crtp_detach(session)
      rate = wanted
      toNet = TestRing(samples: Int(rate / 50))
      fromNet = TestRing(samples: Int(rate / 50))
      attach()
    }
    try #require(settings.apply(to: session))
  }

  /// Writes 20 ms of audio to the ring.
  func speak() {
    let count = Int(rate / 50)
    toNet.put(voice?.samples(from: phase, count: count, rate: Int(rate)) ?? [Int16](repeating: 0, count: count))
    phase += count
  }

  /// True when the engine has taken the earlier frames.
  var hasRoom: Bool { toNet.count < 2 }

  func listen() {
    while fromNet.count > 0, let frame = fromNet.take() { heard += frame }
  }

  /// Returns the newest part of the received audio.
  func lastHeard(milliseconds: Int) -> ArraySlice<Int16> { heard.suffix(Int(rate) / 1_000 * milliseconds) }

  var statistics: crtp_statistics {
    var statistics = crtp_statistics()
    crtp_measure(session, &statistics)
    return statistics
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    crtp_close(session)
  }
}
