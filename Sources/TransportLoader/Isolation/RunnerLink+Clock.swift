internal import RunnerChannel

/// The requests of the conformance kit to a runner whose clock it sets.
struct KitRequests {
  /// The time for a runner to do everything that is due, in real milliseconds.
  fileprivate static let patience: UInt32 = 10_000

  /// The number of the last request to tell when nothing is left to do.
  fileprivate var last: UInt64 = 0
  /// True while that request has no answer.
  fileprivate var isOpen = false
  /// The answer to it: the time of the next timer.
  fileprivate var nextTimer: UInt64?
  /// The number of secrets that went to the runner.
  var secrets: UInt64 = 0
}

// The clock of a runner that the conformance kit has started. Other runners end at such an order.
extension RunnerLink {
  /// Sets the runner's clock; what is due then runs before the answer to the next `sync`. [loop]
  func setTime(_ time: UInt64) { send(.setTime, FrameAddress(instance: 0, other: time), EmptyBody()) }

  /// Waits until the runner has nothing left to do at its time; returns the time of its next timer, `.max` for none. [loop]
  ///
  /// The words that it says meanwhile are taken. Nil when the runner is gone, or when it is ended because it did not answer in time.
  func sync() -> UInt64? {
    kit.last += 1
    (kit.isOpen, kit.nextTimer) = (true, nil)
    defer { kit.isOpen = false }
    guard send(.sync, FrameAddress(instance: 0, call: kit.secrets, other: kit.last), EmptyBody()) else { return nil }
    return wait(milliseconds: KitRequests.patience, in: nil) { kit.nextTimer }
  }

  /// Takes the answer to `sync`.
  ///
  /// - Throws: a fault for an answer that was not asked for.
  func hearSynced(_ message: FrameMessage<WordType>) throws(FrameFault) {
    let body = try message.body(SyncedBody.self)
    guard message.address.instance == 0 else { throw .instance(message.address.instance) }
    guard kit.isOpen, kit.nextTimer == nil, message.address.other == kit.last else { throw .ticket(message.address.other) }
    kit.nextTimer = body.nextTimer
  }
}
