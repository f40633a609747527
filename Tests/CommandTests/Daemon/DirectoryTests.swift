import Foundation
import HostConfiguration
import StrictJSON
import Testing

@testable import HookswitchCLI

@Suite("hookswitch directory", .timeLimit(.minutes(5))) struct DirectoryTests {
  private static func script(_ text: String, in scratch: ScratchFolder) throws -> String {
    let path = try scratch.write("#!/bin/sh\n\(text)\n", to: "source").path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test("A daemon loads programs and files, blocks and names by them, and takes another list at a reload") func daemon() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let program = try Self.script(
      "printf 'hookswitch-directory 1 full\\nblock\\t12025550166\\nidentify\\t12025550167\\tPizza\\ncomplete\\n'", in: scratch)
    try scratch.write("number,action,label\n12025550166,identify,Scam\n", to: "names.csv")
    let spam = #"{"directory": "org.example.spam", "executable": ["\#(program)"]}"#
    let names = #"{"directory": "names", "file": "names.csv"}"#
    let daemon = try await RunningDaemon(others: #", "directories": [\#(spam), \#(names)]"#, in: scratch)
    try await daemon.until("org.example.spam: loaded")
    try await daemon.until("names: loaded")
    let rows = try await daemon.rows("directories", "directory")
    #expect(rows.map { $0["directory"] as? String } == ["org.example.spam", "names"])
    #expect(rows.map { $0["state"] as? String } == ["idle", "idle"] && rows[0]["blocking"] as? Int == 1)
    let decision = try await daemon.perform("check", "+12025550166", "--json")
    let value = try JSONReader.read(Array(decision.utf8))
    #expect(value["rule"] == "J8 org.example.spam" && value["refusal"] == "filteredByBlockList" && value["label"] == "Scam")
    #expect(try await daemon.perform("directory", "lookup", "+12025550167").contains("Pizza"))
    try await daemon.perform("directory", "disable", "org.example.spam")
    #expect(try await daemon.perform("check", "+12025550166").contains("ring"))
    #expect(try await daemon.run("directory", "reload", "org.example.spam").exitCode == 1)
    try await daemon.perform("directory", "enable", "org.example.spam")
    #expect(try await daemon.perform("directory", "reload", "org.example.spam").contains("blocking: 1 added"))
    // A reload of the configuration takes the new list at once.
    try RunningDaemon.write(#"[{"name": "home", "transport": "loopback"}]"#, #", "directories": [\#(names)]"#, to: scratch)
    #expect(try await daemon.perform("api", "host.reload").contains("$.directories"))
    #expect(try await daemon.rows("directories", "directory").count == 1)
    #expect(try await daemon.perform("check", "+12025550166", "--json").contains("\"I2\""))
    #expect(try await daemon.end() == 0)
  }

  /// The processes whose command line has a text.
  private static func processes(with text: String) -> Int {
    let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { Int($0) != nil }
    return numbers.filter { number in
      guard let line = FileManager.default.contents(atPath: "/proc/\(number)/cmdline") else { return false }
      return String(decoding: line, as: UTF8.self).hasPrefix("tail") && String(decoding: line, as: UTF8.self).contains(text)
    }.count
  }

  private static func until(_ isSo: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while !isSo() {
      try #require(ContinuousClock.now < end)
      await RunningDaemon.pause()
    }
  }

  @Test("L1: kill -9 of the daemon in a load leaves the old table, no process and no temporary file") func death() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let mark = scratch.url.path + "/mark"
    let program = try Self.script(
      """
      if [ -e \(mark) ]; then
        printf 'hookswitch-directory 1 full\\nblock\\t9\\n'
        exec tail -f \(mark)
      fi
      printf 'hookswitch-directory 1 full\\nblock\\t12025550166\\ncomplete\\n'
      """, in: scratch)
    let directories = #", "directories": [{"directory": "spam", "executable": ["\#(program)"]}]"#
    let daemon = try await RunningDaemon(others: directories, in: scratch)
    try await daemon.until("spam: loaded")
    try scratch.write("", to: "mark")
    try await daemon.perform("directory", "reload", "spam", "--no-wait")
    try await Self.until { Self.processes(with: mark) == 1 }
    daemon.signal(SIGKILL)
    _ = await daemon.ended()
    try await Self.until { Self.processes(with: mark) == 0 }
    let next = try await RunningDaemon(others: directories, in: scratch)
    #expect(try await next.perform("check", "+12025550166", "--json").contains(#""rule":"J8 spam""#))
    let tables = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/.local/state/hookswitch/directories")
    #expect(tables == ["spam.1.hswdir"], "\(tables)")
    #expect(try await next.end() == 0)
  }

  @Test("The configuration's errors name their place")
  func configuration() throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    func error(_ directory: String) throws -> RunConfigError? {
      let file = try scratch.write(#"{"directories": [{"directory": "a", "file": "a.txt"}, \#(directory)]}"#, to: "c.json").path
      do throws(RunConfigError) { _ = try DaemonConfig.read(file: file) } catch { return error }
      return nil
    }
    #expect(try error(#"{"directory": "b", "file": "b.csv", "region": "GB", "sort": true, "every": 60, "deadline": 1.5}"#) == nil)
    #expect(try error(#"{"directory": "b", "plugin": "b.so", "settings": {"a": 1}, "network": true}"#) == nil)
    #expect(try error(#"{"directory": "b", "executable": ["/bin/true"], "network": true, "enabled": false, "order": -1}"#) == nil)
    for (text, place, reason) in [
      (#"{"directory": "a", "file": "b.csv"}"#, ".directory", "another directory"), (#"{"file": "b.csv"}"#, ".directory", "is missing"),
      (#"{"directory": "../a", "file": "b.csv"}"#, ".directory", "is no id"), (#"{"directory": "b"}"#, "", "exactly one"),
      (#"{"directory": "b", "file": "b.csv", "executable": ["/bin/true"]}"#, "", "exactly one"),
      (#"{"directory": "b", "file": "b.xml"}"#, ".file", ".csv"),
      (#"{"directory": "b", "executable": ["true"]}"#, ".executable", "absolute"),
      (#"{"directory": "b", "file": "b.csv", "network": true}"#, ".network", "executable"),
      (#"{"directory": "b", "executable": ["/bin/true"], "region": "GB"}"#, ".region", "file"),
      (#"{"directory": "b", "file": "b.csv", "region": "XX"}"#, ".region", "region"),
      (#"{"directory": "b", "plugin": "b.so", "file": "b.csv"}"#, "", "exactly one"),
      (#"{"directory": "b", "plugin": "b.so", "region": "GB"}"#, ".region", "file"),
      (#"{"directory": "b", "file": "b.csv", "settings": {}}"#, ".settings", "plugin"),
      (#"{"directory": "b", "file": "b.csv", "maximumEntries": 0}"#, ".maximumEntries", "1 to"),
    ] {
      let found = try #require(try error(text), "\(text)")
      #expect(found.path == "$.directories[1]\(place)" && found.reason.contains(reason), "\(found)")
    }
  }

  @Test("check reads files and streams without a daemon, and names the line of an error") func check() async throws {
    let scratch = try ScratchFolder()
    defer { scratch.remove() }
    let good = try scratch.write("number,action,label\n5,block,\n6,identify,Ann\n", to: "good.csv").path
    let text = try await BuiltCommand.run(["directory", "check", good])
    #expect(text.exitCode == 0 && text.output.contains("good, 1 block, 1 identify"), "\(text)")
    let stream = try scratch.write("hookswitch-directory 1 incremental\nunblock\t5\nblock\t9\nblock\t8\ncomplete\n", to: "stream").path
    let bad = try await BuiltCommand.run(["directory", "check", stream])
    #expect(bad.exitCode == 1 && bad.complaint.contains("entriesOutOfOrder: line 4, entry 3: 8 comes after 9"), "\(bad)")
    let sorted = try await BuiltCommand.run(["directory", "check", stream, "--sort", "--json"])
    let value = try JSONReader.read(Array(sorted.output.utf8))
    #expect(sorted.exitCode == 0 && value["ok"] == true && value["block"] == 2 && value["incremental"] == true)
    #expect(try await BuiltCommand.run(["directory", "check", scratch.url.path + "/none.csv"]).exitCode == 1)
  }
}
