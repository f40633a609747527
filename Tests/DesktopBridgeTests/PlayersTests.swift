import StrictJSON
import Testing

@testable import DesktopBridge

@Suite("DesktopMachine: music players") struct PlayersTests {
  private static let music = "org.mpris.MediaPlayer2.music"
  private static let talking = MachineStage.call("A", "dialing", isIncoming: false)

  private func answer(_ stage: inout MachineStage, _ effects: [DesktopEffect], _ member: String, _ reply: JSONValue, from: String = ":1.40")
    throws -> [DesktopEffect]
  {
    stage.take(.reply(try effects.tag(of: member), .values([reply], from: from)))
  }

  private func changed(_ status: String, by sender: String = ":1.40") -> DesktopEvent {
    .signal(
      DesktopSignal(
        sender, "/org/mpris/MediaPlayer2", "PropertiesChanged",
        ["org.mpris.MediaPlayer2.Player", .object(of: ["PlaybackStatus": .string(status)]), .array([])]))
  }

  /// Begins a call beside a player with these properties; returns the calls to the player.
  private func begin(_ stage: inout MachineStage, _ properties: JSONValue) throws -> [DesktopCall] {
    let names = try answer(
      &stage, stage.line([Self.talking]), "ListNames",
      .strings(["org.x", Self.music, "org.mpris.MediaPlayer2.kdeconnect.mpris_000001", ":1.40"]))
    #expect(names.calls.map(\.name) == [Self.music])
    return try answer(&stage, names, "GetAll", properties).calls
  }

  private func end(_ stage: inout MachineStage, _ status: String) throws -> [String] {
    let effects = stage.line([])
    guard !effects.calls(of: "Get").isEmpty else { return [] }
    return try answer(&stage, effects, "Get", .string(status)).calls.map(\.member)
  }

  @Test("A player that plays is paused, and plays again after the last call") func pauses() throws {
    var stage = MachineStage()
    #expect(try begin(&stage, .object(of: ["PlaybackStatus": "Playing", "CanPause": true])).map(\.member) == ["Pause"])
    stage.take(changed("Paused"))
    #expect(stage.line([MachineStage.call("A", "active"), MachineStage.call("B", "ringing")]).calls(of: "ListNames").isEmpty)
    #expect(try end(&stage, "Paused") == ["Play"])
    #expect(stage.line([]).calls.isEmpty)
  }

  @Test("One that cannot pause is stopped", arguments: [true, false]) func stops(_ refuses: Bool) throws {
    var stage = MachineStage()
    let first = try begin(&stage, .object(of: ["PlaybackStatus": "Playing", "CanPause": .bool(refuses)]))
    if refuses {
      #expect(stage.take(.reply(try #require(first.first?.tag), .failed("NotSupported"))).calls.map(\.member) == ["Stop"])
    } else {
      #expect(first.map(\.member) == ["Stop"])
    }
    stage.take(changed("Stopped"))
    #expect(try end(&stage, "Stopped") == ["Play"])
  }

  @Test("One that is paused or stopped already is left alone", arguments: ["Paused", "Stopped"]) func silent(_ status: String) throws {
    var stage = MachineStage()
    #expect(try begin(&stage, .object(of: ["PlaybackStatus": .string(status)])).isEmpty)
    #expect(try end(&stage, status) == [])
  }

  @Test("One that a person used meanwhile stays as it is") func touched() throws {
    var stage = MachineStage()
    _ = try begin(&stage, .object(of: ["PlaybackStatus": "Playing"]))
    stage.take(changed("Paused"))
    stage.take(changed("Playing", by: ":1.66"))
    var other = stage
    #expect(try end(&other, "Paused") == ["Play"])
    stage.take(changed("Playing"))
    stage.take(changed("Paused"))
    #expect(try end(&stage, "Paused") == [])
    var third = MachineStage()
    _ = try begin(&third, .object(of: ["PlaybackStatus": "Playing"]))
    #expect(try end(&third, "Playing") == [])
  }

  @Test("A player that ends, and one that comes under its name, are not played") func gone() throws {
    var stage = MachineStage()
    _ = try begin(&stage, .object(of: ["PlaybackStatus": "Playing"]))
    stage.take(.player(Self.music, nil))
    stage.take(.player(Self.music, ":1.41"))
    #expect(try end(&stage, "Paused") == [])
  }

  @Test("A reply that comes after the call pauses nothing") func late() throws {
    var stage = MachineStage()
    let names = try answer(&stage, stage.line([Self.talking]), "ListNames", .strings([Self.music]))
    _ = stage.line([])
    #expect(try answer(&stage, names, "GetAll", .object(of: ["PlaybackStatus": "Playing"])).calls.isEmpty)
  }

  @Test("A call that begins while players are about to play again keeps them paused") func again() throws {
    var stage = MachineStage()
    _ = try begin(&stage, .object(of: ["PlaybackStatus": "Playing"]))
    let check = stage.line([])
    _ = stage.line([MachineStage.call("B", "ringing")])
    #expect(try answer(&stage, check, "Get", "Paused").calls.isEmpty)
    #expect(try end(&stage, "Paused") == ["Play"])
  }

  @Test("Switched off, players are not asked") func off() {
    var stage = MachineStage { $0.players = false }
    #expect(stage.line([Self.talking]).calls(of: "ListNames").isEmpty)
    var requested = MachineStage()
    #expect(requested.line([MachineStage.call("A", "requested", isIncoming: false)]).calls(of: "ListNames").isEmpty)
  }
}
