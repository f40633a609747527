import Foundation
import Testing

@testable import HookswitchCLI

@Suite("hookswitch run: upgrade", .timeLimit(.minutes(4)))
struct RunUpgradeTests {
  @Test("The calls of Loopback and of the mock PSTN move to new processes, there and back, and go on")
  func moved() async throws {
    let (scratch, folder) = (try ScratchFolder(), try TransportFolder(plugins: ["Loopback", "MockPSTN"]))
    defer {
      scratch.remove()
      folder.remove()
    }
    let file = try scratch.write(
      #"{"policy": {"maximumCallGroups": 3}, "providers": [{"name": "home", "transport": "loopback"}, {"name": "town", "transport": "mock-pstn"}]}"#,
      to: "home.json")
    let command = try RunningCommand(
      ["--transport-path", folder.path, "--config", file.path, "--isolation", "process"], home: scratch)
    for line in ["dial home 5550100", "wait c1 active", "dial town 5550120", "wait c2 active", "dial home 5550103"] {
      _ = try await command.perform(line)
    }
    for name in ["home", "town", "home", "town"] {
      // A library that was installed anew meanwhile.
      let library = URL(fileURLWithPath: folder.path).appendingPathComponent(name == "home" ? "libLoopback.so" : "libMockPSTN.so")
      try FileManager.default.copyItem(at: library, to: library.appendingPathExtension("new"))
      #expect(rename(library.path + ".new", library.path) == 0)
      let answer = try await command.perform("upgrade \(name)")
      let row = try #require((answer["upgrades"] as? [RunningCommand.Object])?.first, "\(answer)")
      #expect(row["way"] as? String == "calls" && row["calls"] as? Int == (name == "home" ? 2 : 1), "\(row)")
    }
    for line in [
      "end c3", "wait c3 ended", "resume c1", "wait c1 active", "mute c1", "dtmf c1 12", "end c1", "wait c1 ended", "resume c2",
      "wait c2 active", "end c2", "wait c2 ended",
    ] { _ = try await command.perform(line) }
    #expect(try await command.close() == 0)
  }
}
