/// The far ends of the calls that ended last, by their calls.
///
/// A test may ask for the observation of an ended call (``TestPeerTransport/observe(_:)``). The memory must not grow with the calls that are
/// over (HSW-R-116), so an instance keeps the far ends of the last ``limit`` calls only.
public struct EndedCalls<FarEnd> {
  /// The number of far ends kept: 64.
  public static var limit: Int { 64 }

  private var farEnds: [Call: FarEnd] = [:]
  /// The calls in the order in which they ended, in a ring once there are ``limit`` of them.
  private var calls: [Call] = []
  /// The index of the call that ended first, once the ring is full.
  private var oldest = 0

  /// Makes an empty collection.
  public init() {}

  /// The far ends, in no defined order.
  public var values: some Collection<FarEnd> { farEnds.values }

  /// Returns the far end of an ended call; nil when it is not among the last ones.
  public subscript(call: Call) -> FarEnd? { farEnds[call] }

  /// Keeps the far end of a call that has just ended, in place of the one whose call ended first when there are ``limit``.
  public mutating func keep(_ farEnd: FarEnd, of call: Call) {
    guard farEnds.updateValue(farEnd, forKey: call) == nil else { return }
    guard calls.count == Self.limit else { return calls.append(call) }
    farEnds[calls[oldest]] = nil
    calls[oldest] = call
    oldest = (oldest + 1) % Self.limit
  }

  /// Changes the far end of an ended call, if it is kept.
  public mutating func change(_ call: Call, _ body: (inout FarEnd) -> Void) {
    guard var farEnd = farEnds[call] else { return }
    body(&farEnd)
    farEnds[call] = farEnd
  }

  /// Forgets all of them.
  public mutating func removeAll() { self = EndedCalls() }
}
