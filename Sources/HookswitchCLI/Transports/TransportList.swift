internal import TransportLoader

/// Formats a catalog as a list for people.
struct TransportList {
  var console: Console

  /// The whole list, and a summary.
  func text(of catalog: TransportCatalog) -> String {
    guard !catalog.candidates.isEmpty else { return emptyText(catalog.searchPath) }
    let entries = catalog.candidates.map(entry)
    return (entries + [summary(catalog.candidates)] + catalog.remarks.map(remark)).joined(separator: "\n\n")
  }

  private func entry(_ candidate: TransportCandidate) -> String {
    let word = Self.word(candidate.status)
    let title = [candidate.id ?? "(no id)", candidate.manifest?.version].compactMap { $0 }.joined(separator: " ")
    let name = candidate.name.flatMap { $0 == candidate.id ? nil : "  \($0)" } ?? ""
    let verdict = console.styled(Self.padded(word), Self.style(candidate.status))
    let head = verdict + console.styled(PlainText.line(title), .bold) + PlainText.line(name)
    var details = [candidate.file]
    if let manifest = candidate.manifestFile, manifest != candidate.file { details.append(manifest) }
    details.append("found by \(candidate.source.rawValue)")
    details += reasons(candidate.status) + candidate.remarks
    return ([head] + details.map { String(repeating: " ", count: Self.column) + PlainText.line($0) }).joined(separator: "\n")
  }

  private func remark(_ text: String) -> String { console.styled(Self.padded("note"), .yellow) + PlainText.line(text) }

  private func reasons(_ status: TransportCandidate.Status) -> [String] {
    switch status {
    case .usable: []
    case .refused(let refusal): Self.lines(of: refusal)
    case .shadowed(let other): ["the same id comes first in \(other)"]
    case .noManifest: ["no manifest and no note: it is loaded only by its path"]
    }
  }

  private func summary(_ candidates: [TransportCandidate]) -> String {
    let words = candidates.map { Self.word($0.status) }
    return ["usable", "refused", "shadowed", "nameless"].compactMap { word in
      let count = words.count { $0 == word }
      return count == 0 ? nil : "\(count) \(word)"
    }.joined(separator: ", ")
  }

  private func emptyText(_ path: SearchPath) -> String {
    let folders = path.folders.map { folder in
      "  \(PlainText.line(folder.path))" + (TransportPath.isFolder(folder.path) ? "" : console.styled("  (not there)", .dim))
    }
    return (["No transports were found in"] + folders).joined(separator: "\n")
  }

  static let column = 10

  static func padded(_ word: String) -> String { word + String(repeating: " ", count: max(1, column - word.count)) }

  /// A refusal in two lines: the place and the claims, then the advice.
  static func lines(of refusal: TransportRefusal) -> [String] {
    let said = refusal.claims.map { "\($0.source) says \($0.value)" }.joined(separator: ", ")
    return ["\(refusal.file): \(refusal.field): \(said)", "advice: \(refusal.advice)"]
  }

  static func word(_ status: TransportCandidate.Status) -> String {
    switch status {
    case .usable: "usable"
    case .refused: "refused"
    case .shadowed: "shadowed"
    case .noManifest: "nameless"
    }
  }

  static func style(_ status: TransportCandidate.Status) -> TextStyle {
    switch status {
    case .usable: .green
    case .refused: .red
    case .shadowed, .noManifest: .yellow
    }
  }
}
