import ConformanceKit

/// Runs the kit on one library of the folder.
struct KitRun {
  let folder: String
  let jobs: Int

  /// What the kit finds of a mutant.
  func report(of mutant: Mutant) async throws -> ConformanceReport {
    if mutant.isForSearches { return try await report(of: mutant.file) { $0.selection.patterns = ["fuzz.*"] } }
    guard mutant.isAttack else { return try await report(of: mutant.file) }
    // An attack on the kit itself is the same in every test: one group shows it, in less time, since some use up all that there is.
    return try await report(of: mutant.file) { settings in
      settings.selection.patterns = ["life.*"]
      settings.timeScale *= 0.3
    }
  }

  /// Everything but the searches by chance, which look for what nobody wrote down.
  func report(of file: String) async throws -> ConformanceReport {
    try await report(of: file) { $0.selection.skipped.append("fuzz.*") }
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
