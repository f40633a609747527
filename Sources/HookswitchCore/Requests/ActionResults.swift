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
