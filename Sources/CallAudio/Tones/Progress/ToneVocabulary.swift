/// The sounds of a plan, each once, and its tones as steps from one to the next.
struct ToneVocabulary {
  /// A tone to be recognised.
  struct Entry {
    var tone: CallTone
    var steps: [ToneStep]
    /// Whether the steps come round again.
    var repeats: Bool
  }

  /// Frequencies that sound together, in rising order.
  private(set) var sounds: [[Double]] = []
  private(set) var entries: [Entry] = []

  /// The tones that are told apart: of two that sound the same the first is meant.
  private static let tones: [CallTone] = [
    .dial, .ringback, .busy, .congestion, .waiting, .sitIntercept, .sitVacant, .sitNoCircuit, .sitReorder,
  ]

  /// A shorter silence belongs to the sound before it: special information tones may have such between their parts.
  private static let shortest = 45

  /// Hertz: two sounds no farther apart are the same to 100 ms of ear; their cadence must tell them apart.
  private static let nearness = 8.0

  init(_ plan: TonePlan) {
    var seen: Set<[ToneStep]> = []
    for tone in Self.tones {
      let cadence = plan[tone]
      // What comes once before a repeated part only announces it.
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
