internal import TransportLoader

/// Runs a test's body in the current process.
struct TestBody {
  let test: ConformanceTest
  let nonce: String

  /// Runs the body, and returns the record of its ending.
  func record(of run: TestRun) -> TestRecord {
    let before = ResourceCount.now
    var record = TestRecord(nonce: nonce, ending: ending(of: run))
    record.before = before
    record.after = .now
    record.warnings = run.warnings
    if record.ending != .passed { record.transcript = run.transcript().map { QuotedText.shortened($0) } }
    return record
  }

  private func ending(of run: TestRun) -> TestRecord.Ending {
    do {
      try test.body(run)
      return .passed
    } catch let failure as TestFailure {
      return .failed(QuotedText.shortened(failure.sentence, to: 2000))
    } catch let skip as TestSkip {
      return .skipped(skip.reason)
    } catch let refusal as TransportRefusal {
      return .failed("the loader refuses the plugin: \(refusal)")
    } catch let unable as TestUnable {
      return .unable(unable.sentence)
    } catch {
      return .unable("the test ended with an error that it should have explained: \(error)")
    }
  }
}
