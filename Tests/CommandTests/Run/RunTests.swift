import Foundation
import Hookswitch
import Testing

@Suite("hookswitch run")
struct RunTests {
  private static let providers = """
    {"providers": [{"name": "loopback", "transport": "org.hookswitch.loopback"}, {"name": "example-c", "transport": "org.hookswitch.example-c"}]}
    """

  /// Runs the command with only Loopback and TransportC: a SIP provider of this machine would want the same port in each run.
  private func run(_ arguments: [String], input: String = "") async throws -> BuiltCommand.Outcome {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let own = arguments.contains("--config") ? [] : ["--config", try scratch.write(Self.providers, to: "providers.json").path]
    return try await BuiltCommand.run(
      ["run", "--transport-path", try TransportFolder.shared.get().path] + own + arguments, input: input)
  }

  /// Returns the lines of the output of `--json` as objects.
  private func objects(_ outcome: BuiltCommand.Outcome) throws -> [[String: Any]] {
    try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test("A script in a pipe dials, waits, holds, ends and quits, with exit code 0")
  func pipe() async throws {
    let outcome = try await run([], input: "dial loopback 5550100\nwait active\nhold\nend\nquit\n")
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaint.isEmpty)
    let states = outcome.output.matches(of: /c1 +([a-z]+)/).map(\.1)
    #expect(states == ["requested", "dialing", "connecting", "active", "held", "ending", "ended"])
    #expect(!outcome.output.contains("\u{1B}"))
  }

