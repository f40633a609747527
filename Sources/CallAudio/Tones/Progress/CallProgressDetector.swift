internal import CTones
public import CallMixing
internal import Glibc

func decibels(_ power: Double) -> Double { 10 * log10(max(power, 1e-9)) }

/// Detects an exchange's tones in a call's audio: dial, ringback, busy, congestion, call waiting, special information.
///
/// It keeps every tone of the plan that the audio may be, drops those that the audio contradicts, and reports the one that remains, usually
/// at the end of the first burst. A value for one thread at a time; not for the audio thread.
public struct CallProgressDetector {
  /// The beginning or the end of a tone.
  public struct Event: Hashable, Sendable {
    /// The tone; of two identical tones of this country, the one that `CallTone` lists first.
    public let tone: CallTone
    /// True at the beginning, false at the end.
    public let began: Bool
    /// The start of the tone's first sound, or the end of its last stretch, from the first sample; accurate to about 20 ms.
    public let time: Duration
    /// The time of detection.
    public let certain: Duration
  }

  /// The tone detected now.
  public private(set) var tone: CallTone?

  private let vocabulary: ToneVocabulary
  private var ear: ToneClassifier
  private var decimator = ctones_decimator()
  private var hypotheses: [ToneHypothesis] = []
  private var current = HeardStretch(sound: .silence, start: 0, isCut: true)
  /// The stretch since `current`, still too short to count.
  private var doubt: HeardStretch?
  private var now = 0
  /// The start of the first stretch that the hypotheses explain.
  private var origin = 0
  private var rate: AudioRate

  /// Creates a detector for the tones of one country.
  public init(_ plan: TonePlan, rate: AudioRate) {
    vocabulary = ToneVocabulary(plan)
    ear = ToneClassifier(vocabulary.sounds)
    self.rate = rate
    ctones_decimator_start(&decimator, rate.rawValue)
  }

  /// Processes the next samples, and returns the tones that began and ended in them.
  public mutating func hear(_ samples: some Collection<Int16>) -> [Event] {
    let all = Array(samples)
    let slow = [Int16](unsafeUninitializedCapacity: all.count * 8_000 / rate.hertz + 1) { out, count in
      count = out.baseAddress.map { ctones_decimate(&decimator, all, all.count, $0) } ?? 0
    }
    return ear.hear(slow).flatMap { take($0) }
  }

  /// Returns the beginnings of the tones in complete samples, in order.
  public static func tones(in samples: some Collection<Int16>, plan: TonePlan, rate: AudioRate) -> [Event] {
    var detector = CallProgressDetector(plan, rate: rate)
    return detector.hear(samples).filter(\.began)
  }

  private mutating func take(_ heard: ToneClassifier.Heard) -> [Event] {
    defer { now += 1 }
    if heard.sound == current.sound {
      // The short stretch was part of a beat.
      if let doubt { current.length += doubt.length }
      doubt = nil
      current.add(heard.power, smooth: heard.smooth)
      return judge()
    }
    if doubt?.sound != heard.sound {
      if let doubt { current.length += doubt.length }
      doubt = HeardStretch(sound: heard.sound, start: now)
    }
    doubt?.add(heard.power, smooth: heard.smooth)
    guard let next = doubt, next.length >= next.sound.patience else { return [] }
    doubt = nil
    return change(to: next)
  }

  /// Ends the present stretch, and drops the hypotheses that expected another.
  private mutating func change(to next: HeardStretch) -> [Event] {
    let over = current
    current = next
    current.isCut = over.isCut && over.length == 0
    hypotheses = hypotheses.compactMap { hypothesis in
      var hypothesis = hypothesis
      return hypothesis.take(over, vocabulary.entries[hypothesis.entry]) ? hypothesis : nil
    }
    var events = judge()
    if hypotheses.isEmpty { seed(with: over) }
    if hypotheses.isEmpty { seed() }
    events += judge()
    return events
  }

  /// Adds every tone that can begin with a complete stretch.
  private mutating func seed(with over: HeardStretch) {
    guard case .tone = over.sound else { return }
    origin = over.start
    for hypothesis in anything() {
      var hypothesis = hypothesis
      if hypothesis.take(over, vocabulary.entries[hypothesis.entry]) { hypotheses.append(hypothesis) }
    }
    drop()
  }

  /// Adds every tone that can begin with the present stretch.
  private mutating func seed() {
    guard case .tone = current.sound else { return }
    origin = current.start
    hypotheses = anything()
    drop()
  }

  private func anything() -> [ToneHypothesis] {
    vocabulary.entries.indices.flatMap { entry in
      // A tone that plays once can only be joined at its beginning.
      (vocabulary.entries[entry].repeats ? vocabulary.entries[entry].steps.indices : 0..<1).map { ToneHypothesis(entry: entry, step: $0) }
    }
  }

  private mutating func drop() {
    hypotheses = hypotheses.filter { $0.fits(current, vocabulary.entries[$0.entry]) }
  }

  /// Reports the tone when it is the only one left, and its end when it is contradicted.
  private mutating func judge() -> [Event] {
    drop()
    let left = Set(hypotheses.map(\.entry))
    var events: [Event] = []
    if let tone, !left.contains(where: { vocabulary.entries[$0].tone == tone }) {
      events.append(event(tone, began: false, at: current.start))
      self.tone = nil
    }
    guard tone == nil, left.count == 1, let entry = left.first else { return events }
    let isEvident = hypotheses.contains { $0.isEvident(current, vocabulary.entries[entry]) }
    guard isEvident else { return events }
    tone = vocabulary.entries[entry].tone
    return events + [event(vocabulary.entries[entry].tone, began: true, at: origin)]
  }

  private func event(_ tone: CallTone, began: Bool, at unit: Int) -> Event {
    // A unit is judged once the 50 ms after it are known.
    Event(tone: tone, began: began, time: .milliseconds((unit + 5) * 10), certain: .milliseconds((now + 10) * 10))
  }
}
