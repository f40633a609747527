internal import ClusterControl

/// The search for the calls of a dead node at one Kamailio, and their end.
///
/// Kamailio lists a node's calls in 256 shares, because one answer has at most about 100 KiB.
struct CallSweep: Sendable {
  static let shares = 256

  let address: EdgeAddress
  /// The time at which the node's end was known.
  let began: ClusterTime
  /// The shares that are not asked for yet.
  private var next = 0
  /// The number of shares that wait for an answer.
  private var open = 0
  /// The calls that are to be ended.
  private var calls: [KamailioCall] = []
  /// The shares whose request got no answer.
  private var again: [Int] = []
  private var found = 0
  /// The time of the next round; each finds calls that were set up during the one before.
  private var pause: ClusterTime?
  private(set) var answered = 0
  private(set) var ringing = 0

  init(_ address: EdgeAddress, began: ClusterTime) {
    self.address = address
    self.began = began
  }

  /// True while a round has anything left to send.
  var isPaused: Bool { pause != nil }
  /// The time of the next round.
  var deadline: ClusterTime? { pause }

  /// Returns the next request; nil when none is due.
  mutating func request(at now: ClusterTime) -> KamailioRequest? {
    if let pause {
      guard pause <= now else { return nil }
      self.pause = nil
      (next, found) = (0, 0)
    }
    if let call = calls.popLast() {
      if call.isRinging { ringing += 1 } else { answered += 1 }
      return call.isRinging ? .refuse(call) : .end(call)
    }
    let share: Int
    if let repeated = again.popLast() {
      share = repeated
    } else if next < Self.shares {
      share = next
      next += 1
    } else {
      return nil
    }
    open += 1
    return .calls(destination: address.destination, share: share)
  }

  /// Takes the answer to the request for a share; nil for none.
  mutating func take(_ list: [KamailioCall]?, share: Int) {
    open -= 1
    guard let list else { return again.append(share) }
    let live = list.filter { !$0.isEnded }
    found += live.count
    calls += live
  }

  /// Ends the round when all its shares are answered.
  ///
  /// - Returns: true when the round found nothing, so that the sweep is over.
  mutating func finishRound(at now: ClusterTime) -> Bool {
    guard pause == nil, next == Self.shares, open == 0, again.isEmpty, calls.isEmpty else { return false }
    guard found > 0 else { return true }
    pause = now + 1_000
    return false
  }

  /// Forgets the requests under way: they get no answer any more.
  mutating func reset() {
    (next, open, found) = (0, 0, 0)
    (calls, again) = ([], [])
    pause = nil
  }
}
