internal import CallControl

/// A request to the host; it names calls by their labels in the scenario.
enum Asking: Sendable {
  /// One action of a transaction; steps such as `hold` and `split` are transactions of one.
  struct Action: Sendable {
    /// The call.
    let call: String
    /// The provider and the line of a Start.
    var start: (provider: ProviderID, line: LineID)?
    /// The choice of an Answer.
    var choice = AnswerChoice.automatic
    let operation: Operation

    enum Operation: Sendable {
      case of(CallOperation)
      /// An operation that names a second call, made from its id.
      case naming(String, @Sendable (CallID) -> CallOperation)
    }

    init(_ call: String, _ operation: CallOperation) {
      self.call = call
      self.operation = .of(operation)
    }

    init(_ call: String, other: String, _ operation: @escaping @Sendable (CallID) -> CallOperation) {
      self.call = call
      self.operation = .naming(other, operation)
    }
  }

  case transaction([Action])
  case endGroup(String)
  case swap(LineID)
  case merge([String])
  case continueDTMF(String)
  case acceptTransfer(String)
  case refuseTransfer(String)
}
