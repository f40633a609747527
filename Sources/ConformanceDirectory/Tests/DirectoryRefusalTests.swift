internal import CallDirectory
internal import ConformanceHarness
internal import ConformanceReport
internal import ConformanceSupervisor
internal import StrictJSON

/// The tests of hosts that refuse or give up, of settings, and of the size.
enum DirectoryRefusalTests {
  static let all: [DirectoryTest] = [
    DirectoryTest(
      "directory.settings", "Settings that the plugin does not know are refused with a reason, and none ends its process",
      isForPlugins: true,
      body: settings),
    DirectoryTest(
      "directory.secrets", "The plugin prints no value of its settings, and puts none into a reason or a token", isForPlugins: true,
      body: secrets),
    DirectoryTest("directory.refused", "After an entry that failed the plugin stops, without complete", isForPlugins: true, body: refused),
    DirectoryTest(
      "directory.cancel", "When the host gives up in the middle, the plugin ends its request within two seconds", isForPlugins: true,
      body: cancel),
    DirectoryTest("directory.expired", "A complete that has expired ends the request too", isForPlugins: true, body: expired),
    DirectoryTest("directory.size", "All entries come within the deadline, and are not more than a host takes", body: size),
  ]

  /// The number of entries that other threads of a plugin may still send after one has failed.
  private static let mayFollow = 16
  /// A member that no plugin knows.
  private static let stranger = "hookswitch-conform"

  // MARK: Settings

  private static func settings(_ bench: DirectoryBench) throws -> [String] {
    let long = String(repeating: "x", count: 60_000)
    let unknown: [JSONValue] = [.bool(true), .null, .string(long), .array([.array([.object([])])])]
    for value in unknown {
      let text = with(bench.config, [.init(name: stranger, value: value)])
      let name = "the unknown member \"\(stranger)\" (\(value.kind))"
      guard try refusal(bench, text, name) else {
        throw DirectoryFault(sentence: "\(name) was taken; begin_request must return an error with the reason in why")
      }
    }
    // Some plugin may want these, so that only its way of refusing counts.
    for text in ["7", "null", "[]", "\"text\"", "[[[[{}]]]]", "{}"] { _ = try refusal(bench, text, "the settings \(text)") }
    return []
  }

  /// Makes a request with settings; returns true when they were refused with a reason.
  private static func refusal(_ bench: DirectoryBench, _ config: String, _ name: String) throws -> Bool {
    let observation = try bench.make(.init(config: config))
    if let error = observation.error, error.code == .cancelled {
      // These are the host's own words for a request without a reason.
      let isSilent =
        error.message.hasPrefix("begin_request returned ") || error.message.hasPrefix("the source cancelled the load with code")
      if isSilent { throw DirectoryFault(sentence: "\(name) were refused without a reason: \(error.message)") }
      return true
    }
    if var fault = observation.fault {
      fault.sentence = "with \(name): \(fault.sentence)"
      throw fault
    }
    return false
  }

  private static func secrets(_ bench: DirectoryBench) throws -> [String] {
    let canary = "canary-7f3a91c4e2"
    let names = ["password", "secret", "key", "apiKey", stranger]
    let observation = try bench.make(
      .init(config: with(bench.config, names.map { .init(name: $0, value: .string(canary)) })))
    let places = [
      ("its output", observation.end?.output ?? ""), ("the reason", observation.error?.message ?? ""),
      ("the token", observation.outcome?.table.token ?? ""),
    ]
    if let place = places.first(where: { $0.1.contains(canary) })?.0 {
      throw DirectoryFault(sentence: "a value of the settings is in \(place): it may be a password, and output and reasons reach the log")
    }
    return []
  }

  /// Returns settings with more members; settings that are no object are left out.
  private static func with(_ config: String, _ members: [JSONValue.Member]) -> String {
    var all: [JSONValue.Member] = []
    if case .object(let own)? = try? JSONReader.read(Array(config.utf8)) { all = own }
    all.removeAll { one in members.contains { $0.name == one.name } }
    return JSONValue.object(all + members).text
  }

  // MARK: The host

  private static func refused(_ bench: DirectoryBench) throws -> [String] {
    let count = try entries(bench)
    for number in Set([1, (count + 1) / 2, count]).sorted() {
      let observation = try bench.make(.init(refused: number))
      let name = "after entry \(number) had failed"
      guard observation[.refused] == 1 else {
        if let fault = observation.fault { throw fault }
        throw TestSkip("it sent fewer entries than before")
      }
      if let death = observation.death { throw death }
      if observation[.completesAfterFailure] > 0 { throw DirectoryFault(sentence: "the plugin used complete \(name)") }
      if observation[.entriesAfterFailure] > mayFollow {
        throw DirectoryFault(sentence: "\(observation[.entriesAfterFailure]) more entries came \(name)")
      }
      guard observation.endedByItself else {
        throw DirectoryFault(status: .timeout, sentence: "the request did not end within two seconds \(name)")
      }
    }
    return []
  }

  private static func cancel(_ bench: DirectoryBench) throws -> [String] {
    let observation = try held(bench, .entry((try entries(bench) + 1) / 2))
    let count = observation[.entriesGivenUp]
    guard count <= mayFollow else {
      throw DirectoryFault(sentence: "\(count) entries came after the host had given up, each of which got HSW_E_CANCELLED")
    }
    return []
  }

  private static func expired(_ bench: DirectoryBench) throws -> [String] {
    let observation = try held(bench, .complete)
    let count = observation[.usesAfterEnd]
    guard count == 0 else {
      throw DirectoryFault(
        sentence: "the plugin used \(count == 1 ? "a function" : "\(count) functions") after complete, which had expired")
    }
    return []
  }

  /// Makes a request that the host gives up while the plugin waits.
  private static func held(_ bench: DirectoryBench, _ hold: RequestTrial.Hold) throws -> DirectoryObservation {
    let observation = try bench.make(.init(hold: hold))
    guard observation[.held] == 1 else {
      if let fault = observation.fault { throw fault }
      throw TestSkip("it sent fewer entries than before")
    }
    if let death = observation.death { throw death }
    guard observation.endedByItself else {
      let heard = observation[.heard] == 1 ? ", and cancel has not returned" : ""
      throw DirectoryFault(
        status: .timeout,
        sentence: """
          the request did not end within two seconds after the host had given up\(heard); return from begin_request, or use complete or \
          cancel where it returned HSW_PENDING
          """)
    }
    return observation
  }

  private static func entries(_ bench: DirectoryBench) throws -> Int {
    let count = try bench.first()[.entries]
    guard count > 0 else { throw TestSkip("it has no entries") }
    return count
  }

  // MARK: The size

  private static func size(_ bench: DirectoryBench) throws -> [String] {
    let first = try bench.first()
    guard let outcome = first.outcome else { return [] }
    let count = outcome.table.blocking + outcome.table.identification
    guard count > 0 else { return ["it has no entries"] }
    let seconds = Double(first.duration.components.seconds) + Double(first.duration.components.attoseconds) / 1e18
    let rate = Int(Double(count) / max(seconds, 0.000_001))
    return ["\(count) entries in \(SecondsText.of(first.duration)), \(rate) a second; the table has \(outcome.table.bytes) bytes"]
  }
}
