import CallControl
import Foundation

/// The host's side of a provider: records its messages, and sends actions with tickets.
///
/// `@unchecked Sendable`: all mutable state is behind the condition's lock.
final class Desk: ProviderSink, @unchecked Sendable {
  private let condition = NSCondition()
  private var heard: [ProviderWord] = []
  private var current = ProviderConfiguration()
  private var last: UInt64 = 0

  func receive(_ word: ProviderWord, from provider: ProviderID) { receive([word], from: provider) }

  func receive(_ words: [ProviderWord], from provider: ProviderID) {
    condition.withLock {
      heard += words
      condition.broadcast()
    }
  }

  func receive(_ incoming: IncomingCall, from provider: ProviderID, verdict: @escaping @Sendable (CallError?) -> Void) {
    receive(.incoming(incoming), from: provider)
  }

  func configuration(of provider: ProviderID) -> ProviderConfiguration { condition.withLock { current } }
  func configureAudio(_ configuration: AudioSession.Configuration, for call: CallID, of provider: ProviderID) {}
  func configure(_ provider: ProviderID, _ configuration: ProviderConfiguration) { condition.withLock { current = configuration } }
  func pendingTransactions(of provider: ProviderID) -> [Transaction] { [] }
  func isComplete(_ ref: CommandRef, provider: ProviderID) -> Bool { false }
  func invalidate(_ provider: ProviderID) {}
  func date(of instant: Instant) -> Date { Date(timeIntervalSince1970: Double(instant.nanoseconds) / 1e9) }

  func instant(of date: Date) -> Instant { .zero }

  /// The messages so far.
  var words: [ProviderWord] { condition.withLock { heard } }
  /// The messages so far, in short form.
  var texts: [String] { words.map(\.text) }

  /// Waits until `count` messages whose text begins with `text` have arrived; false after ten seconds.
  @discardableResult
  func wait(for text: String, _ count: Int = 1) -> Bool {
    let limit = Date(timeIntervalSinceNow: 60)
    return condition.withLock {
      while heard.filter({ $0.text.hasPrefix(text) }).count < count {
        if !condition.wait(until: limit) { return false }
      }
      return true
    }
  }

  /// Returns `action` with a ticket, as a delegate receives it.
  func ticketed<Action: CallAction>(_ action: Action, _ operation: CallOperation, cause: EndCause? = nil) -> Action {
    let id = condition.withLock {
      last += 1
      return CommandID(rawValue: last)
    }
    let command = ProviderCommand(
      id: id, call: action.callUUID, operation: operation, deadline: .zero, origin: .user, cause: cause)
    var action = action
    action.ticket = ActionTicket(
      ref: CommandRef(line: .main, id: id, call: action.callUUID, kind: operation.kind), command: command,
      patience: .seconds(5), provider: ProviderID(rawValue: "fixture"), sink: self)
    return action
  }
}

extension ProviderWord {
  /// The message in short form, without ids.
  var text: String {
    switch self {
    case .fulfilled(let ref, _): "fulfilled \(ref.kind)"
    case .failed(let ref, .unimplemented): "unimplemented \(ref.kind)"
    case .failed(let ref, .failed(let error)): "failed \(ref.kind) \(error?.domain ?? "") \(error?.code ?? 0)"
    case .incoming(let incoming): "incoming \(incoming.update.remoteHandle?.description ?? "")"
    case .report(_, .ended(let reason, _), _): "ended \(reason)"
    case .report(_, .dtmf(let digits), _): "dtmf \(digits)"
    case .report(_, let report, _): report.word
    case .ready: "ready"
    case .notReady: "notReady"
    case .reset: "reset"
    case .lost(let error): "lost \(error?.message ?? "")"
    case .lostCalls(let calls, let error, let goesOn): "\(goesOn ? "part" : "lost") \(calls.count) \(error?.message ?? "")"
    }
  }
}
