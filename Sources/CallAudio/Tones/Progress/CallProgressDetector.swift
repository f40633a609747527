internal import CTones
public import CallMixing
internal import Glibc

func decibels(_ power: Double) -> Double { 10 * log10(max(power, 1e-9)) }

/// Hears in a call's sound what the exchange says: dial tone, ringing, busy, congestion, call waiting, special information.
///
/// It follows every tone of the plan that what was heard may be, drops those that it contradicts, and names the one that is left: mostly at the end of
/// the first burst. A value, used by one thread at a time; not for the audio thread.
public struct CallProgressDetector {
  /// Something that was heard.
  public struct Event: Hashable, Sendable {
    /// Which tone; of two that sound the same in this country the one that `CallTone` names first.
    public let tone: CallTone
    /// Whether it began; else it is over.
    public let began: Bool
    /// When its first sound began, or its last stretch ended, from the first sample on; right to some 20 ms.
    public let time: Duration
    /// When that was certain.
    public let certain: Duration
  }

  /// The tone that is heard now.
  public private(set) var tone: CallTone?

  private let vocabulary: ToneVocabulary
  private var ear: ToneEar
  private var decimator = ctones_decimator()
  private var hypotheses: [ToneHypothesis] = []
  private var current = HeardStretch(sound: .silence, start: 0, isCut: true)
  /// What was heard since it last was what `current` is, still too short to be believed.
  private var doubt: HeardStretch?
  private var now = 0
  /// When the first stretch began that the hypotheses explain.
  private var origin = 0
  private var rate: AudioRate

  /// Listens for the tones of one country.
  public init(_ plan: TonePlan, rate: AudioRate) {
    vocabulary = ToneVocabulary(plan)
    ear = ToneEar(vocabulary.sounds)
    self.rate = rate
    ctones_decimator_start(&decimator, rate.rawValue)
  }

  /// Listens to the next samples; answers what began and ended in them.
  public mutating func hear(_ samples: some Collection<Int16>) -> [Event] {
    let all = Array(samples)
    let slow = [Int16](unsafeUninitializedCapacity: all.count * 8_000 / rate.hertz + 1) { out, count in
      count = out.baseAddress.map { ctones_decimate(&decimator, all, all.count, $0) } ?? 0
    }
    return ear.hear(slow).flatMap { take($0) }
  }

  /// The tones in finished samples, each with when it began, in their order.
  public static func tones(in samples: some Collection<Int16>, plan: TonePlan, rate: AudioRate) -> [Event] {
    var detector = CallProgressDetector(plan, rate: rate)
    return detector.hear(samples).filter(\.began)
  }

  private mutating func take(_ heard: ToneEar.Heard) -> [Event] {
    defer { now += 1 }
    if heard.sound == current.sound {
      // What was doubted was a beat.
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

  /// The stretch is over: whoever expected another is wrong.
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

  /// Anything that begins with a stretch that is over.
  private mutating func seed(with over: HeardStretch) {
    guard case .tone = over.sound else { return }
    origin = over.start
    for hypothesis in anything() {
      var hypothesis = hypothesis
      if hypothesis.take(over, vocabulary.entries[hypothesis.entry]) { hypotheses.append(hypothesis) }
    }
    drop()
  }

  /// Anything that the stretch which has just begun may be the beginning of.
  private mutating func seed() {
    guard case .tone = current.sound else { return }
    origin = current.start
    hypotheses = anything()
    drop()
  }

  private func anything() -> [ToneHypothesis] {
    vocabulary.entries.indices.flatMap { entry in
      // A tone that is played once is heard from its beginning.
      (vocabulary.entries[entry].repeats ? vocabulary.entries[entry].steps.indices : 0..<1).map { ToneHypothesis(entry: entry, step: $0) }
    }
  }

  private mutating func drop() {
    hypotheses = hypotheses.filter { $0.fits(current, vocabulary.entries[$0.entry]) }
  }

  /// Names the tone that is the only one left; takes it back when it is none any more.
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
    // A unit is judged when the 50 ms behind it are known.
    Event(tone: tone, began: began, time: .milliseconds((unit + 5) * 10), certain: .milliseconds((now + 10) * 10))
  }
}
