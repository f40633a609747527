internal import Hookswitch

/// The calls that were seen, under short names, each as it was seen last.
///
/// Ended calls are kept for a while, so that `wait ended` and names in errors work; a host that runs for weeks does not grow.
struct CallRoll: Sendable {
  /// How many ended calls are remembered.
  static let rememberedEnds = 64

  private var names: [CallID: CallName] = [:]
  private var calls: [CallID: Call] = [:]
  private var ended: [CallID] = []
  private var count = 0

  /// The call that appeared last, ended or not; nil: there was none yet.
  private(set) var newest: CallID?

  /// A call as it was seen last.
  subscript(call: CallID) -> Call? { calls[call] }

  /// The call of that name; nil when there is none, or its end is long ago.
  subscript(name: CallName) -> CallID? { names.first { $0.value == name }?.key }

  /// A call's name; a call that was never seen gets one now.
  mutating func name(_ call: CallID) -> CallName {
    if let name = names[call] { return name }
    count += 1
    names[call] = CallName(count)
    newest = call
    return CallName(count)
  }

  /// A call's name, if it has one.
  func knownName(_ call: CallID) -> CallName? { names[call] }

  /// Notes how a call looks now.
  mutating func note(_ call: Call) {
    _ = name(call.uuid)
    calls[call.uuid] = call
    guard call.hasEnded else { return }
    ended.append(call.uuid)
    if ended.count > Self.rememberedEnds {
      let forgotten = ended.removeFirst()
      names[forgotten] = nil
      calls[forgotten] = nil
    }
  }

  /// The calls that are not over, in the order of their names.
  var live: [Call] {
    calls.values.filter { !$0.hasEnded }.sorted { (names[$0.uuid]?.number ?? 0) < (names[$1.uuid]?.number ?? 0) }
  }
}
