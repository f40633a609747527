import CallControl

/// The journal of calls, as a flight recorder gets it: input for the counting of metrics.
struct CountedCalls {
  /// The records, in the order of their times.
  private(set) var records: [JournalRecord] = []
  /// The number of calls.
  private(set) var calls = 0

  /// An outgoing call that is connected and then ended here: the course of most calls.
  static let simple: [CoreScript.Step] = [
    .ask { a, _ in .transaction([.start(a, provider: CoreScript.provider, StartDetails(handle: CoreScript.handle))]) }, .fulfil,
    .report { a, _ in (a, .startedConnecting) }, .report { a, _ in (a, .connected) }, .ask { a, _ in .transaction([.end(a)]) }, .fulfil,
  ]

  /// Makes the journal of a script on a number of lines, whose steps alternate.
  ///
  /// - Parameters:
  ///   - script: the steps.
  ///   - callsInScript: the number of calls that the script makes.
  ///   - lineCount: the number of lines.
  init(_ script: [CoreScript.Step], callsInScript: Int, lineCount: Int) {
    var lines = (0..<lineCount).map { CoreLine($0, roster: CoreScript.roster) }
    var now = Instant.zero
    for step in script {
      now = now.advanced(by: .milliseconds(1))
      for place in lines.indices {
        let event = lines[place].event(step)
        let effects = lines[place].receive(event, at: now)
        lines[place].note(effects)
        records.append(JournalRecord(time: now, .received(lines[place].line.id, event, effects)))
      }
    }
    calls = lineCount * callsInScript
  }
}
