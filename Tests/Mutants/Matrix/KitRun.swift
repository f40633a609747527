import ConformanceKit

/// Runs the kit on one library of the folder.
struct KitRun {
  let folder: String
  let jobs: Int

  /// Everything but the fuzzers, which search for what nobody wrote down.
  func report(of file: String) async throws -> ConformanceReport {
    do {
      return try await Conformance.check("\(folder)/\(file)", level: .full) { settings in
        settings.selection.skipped.append("fuzz.*")
        settings.seed = 1
        settings.jobs = jobs
      }
    } catch let failure as ConformanceFailure {
      return failure.report
    }
  }
}
