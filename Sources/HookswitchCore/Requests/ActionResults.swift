/// The results of a request's actions, one by one, as they come; ends when the request has.
///
/// Each iterator begins with the first result.
public struct ActionResults: AsyncSequence, Sendable {
  /// One result.
  public typealias Element = ActionResult
  /// It does not fail: a failed action is a result.
  public typealias Failure = Never

  let request: PendingRequest

  /// Begins with the first result.
  public func makeAsyncIterator() -> Iterator {
    Iterator(request: request)
  }

  /// Walks through the results.
  public struct Iterator: AsyncIteratorProtocol {
    let request: PendingRequest
    private var count = 0

    init(request: PendingRequest) {
      self.request = request
    }

    /// The next result; nil: there are no more.
    public mutating func next() async -> ActionResult? {
      await next(isolation: nil)
    }

    /// The next result; nil: there are no more.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ActionResult? {
      let result = await request.result(after: count)
      if result != nil { count += 1 }
      return result
    }
  }
}
