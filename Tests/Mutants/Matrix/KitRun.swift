import ConformanceKit

/// Runs the kit on one library of the folder.
struct KitRun {
  let folder: String
  let jobs: Int
  /// True to play the whole kit on each mutant, false for the tests that must find it.
  let isWhole: Bool

  /// Runs the kit on a mutant.
  func report(of mutant: Mutant) async throws -> ConformanceReport {
    if mutant.isDirectory { return try await report(ofDirectory: mutant.file, isSlow: mutant.statuses.contains(.timeout)) }
    if mutant.isForSearches { return try await report(of: mutant.file) { $0.selection.patterns = ["fuzz.*"] } }
    if mutant.isExample { return try await report(of: mutant.file) { $0.selection.patterns = mutant.must } }
    guard mutant.isAttack else {
      if isWhole { return try await report(of: mutant.file) }
      return try await report(of: mutant.file) { $0.selection.patterns = mutant.must }
    }
    // Every test shows an attack on the kit itself, so one group suffices; that saves time, because some attacks exhaust a resource.
    return try await report(of: mutant.file) { settings in
      settings.selection.patterns = ["life.*"]
      settings.timeScale *= 0.3
    }
  }

  /// Runs every test except the random searches, which look for faults outside the table, and the comparison of both places, whose
  /// mutants are proxies (`Tests/ConformanceKitTests/Isolation`).
  func report(of file: String) async throws -> ConformanceReport {
    try await report(of: file) { $0.selection.skipped += ["fuzz.*", "iso.*"] }
  }

  /// Runs every test of call directories, with a small limit on entries: one mutant sends them without end.
  ///
  /// - Parameter isSlow: true for one that keeps the kit waiting.
  func report(ofDirectory file: String, isSlow: Bool = false) async throws -> ConformanceReport {
    do {
      return try await Conformance.checkDirectory("\(folder)/\(file)") { settings in
        settings.maximumEntries = 100_000
        if isSlow { settings.timeScale *= 0.1 }
      }
    } catch let failure as ConformanceFailure {
      return failure.report
    }
  }

  private func report(of file: String, changing change: (inout ConformanceSettings) -> Void) async throws -> ConformanceReport {
    do {
      return try await Conformance.check("\(folder)/\(file)", level: .full) { settings in
        change(&settings)
        settings.seed = 1
        settings.jobs = jobs
      }
    } catch let failure as ConformanceFailure {
      return failure.report
    }
  }
}
