import Foundation
import Hookswitch
import StrictJSON
import Testing

@testable import HookswitchCLI

@Suite("hookswitch demo")
struct DemoTests {
  /// The demo's transports, for the tests that change nothing in the folder.
  private static let folder = Result { try TransportFolder(plugins: ["Loopback", "MockPSTN"]) }

  /// Runs the demo; the recording goes to `recording`, or to a file that is removed.
  ///
  /// Beside the command there may be the SIP transport: it takes part only where SIPp is found.
  private func demo(
    _ folder: String, _ arguments: [String] = [], recording: String? = nil, findsSIPp: Bool = false
  ) async throws -> BuiltCommand.Outcome {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = recording ?? scratch.url.appendingPathComponent("demo.wav").path
    return try await BuiltCommand.run(
      ["demo", "--transport-path", folder, "--recording", file] + arguments, environment: findsSIPp ? [:] : ["PATH": scratch.url.path])
  }

  @Test("With Loopback, Mock PSTN and TransportC the demo succeeds, in a pipe without colour, and ends with next steps")
  func story() async throws {
    let folder = try Self.folder.get().path
    let outcome = try await demo(folder)
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.isEmpty)
    #expect(!outcome.output.contains("\u{1B}"))
    for chapter in DemoStory.chapters where !chapter.isForGuests {
      for rule in chapter.rules { #expect(outcome.output.contains(rule), "\(rule)") }
    }
    let events = outcome.output.matches(of: /│ +c([0-9]+) ([a-z]+)/).map { "c\($0.1) \($0.2)" }
    #expect(events.filter { $0.hasSuffix("ended") }.count == 9)
    for wanted in ["c3 incoming", "c1 merged", "c5 split"] { #expect(events.contains(wanted), "\(wanted)") }
    #expect(outcome.output.contains("failed, timedOut"))
    #expect(outcome.output.contains(/kill -9 [0-9]+, the process of mock-pstn/))
    #expect(outcome.output.contains("SIGKILL, 1 call ended"))
    #expect(outcome.output.contains("providerLost"))
    #expect(outcome.output.contains("hookswitch run --transport-path \(folder)"))
    #expect(!outcome.output.split(separator: "\n").contains { $0.hasSuffix(" ") })
  }

  @Test("G2: its recording has two channels with sound: Mock PSTN's digits went to Loopback, which sent them back")
  func recording() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = scratch.url.appendingPathComponent("heard.wav").path
    #expect(try await demo(try Self.folder.get().path, ["--fast"], recording: file).exitCode == 0)
    let sound = try SoundFile(file)
    #expect(sound.channels.count == 2)
    let sent = try #require(sound.meter(0))
    let said = try #require(sound.meter(1))
    #expect(sent.length >= .seconds(2))
    #expect(sent.dBFS > -40 && abs(sent.dBFS - said.dBFS) < 3)
  }

