import Foundation
import StrictJSON
import Testing

/// The example in Examples/MonkeyDirectory, as its README says.
@Suite("Examples/MonkeyDirectory: CallKit's sample of a call directory", .timeLimit(.minutes(5))) struct MonkeyDirectoryTests {
  private static let id = "org.hookswitch.example-monkey"
  private static let providers = #"[{"name": "home", "transport": "loopback"}]"#

  private static func build(in scratch: ScratchFolder) async throws -> String {
    let example = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Examples/MonkeyDirectory").standardized
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["make", "-s", "-C", example.path, "OUT=\(scratch.url.path)"]
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MAKE") && !$0.key.hasPrefix("MFLAGS") }
    try #require(try await process.runToEnd() == 0)
    return scratch.url.path + "/monkey_directory.so"
  }

  private static func directories(_ plugin: String, settings: String? = nil) -> String {
    let settings = settings.map { #", "settings": \#($0)"# } ?? ""
    return #", "directories": [{"directory": "\#(id)", "plugin": "\#(plugin)"\#(settings)}]"#
  }

  private func row(_ daemon: RunningDaemon) async throws -> [String: Any] {
    try #require(try await daemon.rows("directories", "directory", "list").first)
  }

  @Test("It loads everything, then its update, and then nothing more") func updates() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let daemon = try await RunningDaemon(others: Self.directories(try await Self.build(in: scratch)), in: scratch)
    try await daemon.until("\(Self.id): loaded")
    let first = try await row(daemon)
    #expect(first["source"] as? String == "plugin" && first["state"] as? String == "idle")
    #expect(first["blocking"] as? Int == 100 && first["identification"] as? Int == 2)
    #expect(try await daemon.perform("directory", "lookup", "+18885550102").contains("Local business"))
    let blocked = try JSONReader.read(Array(try await daemon.perform("check", "+12025550142", "--json").utf8))
    #expect(blocked["rule"] == .string("J8 \(Self.id)"))

    let update = try await daemon.perform("directory", "reload", Self.id)
    #expect(update.contains("changes loaded in") && update.contains("blocking: 1 added, 1 removed"), "\(update)")
    #expect(update.contains("identification: 1 added, 1 removed"))
    #expect(!(try await daemon.perform("check", "+12025550142")).contains("filteredByBlockList"))
    #expect(try await daemon.perform("directory", "lookup", "+14085550178").contains("New local business"))
    #expect(!(try await daemon.perform("directory", "lookup", "+18885550102").contains("Local business")))
    #expect(try await daemon.perform("directory", "reload", Self.id).contains("blocking: 0 added, 0 removed"))
    let full = try await daemon.perform("directory", "reload", Self.id, "--full")
    #expect(full.contains("everything loaded in") && full.contains("blocking: 100 added, 100 removed"), "\(full)")
    #expect(try await daemon.end() == 0)
  }

  @Test("A load that fails on purpose is reported, and its entries stay (L7)") func failures() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let plugin = try await Self.build(in: scratch)
    let daemon = try await RunningDaemon(others: Self.directories(plugin), in: scratch)
    try await daemon.until("\(Self.id): loaded")
    for (kind, code, words) in [
      ("order", "entriesOutOfOrder", "12025550110 comes after 12025550111"), ("cancel", "cancelled", "the list of numbers is out of date"),
      ("crash", "loadingInterrupted", "died by signal 6"),
    ] {
      try RunningDaemon.write(Self.providers, Self.directories(plugin, settings: #"{"fail": "\#(kind)"}"#), to: scratch)
      #expect(try await daemon.perform("api", "host.reload").contains("$.directories"))
      // The change of its settings loads it too.
      try await daemon.until("the old data stay: \(code)")
      let failed = try await row(daemon)
      #expect(failed["blocking"] as? Int == 100 && failed["identification"] as? Int == 2)
      let report = try #require(failed["lastReport"] as? [String: Any])
      let error = try #require(report["error"] as? [String: Any])
      #expect(failed["state"] as? String == "failed" && report["ok"] as? Bool == false)
      #expect(error["code"] as? String == code && (error["message"] as? String)?.contains(words) == true, "\(error)")
      if kind == "order" {
        #expect(error["number"] as? Int == 3 && error["entry"] as? Int == 2 && error["line"] as? Int == 3)
        #expect(error["value"] as? String == "12025550110")
      }
      if kind == "cancel" { #expect(error["domainCode"] as? Int == 7) }
      let reload = try await daemon.run("directory", "reload", Self.id)
      #expect(reload.exitCode == 1 && reload.complaint.contains(words), "\(reload)")
      #expect(try await daemon.perform("check", "+12025550142", "--json").contains("J8"))
    }
    #expect(try await daemon.end() == 0)
  }
}
