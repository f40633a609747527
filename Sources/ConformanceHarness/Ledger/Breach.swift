/// A rule of the contract that the plugin broke during a test.
///
/// Breaches are kept, not thrown: each test fails only on the kinds in its own row, so that one fault fails one test.
package struct Breach: Sendable, Hashable {
  /// The kind of rule.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A host function was called on a thread that its tag does not allow.
    case thread
    /// A host function was called before init.
    case beforeInit
    /// A host function was called after destroy.
    case afterDestroy
    /// A second completion of an action, which was completed, answered or refused before.
    case secondWord
    /// A report on an action that does not exist.
    case unknownAction
    /// A report on a cancelled action, which the host answers with HSW_E_STALE and which is no fault by itself.
    case staleWord
    /// An action was left open when its call was reported ended.
    case openAtEnd
    /// A state that cannot follow the one before.
    case stateOrder
    /// A time before an earlier one of the same call, or in the future.
    case time
    /// A second end of a call.
    case endedTwice
    /// A report on a call after its end.
    case afterEnded
    /// A report on a call or an action that a reset dropped.
    case afterReset
    /// A handle of an incoming call that has bit 63 clear, or that was used before.
    case handle
    /// A report on a call that never existed.
    case unknownCall
    /// A struct with a size out of range.
    case size
    /// A string that breaks the rule for strings.
    case text
    /// A code out of its range.
    case code
    /// A report in a phase of life that does not allow it: a call before activate, or an unrequested `deactivated`.
    case phase
    /// A report of an instance that a handover has told to stand still.
    case stillness
    /// A descriptor was closed while the host still watched it.
    case closedWatch
  }

  package var kind: Kind
  /// The event, in one sentence that names the function.
  package var sentence: String
}

extension Breach.Kind {
  /// The number of the rule that a breach of this kind breaks.
  package var rule: String {
    switch self {
    case .thread: "HSW-R-034"
    case .beforeInit: "HSW-R-043"
    case .afterDestroy: "HSW-R-053"
    case .secondWord, .unknownAction: "HSW-R-069"
    case .staleWord: "HSW-R-072"
    case .openAtEnd: "HSW-R-079"
    case .stateOrder, .time: "HSW-R-068"
    case .endedTwice, .afterEnded: "HSW-R-076"
    case .afterReset: "HSW-R-083"
    case .handle: "HSW-R-055"
    case .unknownCall: "HSW-R-080"
    case .size: "HSW-R-021"
    case .text: "HSW-R-029"
    case .code: "HSW-R-028"
    case .phase: "HSW-R-051"
    case .stillness: "HSW-R-138"
    case .closedWatch: "HSW-R-117"
    }
  }
}
