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

  /// Runs the test that `words`, the arguments after the verb, ask for, and writes its result.
  ///
  /// - Parameter find: returns the test of an order; nil when there is none.
  /// - Returns: the process's exit code: 0 whatever the result, which is in the record.
  package static func run(_ words: [String], finding find: (ChildOrder) -> ConformanceTest?) -> Int32 {
    guard let order = ChildOrder(words) else { return complain("the arguments are not the supervisor's") }
    guard let test = find(order) else { return complain("the test \(order.test) does not exist") }
    guard let page = LastCallPage(file: ChildOrder.pageDescriptor) else { return complain("the last-call page cannot be mapped") }
    close(ChildOrder.pageDescriptor)
    page.watchFaults()
    // A high number, out of the way of the descriptors that the plugin opens.
    let result = fcntl(ChildOrder.resultDescriptor, F_DUPFD_CLOEXEC, 200)
    guard result >= 0 else { return complain("the result descriptor cannot be moved: \(String(cString: strerror(errno)))") }
    close(ChildOrder.resultDescriptor)

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
    var bytes = Array((record.line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
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
    var record = TestRecord(nonce: nonce, ending: ending(of: run))
    run.endProcesses()
    // Whatever the test noticed first, the end of the process is the reason.
    if let loss = run.loss { record.ending = .crashed("the plugin's process was lost: \(loss)") }
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
