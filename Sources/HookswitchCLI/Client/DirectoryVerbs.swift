internal import CallDirectory
internal import FoundationEssentials
internal import HostConfiguration
internal import HostDoors
internal import HostSurface
internal import Locking
internal import StrictJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// The verbs of call directories that take time: they show their progress on a terminal.
extension ClientVerb {
  /// Loads a directory again, and shows the time that has passed.
  static func reloadDirectory(_ verb: ClientVerb, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    let client = try DaemonClient(arguments, verb: verb.name)
    let name = arguments.operands[0]
    let progress = ProgressLine(console)
    progress.tick { seconds in "\(name): loading for \(seconds) s" }
    let report: JSONValue
    do throws(ClientError) {
      // The directory's own deadline counts.
      report = try client.client.request(verb.method, verb.parameters(of: arguments), deadline: .seconds(86_400))
    } catch {
      progress.end()
      throw ClientFailure.error(error, verb: verb.name)
    }
    progress.end()
    console.print(arguments.has("--json") ? report.text : text(report, hasBegun: arguments.has("--no-wait")))
  }

  private static func text(_ report: JSONValue, hasBegun: Bool) -> String {
    if hasBegun { return "the load has begun; hookswitch directory shows its end" }
    func count(_ name: String) -> String { "\(report[name]?.integer ?? 0)" }
    var seconds = 0.0
    if case .number(let number)? = report["seconds"] { seconds = number.double }
    return """
      \(report["incremental"] == .bool(true) ? "changes" : "everything") loaded in \(seconds) s
      blocking: \(count("blockingAdded")) added, \(count("blockingRemoved")) removed
      identification: \(count("identificationAdded")) added, \(count("identificationRemoved")) removed
      """
  }
}

/// `hookswitch directory check FILE`: reads a file as a load does, without a daemon.
enum DirectoryCheckVerb: Verb {
  static let syntax = VerbSyntax(
    name: "directory check", summary: "Check a file of numbers or records, without a daemon",
    discussion: """
      Reads FILE as a load does, and prints its counts, or its first error with the line and the entry. FILE is a .csv or .txt file as \
      a directory's member file names it; any other file is a stream of records, as a program of a directory writes it. It speaks with \
      no daemon and stores nothing.
      """,
    operands: [VerbOperand("FILE", .one, "The file.")],
    options: [
      VerbOption("--sort", "Sort the records, as a directory with \"sort\" does."),
      VerbOption("--region", value: "REGION", "The region of national numbers in a .csv or .txt file, such as GB."),
      VerbOption("--maximum", value: "COUNT", "The largest number of entries (default 20000000)."),
      VerbOption("--json", "Print the counts and the error as JSON."),
    ],
    examples: [VerbExample("hookswitch directory check numbers.csv", "Check a file before a directory loads it.")],
    exitCodes: [.success: "The file is good.", .failure: "It has an error, which is printed.", .usage: "The arguments are wrong."])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let path = arguments.operands[0]
    var template = Array((FileManager.default.temporaryDirectory.path + "/hookswitch-check-XXXXXX").utf8CString)
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) != nil else {
      throw .failed("directory check: cannot make a temporary folder: \(String(cString: strerror(errno)))")
    }
    let folder = template.withUnsafeBufferPointer { buffer in buffer.baseAddress.map { String(cString: $0) } ?? "" }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var check = SourceCheck(path, folder: folder)
    check.limits.sorts = arguments.has("--sort")
    if let region = arguments.value("--region") {
      guard LocalNumbers(region: region) != nil else {
        throw .usage("directory check: --region \(PlainText.of(region)) \(LocalNumbers.refusal)")
      }
      check.region = region
      check.normalize = RegionNumbers.shared.normalize
    }
    if let text = arguments.value("--maximum") {
      guard let maximum = Int(text), maximum > 0 else { throw .usage("directory check: --maximum needs a number above 0") }
      check.limits.maximumEntries = maximum
    }
    let progress = ProgressLine(console)
    check.progress = { done, all in progress.show("\(path): \(all > 0 ? done * 100 / all : 100) %") }
    let result = check.run()
    progress.end()
    if arguments.has("--json") {
      console.print(json(result).text)
    } else if let error = result.error {
      console.complain("hookswitch: directory check: \(path): \(error.code.rawValue): \(error)")
    } else {
      console.print(text(result, path))
    }
    return result.error == nil ? .success : .failure
  }

  private static func text(_ result: SourceCheck.Result, _ path: String) -> String {
    let counts = RecordKind.allCases.filter { result.isIncremental || [.block, .identify].contains($0) }.map {
      "\(result.counts[$0.rawValue]) \($0.word)"
    }
    let dropped = result.dropped > 0 ? ", \(result.dropped) of them twice" : ""
    return
      "\(path): good, \(result.isIncremental ? "changes: " : "")\(counts.joined(separator: ", "))\(dropped); a table of \(result.bytes) bytes"
  }

  private static func json(_ result: SourceCheck.Result) -> JSONValue {
    let error = result.error.map { error -> JSONValue in
      .object(of: [
        "code": .string(error.code.rawValue), "number": .integer(error.code.number), "entry": error.entry.map { .integer($0) },
        "line": error.line.map { .integer($0) }, "value": error.value.map { .string($0) }, "message": .string(error.message),
      ])
    }
    var members = RecordKind.allCases.map { JSONValue.Member(name: $0.word, value: .integer(result.counts[$0.rawValue])) }
    members += [
      JSONValue.Member(name: "ok", value: .bool(error == nil)), JSONValue.Member(name: "incremental", value: .bool(result.isIncremental)),
      JSONValue.Member(name: "dropped", value: .integer(result.dropped)), JSONValue.Member(name: "bytes", value: .integer(result.bytes)),
    ]
    if let error { members.append(JSONValue.Member(name: "error", value: error)) }
    return .object(members)
  }
}

/// A line on the terminal of standard error that is written over; nothing elsewhere.
final class ProgressLine: Sendable {
  private struct State {
    var isShown = false
    var isOver = false
    var last = ""
  }

  private let console: Console
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let state = Locked(State())

  init(_ console: Console) { self.console = console }

  /// Shows a text in place of the one before.
  func show(_ text: String) {
    guard isTerminal else { return }
    let isNew = state.withLock { state in
      guard !state.isOver, state.last != text else { return false }
      (state.isShown, state.last) = (true, text)
      return true
    }
    if isNew { console.overwrite(text) }
  }

  /// Shows a text each second, until the end.
  ///
  /// - Parameter text: makes the text from the seconds that have passed.
  func tick(_ text: @escaping @Sendable (Int) -> String) {
    guard isTerminal else { return }
    let begin = ContinuousClock.now
    Task.detached { [self] in
      while !state.withLock({ $0.isOver }) {
        show(text(Int((ContinuousClock.now - begin).components.seconds)))
        try await Task.sleep(for: .seconds(1))
      }
    }
  }

  /// Removes the line.
  func end() {
    let wasShown = state.withLock { state in
      state.isOver = true
      return state.isShown
    }
    if wasShown { console.overwrite("") }
  }
}
