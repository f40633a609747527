import Foundation
import Testing

/// A network namespace with `hookswitch run` and room for a phone: phones exclude loopback addresses from ICE.
final class PhoneRoom: Sendable {
  static let own = "10.9.0.2"
  static let phone = "10.9.0.3"
  static let isThere = NetworkNamespace.isThere && PeerProcess.isThere("nsenter") && FileManager.default.isExecutableFile(atPath: command)
  private static let command = PluginFolder.name + "/hookswitch"

  /// The command, which plays a tone into every call.
  let host: PeerProcess
  /// The audio that it receives.
  let heard: GrowingRecording

  /// Makes a room, and returns when its account is ready.
  init(_ settings: String) async throws {
    let config = """
      {"providers": [{"name": "sip", "transport": "org.hookswitch.sip", "settings": {"address": "\(Self.own)", \(settings)}}],
       "audio": {"device": "wav", "input": "says.wav", "output": "hears.wav"}}
      """
    let script = """
      ip link set lo up; ip link add near type veth peer name far; ip link set near up; ip link set far up
      ip addr add \(Self.own)/24 dev near; ip addr add \(Self.phone)/24 dev near; ip route add default dev near
      until [ -f says.wav ]; do sleep 0.05; done
      exec "$1" run --json --config run.json --transport-path "$2"
      """
    host = try PeerProcess("unshare", ["-rn", "sh", "-c", script, "sh", Self.command, PluginFolder.name], files: ["run.json": config])
    heard = GrowingRecording(file: host.folder.appending(path: "hears.wav"))
    let voice = host.folder.appending(path: "voice.wav")
    try ToneFile.write(SoundHost.pitch, seconds: 60, to: voice)
    try FileManager.default.moveItem(at: voice, to: host.folder.appending(path: "says.wav"))
    try #require(await host.says(#""event":"ready""#), "it does not become ready: \(host.output.entries)")
  }

  /// The command line prefix that starts a program in this room.
  var entrance: [String] {
    ["nsenter", "-t", "\(host.child)", "--user", "--net", "--preserve-credentials", "setpriv", "--pdeathsig", "KILL"]
  }

  /// Waits until the command has reported an event `times` times.
  func tells(_ event: String, times: Int = 1) async throws {
    let words = "\"event\":\"\(event)\""
    let found = await host.output.first { [host] _ in host.output.entries.count { $0.contains(words) } >= times ? true : nil }
    try #require(found == true, "the host does not tell of \(event):\n\(host.output.entries.joined(separator: "\n"))")
  }
}
