internal import ConformanceHarness
internal import ConformanceSupervisor

/// Makes a failing script smaller as long as it still fails: first with fewer steps, then with simpler ones.
struct FuzzShrinker {
  /// The smallest failing script so far.
  private(set) var script: FuzzScript
  /// The number of scripts that were tried.
  private(set) var tries = 0
  private let limit: Int
  private let stillFails: (FuzzScript) throws(ConformanceError) -> Bool

  /// Creates a shrinker.
  ///
  /// - Parameters:
  ///   - script: a script that fails.
  ///   - limit: the largest number of other scripts to try.
  ///   - stillFails: plays a script, and returns true if it fails in the same way; false also when no time is left.
  init(_ script: FuzzScript, limit: Int = 600, stillFails: @escaping (FuzzScript) throws(ConformanceError) -> Bool) {
    self.script = script
    self.limit = limit
    self.stillFails = stillFails
  }

  mutating func shrink() throws(ConformanceError) {
    var size = -1
    // Simplifications of one pass may let the next drop more steps.
    while size != weight, tries < limit {
      size = weight
      try dropSteps()
      try simplifySurroundings()
      for index in script.steps.indices { try simplify(index) }
    }
  }

  /// The size that each pass must reduce for another to follow.
  private var weight: Int {
    script.steps.reduce(0) { $0 + 100 + ($1.text?.count ?? 0) + ($1.wait > 0 ? 1 : 0) } + script.host.missing.count
  }

  /// Takes the candidate if it still fails, and returns true then.
  private mutating func take(_ candidate: FuzzScript) throws(ConformanceError) -> Bool {
    guard candidate != script, tries < limit else { return false }
    tries += 1
    guard try stillFails(candidate) else { return false }
    script = candidate
    return true
  }

  /// Drops runs of steps, long ones first; keeps their waits if the failure needs that time.
  private mutating func dropSteps() throws(ConformanceError) {
    var length = script.steps.count
    while length > 0 {
      var start = 0
      while start < script.steps.count {
        let end = min(start + length, script.steps.count)
        var without = script
        without.steps.removeSubrange(start..<end)
        var patient = without
        if start > 0 {
          let time = script.steps[start..<end].reduce(UInt32(0)) { min(100_000, $0 &+ min($1.wait, 100_000)) }
          patient.steps[start - 1].wait = min(100_000, patient.steps[start - 1].wait) + time
        }
        if try take(without) { continue }
        if try take(patient) { continue }
        start += length
      }
      length /= 2
    }
  }

  private mutating func simplifySurroundings() throws(ConformanceError) {
    var plain = script
    plain.host = FuzzHost()
    if try !take(plain) {
      for path in Self.hostParts {
        var simpler = script
        path(&simpler.host)
        _ = try take(simpler)
      }
    }
    var active = script
    active.beginning = .active
    _ = try take(active)
  }

  private static let hostParts: [@Sendable (inout FuzzHost) -> Void] = [
    { $0.missing = [] }, { $0.absent = [] }, { $0.refusing = nil }, { $0.shape = .usual },
  ]

  private mutating func simplify(_ index: Int) throws(ConformanceError) {
    let step = script.steps[index]
    for wait: UInt32 in [0, 100] where wait < step.wait {
      if try change(index, { $0.wait = wait }) { break }
    }
    if step.call != nil { _ = try change(index) { $0.call = .up(0) } }
    if step.with != nil, try !change(index, { $0.with = nil }) { _ = try change(index) { $0.with = .up(0) } }
    if let number = step.number {
      for plainer: UInt32 in [0, 1] where plainer < number {
        if try change(index, { $0.number = plainer }) { break }
      }
    }
    try simplifyText(index)
  }

  private mutating func change(_ index: Int, _ edit: (inout FuzzStep) -> Void) throws(ConformanceError) -> Bool {
    var simpler = script
    edit(&simpler.steps[index])
    let step = simpler.steps[index]
    // A step without a needed argument can be played but not read back.
    if step.with == nil, step.act.needs.contains(.with) { return false }
    return try take(simpler)
  }

  /// Drops the text, or else parts of it, long ones first.
  private mutating func simplifyText(_ index: Int) throws(ConformanceError) {
    guard let text = script.steps[index].text, try !change(index, { $0.text = nil }) else { return }
    var length = text.count
    while length > 0 {
      var start = 0
      while let text = script.steps[index].text, start < text.count {
        let end = min(start + length, text.count)
        if try !change(index, { $0.text = Array(text[..<start] + text[end...]) }) { start += length }
      }
      // Single bytes of a long text are not worth a process each.
      if length == 1 || (length < 16 && (script.steps[index].text?.count ?? 0) > 200) { break }
      length /= 2
    }
  }
}
