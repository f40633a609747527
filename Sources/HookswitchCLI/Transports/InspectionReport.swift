internal import TransportLoader

/// Formats the result of an inspection for people.
struct InspectionReport {
  var console: Console

  func text(of inspection: TransportInspection) -> String {
    var rows: [(String, String)] = []
    if let entry = inspection.quarantine {
      rows += QuarantineList.lines(of: entry).dropFirst().dropLast().enumerated().map { ($0 == 0 ? "first contact" : "", $1) }
    } else if let candidate = inspection.candidates.first(where: \.isUsable) {
      rows.append(("first contact", Self.firstContact(candidate)))
    }
    rows.append(("trust", inspection.distrust ?? "only root and this user can change it"))
    rows += inspection.candidates.compactMap(\.manifest).first.map(says) ?? []
    rows += inspection.notes.map { note in
      ("note", "\(note.id) \(note.version), contract \(note.abiMajor).\(note.abiMinor), flags \(note.flags)")
    }
    rows += [("sha256", inspection.sha256), ("build-id", inspection.buildID)].compactMap { name, value in value.map { (name, $0) } }
    if let size = inspection.identity?.size { rows.append(("size", "\(size) bytes")) }
    if inspection.isSwift { rows.append(("code", "contains Swift: stays mapped once it is loaded")) }
    if !inspection.needed.isEmpty { rows.append(("needs", inspection.needed.joined(separator: ", "))) }
    if !inspection.exports.isEmpty { rows.append(("exports", Self.shortened(inspection.exports))) }
    let verdicts = inspection.candidates.flatMap { candidate in [verdict(candidate)] + reasons(candidate).map { line($0, $1) } }
    let lines = verdicts + rows.map { line($0, $1) }
    return ([console.styled(PlainText.line(inspection.file), .bold)] + lines).joined(separator: "\n")
  }

  /// Formats one row; `word` has its own colour.
  private func line(_ name: String, _ value: String, word: String = "") -> String {
    console.styled(name + String(repeating: " ", count: max(1, 14 - name.count)), .dim) + word + PlainText.line(value)
  }

  private static func firstContact(_ candidate: TransportCandidate) -> String {
    candidate.descriptor == nil
      ? "not yet: its first use here runs its code in a separate process" : "its code, run in a separate process, reports the same"
  }

  private func verdict(_ candidate: TransportCandidate) -> String {
    let title = [candidate.id, candidate.manifest?.version].compactMap { $0 }.joined(separator: " ")
    let word = console.styled(TransportList.word(candidate.status), TransportList.style(candidate.status))
    return line("verdict", title.isEmpty ? "" : ": \(title)", word: word)
  }

  private func reasons(_ candidate: TransportCandidate) -> [(String, String)] {
    var rows: [(String, String)] = []
    switch candidate.status {
    case .usable: break
    case .refused(let refusal):
      rows += zip(["because", ""], TransportList.lines(of: refusal)).map { ($0, $1) }
    case .shadowed(let other): rows.append(("because", "the same id comes first in \(other)"))
    case .noManifest: rows.append(("because", "it has no manifest beside it and no note in it"))
    }
    rows += candidate.remarks.map { ("remark", $0) }
    if let manifest = candidate.manifestFile { rows.append(("manifest", manifest)) }
    return rows
  }

  private func says(_ manifest: TransportManifest) -> [(String, String)] {
    let rows: [(String, String?)] = [
      ("name", manifest.name), ("vendor", manifest.vendor), ("licence", manifest.license), ("language", manifest.language),
      ("contract", "\(manifest.abiMajor).\(manifest.abiMinor)"),
      ("capabilities", manifest.capabilities?.joined(separator: ", ")),
      ("handle kinds", manifest.handleKinds?.joined(separator: ", ")),
      ("settings", manifest.configSchema.flatMap { SettingsList(schema: $0) }.map { "\($0.count), which --settings lists" }),
      ("sandbox", "reaches outside its process: \(manifest.needs.words)"),
      ("limits", ControlGroups.current.words.map(\.sentence).joined(separator: "; ")),
      ("calls at once", manifest.maximumCalls.map { $0 == 0 ? "no limit known" : "at most \($0)" }),
    ]
    return rows.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Shortens the list of exports, since some libraries export thousands of functions.
  private static func shortened(_ names: [String]) -> String {
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}
