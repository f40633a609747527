internal import TransportLoader

/// Reports each transport, usable or not, and an error when none is usable.
struct TransportCheck {
  var catalog: TransportCatalog

  func findings() -> [Finding] {
    let each = catalog.candidates.map(finding)
    if !catalog.usable.isEmpty { return each }
    return each + [
      .error(
        .transports, "found no usable transport", advice: "build or install one, or name its folder with --transport-path")
    ]
  }

  private func finding(_ candidate: TransportCandidate) -> Finding {
    let title = [candidate.id, candidate.manifest?.version].compactMap { $0 }.joined(separator: " ")
    let name = title.isEmpty ? candidate.file : "\(title) in \(candidate.file)"
    switch candidate.status {
    case .usable:
      let remarks = candidate.remarks.map { ": \($0)" }.joined()
      return .ok(.transports, name + remarks)
    case .refused(let refusal):
      let said = refusal.claims.map { "\($0.source) says \($0.value)" }.joined(separator: ", ")
      return .error(.transports, "\(name): refused for \(refusal.field) of \(refusal.file): \(said)", advice: refusal.advice)
    case .shadowed(let other):
      return .warning(.transports, "\(name): not used, because the same id comes first in \(other)", advice: "remove one of the two")
    case .noManifest:
      return .note(
        .transports, "\(name): has neither manifest nor note",
        advice: "if it is a transport, put its manifest beside it; if not, keep it out of this folder")
    }
  }
}
