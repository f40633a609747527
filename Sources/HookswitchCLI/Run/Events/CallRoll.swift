internal import Hookswitch

/// A table of the calls with their labels, each as last seen.
///
/// It keeps some ended calls, for `wait ended` and for labels in errors; the limit keeps a long run from growing.
struct CallRoll: Sendable {
  /// The number of ended calls to keep.
  static let rememberedEnds = 64

  private var names: [CallID: CallName] = [:]
  private var calls: [CallID: Call] = [:]
  private var ended: [CallID] = []
  private var count = 0

  /// The call that appeared last, ended or not; nil before the first.
  private(set) var newest: CallID?

  /// Returns a call as last seen.
  subscript(call: CallID) -> Call? { calls[call] }

  /// Returns the call with a label; nil when there is none, or it ended long ago.
  subscript(name: CallName) -> CallID? { names.first { $0.value == name }?.key }

  /// Returns a call's label; a new call gets one.
  mutating func name(_ call: CallID) -> CallName {
    if let name = names[call] { return name }
    count += 1
    names[call] = CallName(count)
    newest = call
    return CallName(count)
  }

  /// Takes back the label of a call that never came to be.
  mutating func forgetUnseen(_ call: CallID) {
    guard calls[call] == nil, names.removeValue(forKey: call) != nil, newest == call else { return }
    newest = names.max { $0.value < $1.value }?.key
  }

  /// Returns a call's label, if it has one.
  func knownName(_ call: CallID) -> CallName? { names[call] }

  /// Stores a call's present state.
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

  /// The calls that have not ended, in the order of their labels.
  var live: [Call] {
    calls.values.filter { !$0.hasEnded }.sorted { (names[$0.uuid]?.number ?? 0) < (names[$1.uuid]?.number ?? 0) }
  }
}

/// The label of a call, `c2`, or just `2` in a command.
///
/// Calls are numbered from 1 in the order in which they appear.
struct CallName: Hashable, Comparable, Sendable, CustomStringConvertible {
  var number: Int

  init(_ number: Int) { self.number = number }

  /// Reads `c2` or `2`; nil for anything else.
  init?(_ text: some StringProtocol) {
    let digits = text.first == "c" || text.first == "C" ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits), number > 0 else { return nil }
    self.number = number
  }

  var description: String { "c\(number)" }

  static func < (a: CallName, b: CallName) -> Bool { a.number < b.number }
}
