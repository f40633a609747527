/// The part that a program takes in a call's audio, and its limits.
public struct AttachmentOptions: Hashable, Sendable {
  /// The part of a program in a call.
  public enum Mode: String, CaseIterable, Sendable {
    /// The program hears the conversation and is heard in it: one channel.
    case talk
    /// The program hears two channels, interleaved: first the audio sent to the far end, then the far end's. It cannot write.
    case listen
    /// The program carries the call's far end in the place of a transport: it reads the audio to send, and writes the audio received.
    case network
  }

  /// The rates that a program can have, in hertz.
  public static let rates = [8_000, 16_000, 24_000, 48_000]

  /// The part of the program.
  public var mode: Mode
  /// The program's samples per second: one of `rates`.
  ///
  /// The host resamples where the call has another rate.
  public var rate: Int
  /// The limit on audio that waits to be heard, from 20 ms to 10 minutes.
  public var queue: Duration
  /// The amount of heard audio that is kept for the program, from 20 ms to 1 minute; the oldest audio is lost first.
  public var heard: Duration
  /// True when the program writes in real time: little audio waits, the oldest is left out, and drift is corrected.
  public var isLive: Bool
  /// The audio that may wait with `isLive` once the program writes steadily, from 20 ms to 1 s.
  public var liveLimit: Duration
  /// True to leave out the line's microphone and loudspeaker while the program is attached.
  public var isAlone: Bool
  /// The audio that is still taken once `queue` waits and `full` was told, for a protocol that cannot refuse audio.
  package var surplus = Duration.zero

  /// Creates options.
  public init(
    mode: Mode = .talk, rate: Int = 16_000, queue: Duration = .seconds(60), heard: Duration = .seconds(1), isLive: Bool = false,
    liveLimit: Duration = .milliseconds(60), isAlone: Bool = false
  ) {
    self.mode = mode
    self.rate = rate
    self.queue = queue
    self.heard = heard
    self.isLive = isLive
    self.liveLimit = liveLimit
    self.isAlone = isAlone
  }

  /// Returns the options of a program that hears and is heard.
  public static func talk(rate: Int = 16_000, queue: Duration = .seconds(60)) -> AttachmentOptions {
    AttachmentOptions(mode: .talk, rate: rate, queue: queue)
  }

  /// Returns the options of a program that hears both sides.
  public static func listen(rate: Int = 16_000, heard: Duration = .seconds(1)) -> AttachmentOptions {
    AttachmentOptions(mode: .listen, rate: rate, heard: heard)
  }

  /// Returns the options of a program that carries the call's far end.
  public static func network(rate: Int = 16_000, queue: Duration = .seconds(60)) -> AttachmentOptions {
    AttachmentOptions(mode: .network, rate: rate, queue: queue)
  }

  /// Checks the values.
  ///
  /// - Throws: `AttachmentError.Code.invalid` with the name of the member and its range.
  package func check() throws(AttachmentError) {
    guard Self.rates.contains(rate) else {
      throw AttachmentError(.invalid, "rate", "\(rate) Hz is none of 8000, 16000, 24000 and 48000")
    }
    func check(_ length: Duration, _ name: String, upTo limit: Duration) throws(AttachmentError) {
      guard length < .milliseconds(20) || length > limit else { return }
      throw AttachmentError(.invalid, name, "\(length) lies outside 0.02 seconds to \(limit)")
    }
    try check(queue, "queue", upTo: .seconds(600))
    try check(heard, "heard", upTo: .seconds(60))
    try check(liveLimit, "liveLimit", upTo: .seconds(1))
  }

  /// The channels that the program reads.
  public var channels: Int { mode == .listen ? 2 : 1 }

  /// Returns the samples of one channel in a length of time.
  package func samples(in length: Duration) -> Int {
    let (seconds, attoseconds) = length.components
    return Int(seconds) * rate + Int(attoseconds / 1_000_000_000) * rate / 1_000_000_000
  }
}
