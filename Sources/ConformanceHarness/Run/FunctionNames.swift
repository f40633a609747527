/// The functions of the contract by name, to find the one that a sentence is about.
package struct FunctionNames: Sendable {
  /// The groups of plugin functions, as in `calls.start`.
  private static let groups: Set<String> = [
    "audio", "calls", "config", "deflect", "diag", "dtmf", "entry", "group", "handover", "health", "hold", "host", "host-log", "host-loop",
    "host-secrets", "host-threads", "host-transfer", "instance", "line", "mute", "state", "test-peer", "transfer",
  ]
  /// The functions that sentences name without their group.
  private static let bare = [
    "create": "entry.create", "descriptor": "entry.descriptor", "init": "instance.init", "activate": "instance.activate",
    "deactivate": "instance.deactivate", "destroy": "instance.destroy", "get_extension": "instance.get_extension",
    "reset": "instance.reset",
    "resets": "instance.reset", "unload": "entry.unload", "set_registered": "line.set_registered", "dlopen": "dlopen", "dlclose": "dlclose",
    "hookswitch_transport_query": "hookswitch_transport_query",
  ]

  private let counted: Set<String>
  private let host: [String: String]

  /// - Parameter counted: the functions that were called, in both directions.
  package init(counted: some Sequence<String>) {
    self.counted = Set(counted)
    // `host.get_extension` is also a function of plugins, which sentences name more often.
    let named = HostFunction.allCases.filter { $0 != .getExtension }.compactMap { function in
      function.rawValue.firstIndex(of: ".").map { place in
        (String(function.rawValue[function.rawValue.index(after: place)...]), function.rawValue)
      }
    }
    // A bare English word is no name of a function.
    host = Dictionary(named.filter { $0.0.contains("_") || $0.0 == "deactivated" }) { first, _ in first }
  }

  /// Returns the whole name of a function: `host.report_state` for `report_state`.
  package func whole(_ name: String) -> String { function(name) ?? name }

  /// Returns the first function that the sentence names; nil when it names none.
  package func first(in sentence: String) -> String? {
    let words = sentence.split { !($0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == "-" || $0 == ".") }
    let names = words.map { word in String(word.last == "." ? word.dropLast() : word) }
    return names.lazy.compactMap(withGroup).first ?? names.lazy.compactMap(function).first
  }

  private func withGroup(_ word: String) -> String? {
    if counted.contains(word), word.contains(".") { return word }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.groups.contains(String(parts[0])), !parts[1].isEmpty, parts[1].allSatisfy({ $0.isLetter || $0 == "_" })
    else { return nil }
    return word
  }

  private func function(_ word: String) -> String? { withGroup(word) ?? host[word] ?? Self.bare[word] }
}
