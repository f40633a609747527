internal import CallControl
internal import FoundationEssentials

/// Collects the core's messages of one turn, to report them together and in order.
struct ProviderTurn {
  let provider: Provider
  /// The functions to run after the report.
  var afterwards: [@Sendable () -> Void] = []
  private var words: [ProviderWord] = []

  init(provider: Provider) {
    self.provider = provider
  }

  /// Reports the collected messages.
  mutating func send() {
    guard !words.isEmpty else { return }
    provider.report(words)
    words.removeAll(keepingCapacity: true)
  }

  /// Changes the provider's configuration, after the messages before it.
  mutating func configure(_ change: (inout ProviderConfiguration) -> Void) {
    send()
    var configuration = provider.configuration
    change(&configuration)
    provider.configuration = configuration
  }

  /// Translates one message of the instance.
  mutating func take(_ word: TransportWord, _ book: inout CallBook) {
    switch word {
    case .completed(let action, let fault): append(book.completed(action, fault))
    case .incoming(let call, let info, _):
      let id = CallID.fresh()
      book.add(call, id: id, isOutgoing: false)
      words.append(.incoming(IncomingCall(call: id, update: info.update, replaces: book[info.replaces]?.id)))
    case .updated(let call, let info, _):
      if let entry = book[call], !entry.isOver { words.append(.report(entry.id, .updated(info.update))) }
    case .progress(let call, let progress, _): append(book.progress(call, progress))
    case .dtmf(let call, let digits, _):
      if let entry = book[call], !entry.isOver { words.append(.report(entry.id, .dtmf(digits))) }
    case .transferProgress(let call, let native, let text, _):
      if let entry = book[call], !entry.isOver {
        words.append(.report(entry.id, .transferProgress(TransportError(domain: "", code: native, message: text))))
      }
    case .transferRequested(let call, let info, _):
      if let entry = book[call], !entry.isOver {
        let handle = Handle(type: HandleKinds.kind(of: info.handleKind), value: info.handle)
        words.append(.report(entry.id, .transferRequested(handle, as: .fresh())))
      }
    case .ended(let call, let end, let fault, _): append(book.ended(call, end, fault))
    case .line(.ready, _, _): words.append(.ready)
    case .line(_, _, let fault): words.append(.notReady(fault?.transportError))
    case .reset(let fault):
      book.clear()
      words.append(.reset(fault?.transportError))
    case .lost(let loss):
      book.clear()
      words.append(.lost(TransportError(domain: "transport", message: loss.description)))
    case .closed: book.clear()
    case .limits, .activated, .log, .wire: break
    }
  }

  private mutating func append(_ word: ProviderWord?) {
    if let word { words.append(word) }
  }
}
