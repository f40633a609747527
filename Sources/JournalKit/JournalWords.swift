internal import CallControl
internal import FoundationEssentials

/// Describes a line's events and effects in words.
///
/// Every effect has a description, also those that concern only a shell.
struct JournalWords {
  let names: CallNames
  private let text: JournalText

  init(line: LineID, names: CallNames) {
    self.names = names
    text = JournalText(line: line, name: { names[$0] })
  }

  /// Describes an effect on one line.
  func text(of effect: LineEffect) -> String {
    let entries = text.entries(effect)
    if !entries.isEmpty { return PlainText.clean(entries.map(\.description).joined(separator: ";"), limit: 240) }
    let words =
      switch effect {
      case .cancel(let provider, let command): "\(provider) < cancel \(command.kind.rawValue) \(names[command.call])"
      case .show(let provider, let call): "\(provider) < shown \(names[call])"
      case .performed(let request, action: let action, let error):
        "action \(action) of request \(request.rawValue): " + (error.map { "failed \($0.code.rawValue)" } ?? "performed")
      case .dtmfReceived(let call, let digits): "dtmf \(names[call]) \(digits)"
      case .changed(let revision): "snapshot \(revision)"
      case .accepted(_, let title): "accepted \(title.word)" + (title.call.map { " " + names[$0] } ?? "")
      case .done(_, let title): "done \(title.word)" + (title.call.map { " " + names[$0] } ?? "")
      default: exactly(effect)
      }
    return PlainText.clean(words, limit: 240)
  }

  /// Returns an effect as JSON, to tell apart two that have the same description.
  func exactly(_ effect: LineEffect) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = (try? encoder.encode(effect)).map { String(decoding: $0, as: UTF8.self) }
    return PlainText.clean(json ?? "\(effect)", limit: 1000)
  }

  /// Describes an event on one line.
  func text(of event: LineEvent) -> String {
    let words =
      switch event {
      case .request(let request, _):
        "a request of origin \(request.origin.rawValue): " + LadderLabel.text(request.body, names: names)
      case .fulfilled(let provider, let ref, _): "\(provider) > fulfilled \(ref.kind.rawValue) \(names[ref.call])"
      case .failed(let provider, let ref, _):
        "\(provider) > failed \(ref.kind.rawValue) \(names[ref.call])" + LadderLabel.details(of: event)
      case .notAsked(let provider, let ref): "\(provider) < not asked: \(ref.kind.rawValue) \(names[ref.call])"
      case .incoming(let provider, let incoming, _): "\(provider) > incoming \(names[incoming.call])" + LadderLabel.details(of: event)
      case .report(let provider, let call, let report, at: _):
        "\(provider) > \(report.word) \(names[call])" + LadderLabel.details(of: event)
      case .screened(let screener, let call, let verdict, _): "\(screener) > \(verdict.rawValue) \(names[call])"
      case .roster: "the providers changed"
      case .lost(let provider, _, _): "\(provider) > lost"
      case .doNotDisturb(let isOn): "doNotDisturb \(isOn)"
      case .policy: "another policy"
      case .tick: "time passed"
      }
    return PlainText.clean(words, limit: 240)
  }
}
