/// The distinct sounds of a plan, and its tones as steps between them.
struct ToneVocabulary {
  /// A tone to detect.
  struct Entry {
    var tone: CallTone
    var steps: [ToneStep]
    var repeats: Bool
  }

  /// Simultaneous frequencies, in rising order.
  private(set) var sounds: [[Double]] = []
  private(set) var entries: [Entry] = []

  /// The tones to distinguish; of two identical ones, the first is reported.
  private static let tones: [CallTone] = [
    .dial, .ringback, .busy, .congestion, .waiting, .sitIntercept, .sitVacant, .sitNoCircuit, .sitReorder,
  ]

  /// A shorter silence (ms) counts as part of the sound before it, such as the gaps in special information tones.
  private static let shortest = 45

  /// Sounds closer than this (Hz) are the same within 100 ms; only their cadence distinguishes them.
  private static let nearness = 8.0

  init(_ plan: TonePlan) {
    var seen: Set<[ToneStep]> = []
    for tone in Self.tones {
      let cadence = plan[tone]
      // The part before the repetition only announces the tone.
      let steps = self.steps(cadence.ends ? cadence.segments[...] : cadence.segments[cadence.once...])
      guard !steps.isEmpty, seen.insert(steps).inserted else { continue }
      entries.append(Entry(tone: tone, steps: steps, repeats: !cadence.ends))
    }
  }

  private mutating func steps(_ segments: ArraySlice<ToneSegment>) -> [ToneStep] {
    var steps: [ToneStep] = []
    for segment in segments {
      if segment.isSilence, let gap = segment.milliseconds, gap < Self.shortest, let before = steps.last?.milliseconds {
        steps[steps.count - 1].milliseconds = before + gap
        continue
      }
      let step = ToneStep(
        sound: segment.isSilence ? nil : number(of: segment.frequencies.sorted()), isModulated: segment.modulation != nil,
        milliseconds: segment.milliseconds, level: segment.level, matters: segment.frequencies.count == 1)
      if let last = steps.last, last.sound == step.sound, last.level == step.level, let before = last.milliseconds {
        steps[steps.count - 1].milliseconds = step.milliseconds.map { $0 + before }
      } else {
        steps.append(step)
      }
    }
    return steps
  }

  private mutating func number(of frequencies: [Double]) -> Int {
    let known = sounds.firstIndex { sound in
      sound.count == frequencies.count && zip(sound, frequencies).allSatisfy { abs($0 - $1) < Self.nearness }
    }
    if let known { return known }
    sounds.append(frequencies)
    return sounds.count - 1
  }
}

/// One stretch of a tone, as a detector expects it.
struct ToneStep: Hashable {
  /// The number of its sound in the plan's vocabulary; nil for silence.
  var sound: Int?
  var isModulated = false
  /// The duration; nil for an endless step.
  var milliseconds: Int?
  /// The level in dBm0, for comparison with the other steps.
  var level = 0.0

  /// The tolerance of a duration: that of E.180 plus the detector's inaccuracy.
  static func tolerance(_ milliseconds: Int) -> Int { max(25, milliseconds * 12 / 100) }

  func admits(_ stretch: HeardStretch) -> Bool {
    guard isLike(stretch) else { return false }
    guard let milliseconds else { return false }
    let off = stretch.milliseconds - milliseconds
    return off <= Self.tolerance(milliseconds) && (stretch.isCut || off >= -Self.tolerance(milliseconds))
  }

  /// Returns true while a stretch in progress can still become this step.
  func mayBecome(_ stretch: HeardStretch) -> Bool {
    guard isLike(stretch) else { return false }
    return milliseconds.map { stretch.milliseconds <= $0 + Self.tolerance($0) } ?? true
  }

  private func isLike(_ stretch: HeardStretch) -> Bool {
    switch stretch.sound {
    case .unknown: false
    case .silence: sound == nil
    // A short stretch does not show the variation yet.
    case .tone(let number): sound == number && (stretch.milliseconds < 200 || stretch.isSwelling == isModulated || !matters)
    }
  }

  /// True where modulation is significant: two tones together beat, which looks like modulation.
  var matters = true
}
