internal import CallDirectory
internal import ConformanceReport
internal import ConformanceSupervisor
internal import TransportABI

/// A request and its end, as the host and the plugin's process saw it.
struct DirectoryObservation: Sendable {
  /// The new table and its counts; nil for a load that failed.
  var outcome: DirectoryLoad.Outcome?
  /// The reason for which the load failed.
  var error: DirectoryError?
  /// The end of the process; nil when none was started.
  var end: SourceEnd?
  /// The plugin's conduct; nil for a program.
  var witness: RequestWitness?
  /// The time of the load.
  var duration: Duration = .zero
  /// True when the host gave up because nothing happened.
  var hasStalled = false
  /// True when the load took longer than a host waits.
  var isLate = false
  /// The time without an entry after which the host gives up.
  var patience: Duration = .zero

  /// A count of the plugin's conduct; 0 for a program.
  subscript(mark: RequestWitness.Mark) -> Int { Int(clamping: witness?[mark] ?? 0) }

  /// The text that the process printed last, as the end of a sentence.
  var lastWords: String {
    let line = end?.output.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    return line.isEmpty ? "" : "; it printed last: \(QuotedText.shortened(line))"
  }

  /// True when the host did not have to end the process, and the plugin did not end it either.
  var endedByItself: Bool { end?.wasKilled == false && (witness == nil || self[.ended] > 0) }

  /// The function of the plugin in which its process ended, as the end of a sentence.
  var place: String {
    guard witness != nil else { return "" }
    if self[.function] == Int(RequestWitness.Function.load.rawValue) { return " while it was loaded" }
    if self[.heard] == 1 { return " in cancel" }
    if self[.function] == Int(RequestWitness.Function.begin.rawValue) { return " in begin_request, after entry \(self[.entries])" }
    return " after begin_request had returned, after entry \(self[.entries])"
  }

  /// The death of the process by a signal or an exit of the plugin's own; nil when it ended otherwise.
  var death: DirectoryFault? {
    guard let end, !end.wasKilled else { return nil }
    let test = self[.function] == Int(RequestWitness.Function.load.rawValue) ? "directory.describe" : "directory.crash"
    if end.signal != 0 {
      return DirectoryFault(test: test, status: .crash, sentence: "\(SignalName.of(end.signal))\(place)\(lastWords)")
    }
    guard witness != nil, self[.ended] == 0 else { return nil }
    return DirectoryFault(
      test: test, status: .crash, sentence: "the plugin ended its process with exit code \(end.exitCode)\(place)\(lastWords)")
  }

  /// The reason for which a load failed, with the test that finds it in the first request; nil for a load that worked.
  var fault: DirectoryFault? {
    guard let error else { return nil }
    if witness != nil, self[.begun] == 0, error.code != .noExtensionFound {
      return DirectoryFault(status: .error, sentence: "hookswitch-helper is not of this version: \(error.message)")
    }
    if self[.badTokens] > 0 {
      return DirectoryFault(
        test: "directory.token",
        sentence: "complete refused the token: it has more than \(HSW_DIRECTORY_TOKEN_MAX) bytes, or a control character")
    }
    switch error.code {
    case .noExtensionFound: return DirectoryFault(test: "directory.describe", sentence: error.message)
    case .entriesOutOfOrder where error.value == "*": return DirectoryFault(test: "directory.all-removals", sentence: "\(error)")
    case .entriesOutOfOrder, .duplicateEntries: return DirectoryFault(test: "directory.order", sentence: "\(error)")
    case .invalidNumber, .invalidLabel: return DirectoryFault(test: "directory.entries", sentence: "\(error)")
    case .maximumEntriesExceeded: return DirectoryFault(test: "directory.size", sentence: "\(error)")
    case .loadingInterrupted: return interruption(error)
    case .cancelled: return DirectoryFault(test: "directory.full", sentence: "the \(noun) cancelled: \(error.message)")
    case .unknown, .extensionDisabled, .currentlyLoading, .unexpectedIncrementalRemoval:
      return DirectoryFault(test: "directory.full", sentence: "\(error)")
    }
  }

  private var noun: String { witness == nil ? "program" : "plugin" }

  private func interruption(_ error: DirectoryError) -> DirectoryFault {
    if hasStalled {
      return DirectoryFault(
        test: "directory.full", status: .timeout,
        sentence: "neither an entry nor an end came for \(SecondsText.of(patience))\(place)\(lastWords)")
    }
    if let death { return death }
    if isLate { return DirectoryFault(test: "directory.size", status: .timeout, sentence: error.message) }
    return DirectoryFault(test: "directory.full", sentence: "\(error)")
  }
}
