public import CallControl
public import FoundationEssentials

/// The results of a request's actions as they come; the sequence ends with the request.
///
/// Each iterator begins with the first result.
public struct ActionResults: AsyncSequence, Sendable {
  /// A result.
  public typealias Element = ActionResult
  /// The sequence does not fail: a failed action is a result.
  public typealias Failure = Never

  let request: PendingRequest

  /// Begins with the first result.
  public func makeAsyncIterator() -> Iterator {
    Iterator(request: request)
  }

  /// An iterator that waits for results.
  public struct Iterator: AsyncIteratorProtocol {
    let request: PendingRequest
    private var count = 0

    init(request: PendingRequest) {
      self.request = request
    }

    /// Returns the next result; nil when there are no more.
    public mutating func next() async -> ActionResult? {
      await next(isolation: nil)
    }

    /// Returns the next result; nil when there are no more.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ActionResult? {
      let result = await request.result(after: count)
      if result != nil { count += 1 }
      return result
    }
  }
}

/// The result of one action of a request.
public struct ActionResult: Hashable, Sendable {
  /// The action's index in the transaction, counting from 0.
  public let index: Int
  /// The action's id.
  public let action: UUID
  /// The error; nil when the action was performed.
  public let error: CallError?
  /// True for an End of a call that had ended already, which is a success (E1).
  public let alreadyEnded: Bool
}
