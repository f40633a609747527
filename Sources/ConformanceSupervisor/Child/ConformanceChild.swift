internal import CConformance
package import ConformanceHarness
internal import ConformanceReport
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The process of one test, the only one that opens the plugin.
package enum ConformanceChild {
  /// The child's exit code when it cannot write its result, because the plugin closed the descriptor.
  static let muteExitCode: Int32 = 71

  /// The child's exit code when it did not reach its test.
  static let lostExitCode: Int32 = 70

  /// Runs the test that `words` ask for, or without words the order that the supervisor gave, and writes its result.
  ///
  /// - Parameter find: returns the test of an order; nil when there is none.
  /// - Returns: the process's exit code: 0 whatever the result, which is in the record.
  package static func run(_ words: [String], finding find: (ChildOrder) -> ConformanceTest?) -> Int32 {
    guard var order = ChildOrder(words.isEmpty ? ChildOrder.given() : words) else { return complain("the order is not the supervisor's") }
    guard let test = find(order) else { return complain("the test \(order.test) does not exist") }
    guard let page = LastCallPage(file: ChildOrder.pageDescriptor) else { return complain("the last-call page cannot be mapped") }
    close(ChildOrder.pageDescriptor)
    page.watchFaults()
    // A high number, out of the way of the descriptors that the plugin opens.
    let result = fcntl(ChildOrder.resultDescriptor, F_DUPFD_CLOEXEC, 200)
    guard result >= 0 else { return complain("the result descriptor cannot be moved: \(String(cString: strerror(errno)))") }
    close(ChildOrder.resultDescriptor)
    if order.isolation == .apart {
      page.keepFromForks(true)
      guard ExecutorProcess.start() else { return complain("the plugin cannot have a process apart: \(String(cString: strerror(errno)))") }
      page.keepFromForks(false)
    }
    if words.isEmpty { order.takeNonce() }

    let run: TestRun
    do {
      run = try order.run(page)
    } catch {
      return complain("\(error)")
    }
    let record = TestBody(test: test, nonce: order.nonce).record(of: run)
    return say(record, on: result) ? 0 : muteExitCode
  }

  private static func say(_ record: TestRecord, on descriptor: Int32) -> Bool {
    let bytes = Array((record.line + "\n").utf8)
    return hookswitch_write_directly(descriptor, bytes, bytes.count) == 0
  }

  private static func complain(_ sentence: String) -> Int32 {
    let bytes = Array("hookswitch: \(ChildOrder.verb): \(sentence); it is the supervisor's, use hookswitch conform\n".utf8)
    _ = bytes.withUnsafeBytes { systemWrite(STDERR_FILENO, $0) }
    return lostExitCode
  }
}

/// `write` of the C library, under a name that no member hides.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}

/// Runs a test's body in the current process.
struct TestBody {
  let test: ConformanceTest
  let nonce: String

  /// Runs the body, and returns the record of its ending.
  func record(of run: TestRun) -> TestRecord {
    let before = ResourceCount.now
    var site: FailureSite?
    var record = TestRecord(nonce: nonce, ending: ending(of: run, &site))
    run.endProcesses()
    if let left = ExecutorProcess.finish(), record.ending == .passed {
      record.ending = .failed(left.sentence)
      site = run.site(of: left)
    }
    // Whatever the test noticed first, the end of the process is the reason.
    if let loss = run.loss { record.ending = .crashed("the plugin's process was lost: \(loss)") }
    record.before = before
    record.after = .now
    record.warnings = run.warnings
    if case .failed = record.ending { record.noted = run.notedBreaches }
    if run.loss == nil { record.site = site }
    if record.ending != .passed { record.transcript = run.transcript().map { QuotedText.shortened($0) } }
    return record
  }

  private func ending(of run: TestRun, _ site: inout FailureSite?) -> TestRecord.Ending {
    do {
      try test.body(run)
      return .passed
    } catch let failure as TestFailure {
      site = run.site(of: failure)
      return .failed(QuotedText.shortened(failure.sentence, to: 2000))
    } catch let skip as TestSkip {
      return .skipped(skip.reason)
    } catch let refusal as TransportRefusal {
      let failure = TestFailure("the loader refuses the plugin: \(refusal)", expected: "a library that hosts load")
      site = run.site(of: failure)
      return .failed(failure.sentence)
    } catch let unable as TestUnable {
      return .unable(unable.sentence)
    } catch {
      return .unable("the test ended with an error that it should have explained: \(error)")
    }
  }
}
