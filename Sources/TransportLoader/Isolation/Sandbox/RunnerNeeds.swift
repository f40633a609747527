internal import RunnerChannel

/// The things outside its process that a transport needs; its sandbox allows these and no others.
package struct RunnerNeeds: Hashable, Codable, Sendable {
  package var network = false
  /// The paths that it reads.
  package var files: [String] = []
  /// The paths that it writes.
  package var write: [String] = []
  package var audio = false
  /// The names on a bus, as `system:org.ofono`.
  package var dbus: [String] = []
  /// The devices, as patterns of paths.
  package var devices: [String] = []
  package var programs = false

  package init() {}

  /// The needs in words, as `network; reads /etc/ssl`; `nothing` without any.
  package var words: String {
    func list(_ verb: String, _ items: [String]) -> String? { items.isEmpty ? nil : "\(verb) \(items.joined(separator: ", "))" }
    let words = [
      network ? "network" : nil, list("reads", files), list("writes", write), audio ? "audio" : nil, list("dbus", dbus),
      list("devices", devices), programs ? "programs" : nil,
    ].compactMap { $0 }
    return words.isEmpty ? "nothing" : words.joined(separator: "; ")
  }

  /// The system calls that they need.
  var uses: SandboxUses {
    var uses: SandboxUses = []
    if network { uses.insert(.network) }
    if audio { uses.insert(.audio) }
    if !dbus.isEmpty { uses.insert(.dbus) }
    if programs { uses.insert(.programs) }
    return uses
  }
}
