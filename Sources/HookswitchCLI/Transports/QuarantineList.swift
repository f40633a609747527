internal import TransportLoader

/// Formats the quarantine as a list for people.
struct QuarantineList {
  var console: Console

  /// The whole list, and the file that keeps it.
  func text(of quarantine: Quarantine) -> String {
    let place = quarantine.path.map { "kept in \($0)" } ?? "not kept: neither XDG_STATE_HOME nor HOME is an absolute path"
    guard !quarantine.entries.isEmpty else { return "Nothing is in quarantine (\(place))." }
    return (quarantine.entries.map(entry) + ["\(quarantine.entries.count) in quarantine, \(place)"]).joined(separator: "\n\n")
  }

  private func entry(_ entry: QuarantineEntry) -> String {
    let head = console.styled(PlainText.line(entry.ids.isEmpty ? entry.file : entry.ids.joined(separator: ", ")), .bold)
    return ([head] + Self.lines(of: entry).map { "  " + PlainText.line($0) }).joined(separator: "\n")
  }

  /// The facts of one entry, with advice.
  static func lines(of entry: QuarantineEntry) -> [String] {
    let output = entry.output.split(separator: "\n").suffix(5).map { "| \($0)" }
    return [entry.file, "\(entry.reason), in \(stepName(entry.step)), at \(entry.time)"] + output
      + ["advice: install a fixed version, which the host tries by itself; to try this one again: hookswitch unquarantine \(entry.file)"]
  }

  private static func stepName(_ step: String) -> String { step == "dlopen" ? "dlopen (constructors, or what it needs)" : step }
}