  @Test("A provider for which no descriptor is left is reported as lost, and the others go on")
  func descriptors() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let accounts = (0..<40).map { "{\"name\": \"a\($0)\", \"transport\": \"org.hookswitch.loopback\"}" }
    let file = try scratch.write("{\"providers\": [\(accounts.joined(separator: ","))]}", to: "many.json")
    let outcome = try await BuiltCommand.run(
      [
        "run", "--isolation", "inside", "--transport-path", try TransportFolder.shared.get().path, "--config", file.path, "dial a0 5550100",
        "wait active", "end",
      ],
      descriptors: 64)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.contains("no thread or file descriptor is left"))
    #expect(outcome.output.contains("c1          active"))
  }

  @Test("Arguments are command lines; after them calls are ended, whatever is on standard input")
  func arguments() async throws {
    let outcome = try await run(["dial example-c 5550100", "wait active"], input: "nonsense\n")
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("example-c to tel:5550100"))
    #expect(outcome.output.contains("ended       localEnded, user"))
  }

  @Test("Each event and each answer of --json is an object on its own line")
  func json() async throws {
    let outcome = try await run(["--json", "dial loopback 5550100", "wait active", "calls", "mute", "end", "quit"])
    let objects = try objects(outcome)
    #expect(objects.compactMap { $0["answer"] as? String } == Array(repeating: "done", count: 6))
    let events = objects.filter { $0["call"] as? String == "c1" }.compactMap { $0["event"] as? String }
    #expect(events == ["requested", "dialing", "connecting", "active", "muted", "ending", "ended"])
    let listed = objects.first { $0["command"] as? String == "calls" }?["calls"] as? [[String: Any]]
    #expect(listed?.map { $0["state"] as? String } == ["active"])
    let ready = Set(objects.compactMap { $0["event"] as? String == "ready" ? $0["provider"] as? String : nil })
    #expect(ready.isSuperset(of: ["loopback", "example-c"]))
  }

  @Test("configure gives a transport settings during calls, and names the path of a setting that it refuses")
  func configure() async throws {
    let outcome = try await run([
      "dial loopback 5550100", "wait active", #"configure loopback {"max-calls": 3}"#, "hold", #"configure loopback {"max-calls": "many"}"#,
      "end",
    ])
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("loopback uses its new settings"))
    #expect(outcome.output.contains("c1          held"))
    #expect(outcome.complaint.contains(#"configure loopback {"max-calls": "many"}: loopback keeps its settings: "#))
    #expect(outcome.complaint.contains("/max-calls"))
  }

  @Test("An event is printed before its answer, in each of many runs")
  func order() async throws {
    let commands = ["dial loopback 5550100", "calls", "wait active", "calls", "hold", "calls", "resume", "calls", "end", "calls"]
    for _ in 0..<12 {
      let objects = try objects(try await run(["--json"] + commands))
      var states: [String: String] = [:]
      var listings = 0
      for object in objects {
        if let calls = object["calls"] as? [[String: Any]] {
          listings += 1
          let listed = Dictionary(
            uniqueKeysWithValues: calls.compactMap { call in
              (call["call"] as? String).flatMap { name in (call["state"] as? String).map { (name, $0) } }
            })
          #expect(listed == states.filter { $0.value != "ended" })
        } else if let call = object["call"] as? String, let state = object["state"] as? String {
          states[call] = state
        } else if object["command"] as? String == "wait active" {
          #expect(states == ["c1": "active"])
        }
      }
      #expect(listings == 5)
    }
  }

  static let refusals: [(commands: [String], complaint: String)] = [
    (["hold"], "hold: no call is active"), (["dial nobody 1"], "dial nobody 1: there is no provider nobody"),
    (["dial loopback mailto:a@b.c"], "unsupportedHandle"), (["dial loopback 5550116", "wait active", "hold"], "hold: failed, "),
    (["dial loopback 5550103", "wait active 0.2"], "wait active 0.2: active did not happen in time; c1 is connecting"),
    (["dial loopback 5550100", "wait active", "dial example-c 5550100", "wait active", "merge"], "merge: refused, groupingUnsupported"),
    (["dance"], "dance: unknown command dance"),
  ]

  @Test("A script whose command is refused or fails reports its name, the reason and exit code 1", arguments: refusals)
  func refused(_ refusal: (commands: [String], complaint: String)) async throws {
    let outcome = try await run(refusal.commands)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaint.hasPrefix("hookswitch: run: "))
    #expect(outcome.complaint.contains(refusal.complaint), "\(outcome.complaint)")
    #expect(outcome.complaint.filter { $0 == "\n" }.count == 1)
  }

  @Test("Two calls of two transports: one is held for the other, swapped, and resumed when the other ends")
  func twoCalls() async throws {
    let outcome = try await run([
      "dial loopback 5550100", "wait active", "dial example-c 5550100", "wait active", "wait c1 held", "swap", "wait c1 active",
      "wait c2 held", "end c1", "wait c2 active", "calls",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("c2   active"))
  }

  @Test("Calls of one transport are merged and split", arguments: ["loopback", "example-c"])
  func merge(_ provider: String) async throws {
    let outcome = try await run([
      "--json", "dial \(provider) 5550100", "wait c1 active", "dial \(provider) 5550100", "wait c2 active", "merge", "wait merged",
      "split c1", "wait c2 held",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
  }

  @Test("The far end calls back, and that call is answered")
  func callBack() async throws {
    let outcome = try await run(["dial example-c 5550110", "wait ended", "wait incoming", "answer", "wait active", "end", "wait ended"])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("incoming    example-c from tel:5550110 (Calling back)"))
  }

  @Test(
    "--auto-answer takes every call, each on its own line, or on another line when the file says so",
    arguments: [
      (nil, "each-1"), ("main", "main"),
    ])
  func autoAnswer(_ line: String?, _ expected: String) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let said = line.map { ", \"line\": \"\($0)\"" } ?? ""
    let file = try scratch.write("{\"providers\": [{\"name\": \"door\", \"transport\": \"loopback\"\(said)}]}", to: "door.json")
    let outcome = try await run([
      "--json", "--auto-answer", "--config", file.path, "dial door 5550110", "wait ended", "wait incoming", "wait active",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    let active = try objects(outcome).first { $0["event"] as? String == "active" && $0["direction"] as? String == "incoming" }
    #expect(active?["line"] as? String == expected)
  }

  @Test("A number that an instance owns rings there")
  func ownNumbers() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write(
      """
      {"providers": [{"name": "desk", "transport": "org.hookswitch.loopback"},
                     {"name": "door", "transport": "org.hookswitch.loopback", "line": "door", "settings": {"own-numbers": ["100"]}}]}
      """, to: "house.json")
    let outcome = try await run([
      "--config", file.path, "dial desk 100", "wait incoming", "answer", "wait c1 active", "wait c2 active", "calls",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("door from"))
    #expect(outcome.output.contains("line door"))
  }

  @Test("A decline's reason reaches the caller, and the journal keeps reason and text; another word is refused with the reasons")
  func decline() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write(
      """
      {"providers": [{"name": "desk", "transport": "org.hookswitch.loopback"},
                     {"name": "door", "transport": "org.hookswitch.loopback", "line": "door", "settings": {"own-numbers": ["100"]}}]}
      """, to: "house.json"
    ).path
    let journal = scratch.url.appendingPathComponent("journal").path
    let command = "decline c2 busyEverywhere Back at five"
    let outcome = try await run([
      "--json", "--journal", journal, "--config", file, "dial desk 100", "wait incoming", command, "wait c1 ended", "wait c2 ended",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    let objects = try objects(outcome)
    #expect(objects.contains { $0["command"] as? String == command && $0["answer"] as? String == "done" && $0["call"] as? String == "c2" })
    let ended = objects.filter { $0["event"] as? String == "ended" }
    #expect(ended.first { $0["call"] as? String == "c1" }?["text"] as? String == "100 is busy")
    #expect(ended.first { $0["call"] as? String == "c2" }?["cause"] as? String == "declined")
    #expect(try String(contentsOfFile: journal, encoding: .utf8).contains(#"{"reason":"busyEverywhere","text":"Back at five"}"#))
    let other = try await run(["--json", "--config", file, "dial desk 100", "wait incoming", "decline politely"])
    #expect(other.exitCode == 1)
    #expect(other.complaint.contains("a reason to decline: declined, busy, busyEverywhere"))
  }

  static let badFiles: [(text: String, place: String)] = [
    ("{", "$: is not JSON"),
    (#"{"providers": [{"transport": "org.example.nobody"}]}"#, "$.providers[0].transport: found no transport \"org.example.nobody\""),
    (#"{"transports": ["nowhere"]}"#, "$.transports[0]: there is no folder"),
    (#"{"providers": [{"transport": "loopback", "settings": {"own-numbers": [""]}}]}"#, "$.providers[0].settings: create"),
    (
      #"{"pins": {"org.hookswitch.loopback": "\#(String(repeating: "0", count: 64))"}, "providers": [{"transport": "loopback"}]}"#,
      "$.providers[0].transport: org.hookswitch.loopback"
    ),
  ]

  @Test("A bad file reports its name, the place, the reason and exit code 2", arguments: badFiles)
  func badFile(_ bad: (text: String, place: String)) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = try scratch.write(bad.text, to: "bad.json")
    let outcome = try await run(["--config", file.path, "calls"])
    #expect(outcome.exitCode == 2, "\(outcome.output)")
    #expect(outcome.complaint.hasPrefix("hookswitch: run: \(file.path): \(bad.place)"), "\(outcome.complaint)")
  }

  @Test("A signal ends calls first, then the command, with 130 or 143", arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
  func signals(_ signal: Int32, _ code: Int32) async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let process = Process()
    process.executableURL = BuiltCommand.folder.appendingPathComponent("hookswitch")
    let providers = try scratch.write(Self.providers, to: "providers.json")
    process.arguments = ["run", "--transport-path", try TransportFolder.shared.get().path, "--config", providers.path]
    process.environment = BuiltCommand.inherited(home: scratch.url.path)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try input.fileHandleForWriting.write(contentsOf: Data("dial loopback 5550100\n".utf8))
    let chunks = AsyncStream<Data> { continuation in
      // On a thread: if another test forks while it is closed, Dispatch may report on a freed handle.
      Thread.detachNewThread {
        while true {
          let data = output.fileHandleForReading.availableData
          if data.isEmpty { break }
          continuation.yield(data)
        }
        continuation.finish()
      }
    }
    let watch = Task {
      var text = ""
      for await chunk in chunks {
        if !text.contains("active"), String(decoding: chunk, as: UTF8.self).contains("active") { kill(process.processIdentifier, signal) }
        text += String(decoding: chunk, as: UTF8.self)
      }
      return text
    }
    #expect(try await process.runToEnd() == code)
    #expect(await watch.value.contains("ended       localEnded, user"))
  }

  @Test("A journal of a run can be read, and replays to the same decisions")
  func journal() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = scratch.url.appendingPathComponent("calls.journal").path
    let outcome = try await run(["--journal", file, "dial loopback 5550100", "wait active", "dial example-c 5550107", "wait ended", "end"])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    let reading = try JournalReading(path: file)
    var replay = JournalReplay()
    for record in reading.records { try replay.run(record) }
    #expect(replay.events > 10)
    #expect(!reading.isCutShort)
    #expect(try await BuiltCommand.run(["replay", file]).exitCode == 0)
  }

  @Test("A journal that cannot be written is a usage error before anything runs")
  func badJournal() async throws {
    let outcome = try await run(["--journal", "/nowhere/calls.journal", "calls"])
    #expect(outcome.exitCode == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("/nowhere/calls.journal"))
  }
}
