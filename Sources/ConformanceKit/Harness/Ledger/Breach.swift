/// A rule of the contract that the plugin broke while a test looked on.
///
/// Breaches are kept, not thrown: each test fails on those that its own row names, so that one fault fails one test.
struct Breach: Sendable, Hashable {
  /// Which sort of rule it is.
  enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A host function was called on a thread that its tag does not allow.
    case thread
    /// A host function was called before init.
    case beforeInit
    /// A host function was called after destroy.
    case afterDestroy
    /// A host function that is NULL, or a table that was never given, was used.
    case absentFunction
    /// A second word on an action: after it was completed, answered or refused.
    case secondWord
    /// A word on an action that does not exist.
    case unknownAction
    /// A word on an action after it was cancelled, which must be answered with HSW_E_STALE and is no fault by itself.
    case staleWord
    /// An action was left open when its call was reported ended.
    case openAtEnd
    /// A state that cannot follow the one before.
    case stateOrder
    /// A time before an earlier one of the same call, or in the future.
    case time
    /// More than one end of a call.
    case endedTwice
    /// Something said of a call after its end.
    case afterEnded
    /// Something said of a call, or an action, that was forgotten by a reset.
    case afterReset
    /// A handle of an incoming call that has bit 63 clear or was used before.
    case handle
    /// Something said of a call that never was.
    case unknownCall
    /// A struct with a size out of range.
    case size
    /// A string that breaks the rule for strings.
    case text
    /// A code out of its range.
    case code
    /// A word in a phase of life that has none: a call before activate, `deactivated` that was not asked for.
    case phase
  }

  var kind: Kind
  /// What happened, in one sentence that names the function.
  var sentence: String
}