  @Test("Its journal replays")
  func journal() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let file = scratch.url.appendingPathComponent("demo.journal").path
    #expect(try await demo(try Self.folder.get().path, ["--journal", file, "--fast"]).exitCode == 0)
    #expect(try await BuiltCommand.run(["replay", file]).exitCode == 0)
  }

  private static let hasSIP = FileManager.default.fileExists(atPath: BuiltCommand.folder.appendingPathComponent("libSIP.so").path)

  @Test(
    "A SIP call goes to SIPp where it is installed, and is held and ended like any other",
    .enabled(if: hasSIP && ChildProcess.find("sipp") != nil))
  func sip() async throws {
    let folder = try TransportFolder(plugins: ["Loopback", "MockPSTN", "SIP"])
    defer { folder.remove() }
    let outcome = try await demo(folder.path, ["--fast"], findsSIPp: true)
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains("sip  is the transport org.hookswitch.sip"))
    #expect(outcome.output.contains("sip joins in"))
    #expect(outcome.output.contains(/dial sip sip:echo@127\.0\.0\.1:[0-9]+/))
    #expect(outcome.output.contains("10 calls on 4 providers"))
  }

  @Test("Without SIPp a line says so, and everything else succeeds", .enabled(if: hasSIP))
  func noSIPp() async throws {
    let folder = try TransportFolder(plugins: ["Loopback", "MockPSTN", "SIP"])
    defer { folder.remove() }
    let outcome = try await demo(folder.path, ["--fast"])
    #expect(outcome.exitCode == 0, "\(outcome.complaint)")
    #expect(outcome.output.contains(DemoSIPp.absence))
    #expect(!outcome.output.contains("sip joins in"))
  }

  @Test("A step that fails is named, with exit code 1")
  func lie() async throws {
    let folder = try TransportFolder(plugins: ["Loopback", "MockPSTN"])
    defer { folder.remove() }
    try folder.changeManifest("mockpstn.transport.json", "\"calls-back\": \"555-0110\"", "\"calls-back\": \"555-0102\"")
    let outcome = try await demo(folder.path)
    #expect(outcome.exitCode == 1)
    #expect(
      outcome.complaint
        == "hookswitch: demo: They call back: wait incoming 5: did not go as planned: incoming did not happen in time; c2 is ended\n")
  }

  @Test("A part without a transport is named, with what a transport for it must offer")
  func nobody() async throws {
    let folder = try TransportFolder(plugins: ["Loopback", "MockPSTN"])
    defer { folder.remove() }
    for file in ["mockpstn.transport.json", "transport_c.transport.json", "loopback.transport.json"] {
      try folder.changeManifest(file, "\"deaf-to-hold\"", "\"deaf\"")
    }
    let outcome = try await demo(folder.path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaint.contains("no transport can play the part near"))
    #expect(outcome.complaint.contains("answers, deaf-to-hold, echoes"))
  }

  // MARK: the story as data

  private func offer(_ id: String, _ numbers: [DemoOffer.Number]) throws -> DemoOffer {
    let members = numbers.map { "\"\($0.rawValue)\": \"\(id)-\($0.rawValue)\"" }.joined(separator: ", ")
    let manifest = try JSONReader.read(Array("{\"id\": \"\(id)\", \"x-demo\": {\(members)}}".utf8))
    return try #require(DemoOffer(manifest: manifest))
  }

  @Test(
    "A manifest without x-demo, or without known members in it, offers nothing",
    arguments: [
      #"{"id": "a"}"#, #"{"id": "a", "x-demo": {}}"#, #"{"id": "a", "x-demo": {"sings": "1"}}"#, #"{"id": "a", "x-demo": {"answers": 1}}"#,
      "[]",
      #"{"x-demo": {"answers": "1"}}"#,
    ])
  func noOffer(_ manifest: String) throws {
    #expect(DemoOffer(manifest: try JSONReader.read(Array(manifest.utf8))) == nil)
  }

  @Test("Each part gets its own transport while there are enough; all others are guests")
  func cast() throws {
    let all = try offer("org.x.all", DemoOffer.Number.allCases)
    let other = try offer("org.x.other", DemoOffer.Number.allCases)
    let simple = try offer("org.y.simple", [.answers])
    #expect(try DemoCast([simple, all, other]).players.map(\.name) == ["all", "other", "simple"])
    #expect(try DemoCast([simple, all, other]).players.map(\.role) == [.near, .far, .guest])
    #expect(try DemoCast([all]).players.map(\.name) == ["all", "all-far"])
    #expect(throws: CommandError.self) { try DemoCast([simple]) }
  }

  @Test("A new transport gets its own chapter, with its name and number in place of the part's")
  func guests() throws {
    let cast = try DemoCast([
      try offer("org.x.all", DemoOffer.Number.allCases), try offer("org.x.other", DemoOffer.Number.allCases),
      try offer("org.y.one", [.answers]), try offer("org.y.two", [.answers]),
    ])
    let book = DemoPlaybook(DemoStory.chapters, cast, recording: "demo.wav", kills: true)
    #expect(book.chapters.filter(\.isForGuests).map(\.title) == ["one joins in", "two joins in"])
    #expect(
      book.chapters.filter(\.isForGuests).map { $0.steps[0].deed } == [
        .command("dial one org.y.one-answers"), .command("dial two org.y.two-answers"),
      ])
    for chapter in book.chapters {
      #expect(!chapter.title.contains("{") && !chapter.text.contains("{"), "\(chapter.title)")
      for step in chapter.steps {
        switch step.deed {
        case .command(let line), .quietly(let line):
          #expect(!line.contains("{"))
          #expect(try RunCommand.parse(line) != nil)
        case .lose, .listen: break
        }
        for state in step.then { #expect(try RunCommand.parse("wait \(state)") != nil) }
      }
    }
  }
}
