internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

/// A provider whose delegate is a program behind a session: commands go out as notifications, and its methods bring the results.
final class ProgramProvider: ProviderDelegate {
  /// The limits on what a program may do.
  static let callLimit = 1_000
  static let reportsASecond = 2_000

  private struct Inner {
    var actions: [Int: any CallAction] = [:]
    /// The numbers of the open actions, by their ids.
    var numbers: [UUID: Int] = [:]
    var count = 0
    /// The reports in the present second.
    var second: Int64 = 0
    var reports = 0
  }

  let session: Int
  let id: ProviderID
  private let tell: @Sendable (NotificationName, JSONValue) -> Void
  private let inner = Locked(Inner())

  /// - Parameter tell: sends a notification to the program.
  init(_ id: ProviderID, session: Int, tell: @escaping @Sendable (NotificationName, JSONValue) -> Void) {
    (self.id, self.session, self.tell) = (id, session, tell)
  }

  // MARK: Commands

  func providerDidBegin(_ provider: Provider) { told("begin") }

  func providerDidReset(_ provider: Provider) {
    inner.withLock { ($0.actions, $0.numbers) = ([:], [:]) }
    told("reset")
  }

  func provider(_ provider: Provider, execute transaction: Transaction) -> Bool { false }

  func provider(_ provider: Provider, performOther action: any CallAction) {
    let number = inner.withLock { inner in
      inner.count += 1
      inner.actions[inner.count] = action
      inner.numbers[action.uuid] = inner.count
      return inner.count
    }
    let members: JSONValue = .object(of: [
      "provider": .string(id.rawValue), "action": .integer(number), "kind": .string(action.operation.kind.rawValue),
      "call": .string(action.callUUID.uuidString), "deadline": .seconds(action.ticket?.patience ?? .zero),
      "details": action.operation.json,
    ])
    tell(.providerAction, members)
  }

  func provider(_ provider: Provider, timedOutPerforming action: any CallAction) { withdraw(action) }

  func provider(_ provider: Provider, cancelled action: any CallAction) { withdraw(action) }

  private func withdraw(_ action: any CallAction) {
    let number = inner.withLock { inner -> Int? in
      guard let number = inner.numbers.removeValue(forKey: action.uuid) else { return nil }
      inner.actions[number] = nil
      return number
    }
    guard let number else { return }
    tell(.providerCancelled, .object(of: ["provider": .string(id.rawValue), "action": .integer(number)]))
  }

  func provider(_ provider: Provider, didShow call: CallID) { told("shown", call) }

  func provider(_ provider: Provider, didRefuse call: CallID, error: CallError) { told("refused", call, error.json) }

  func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?) {
    told("transferDecided", call, .object(of: ["accepted": .bool(accepted), "error": error?.json]))
  }

  func provider(_ provider: Provider, didPressButtonOf call: CallID) { told("button", call) }

  func provider(_ provider: Provider, didActivate session: AudioSession) {
    told("audio", nil, .object(of: ["active": true, "line": .string(session.line.rawValue)]))
  }

  func provider(_ provider: Provider, didDeactivate session: AudioSession) {
    told("audio", nil, .object(of: ["active": false, "line": .string(session.line.rawValue)]))
  }

  private func told(_ kind: String, _ call: CallID? = nil, _ details: JSONValue? = nil) {
    let members: JSONValue = .object(of: [
      "provider": .string(id.rawValue), "kind": .string(kind), "call": call.map { .string($0.uuidString) }, "details": details,
    ])
    tell(.providerTold, members)
  }

  // MARK: Answers

  /// Takes an open action out, to answer it; nil for one that is unknown, answered or withdrawn.
  func takeAction(_ number: Int) -> (any CallAction)? {
    inner.withLock { inner in
      guard let action = inner.actions.removeValue(forKey: number) else { return nil }
      inner.numbers[action.uuid] = nil
      return action
    }
  }

  /// True when the program may report once more in this second.
  func mayReport(at now: Instant) -> Bool {
    inner.withLock { inner in
      let second = now.nanoseconds / 1_000_000_000
      if inner.second != second { (inner.second, inner.reports) = (second, 0) }
      inner.reports += 1
      return inner.reports <= Self.reportsASecond
    }
  }
}

extension CallOperation {
  /// The details of the operation as the member `details` of `provider.action`.
  fileprivate var json: JSONValue {
    switch self {
    case .start(let details):
      .object(of: [
        "handle": details.handle.json, "video": .bool(details.isVideo), "contact": details.contactIdentifier.map { .string($0) },
      ])
    case .answer: .object([])
    case .end(let decline):
      .object(of: ["decline": decline.map { .string($0.reason.rawValue) }])
    case .setHeld(let value): .object(of: ["held": .bool(value)])
    case .setMuted(let value): .object(of: ["muted": .bool(value)])
    case .setGroup(let other): .object(of: ["with": other.map { .string($0.uuidString) }])
    case .playDTMF(let digits, let kind): .object(of: ["digits": .string(digits), "kind": .string(kind.rawValue)])
    case .transfer(.handle(let handle)), .deflect(let handle): .object(of: ["handle": handle.json])
    case .transfer(.call(let other)): .object(of: ["to": .string(other.uuidString)])
    }
  }
}
