internal import Locking
internal import TransportABI

// What is asked of an instance about its calls' audio.
extension TransportInstance {
  /// The formats that a call's audio can have and the host takes, best first; none when the transport carries no audio for it.
  ///
  /// `completion` is called once, on the instance's loop, or at once when the instance is gone.
  public func audioFormats(of call: CallHandle, _ completion: @escaping @Sendable ([TransportAudioFormat]) -> Void) {
    order(.formats(call), about: call) { answer in
      if case .formats(let formats) = answer { completion(formats) } else { completion([]) }
    }
  }

  /// Connects a call's audio to two rings.
  ///
  /// Whether it comes about or not: the rings' memory belongs to the transport until `detach` has answered `free`.
  ///
  /// - Parameters:
  ///   - call: a call that is not attached.
  ///   - format: one of `audioFormats(of:_:)`.
  ///   - rings: where the frames of that format are put and taken.
  ///   - completion: called once, on the instance's loop, or at once when the instance is gone; nil: it is connected.
  public func attach(
    _ call: CallHandle, _ format: TransportAudioFormat, _ rings: TransportRings,
    _ completion: @escaping @Sendable (TransportFault?) -> Void
  ) {
    order(.attach(call, format, rings), about: call) { completion($0.fault) }
  }

  /// Disconnects a call's audio.
  ///
  /// The instance does so by itself when the call ends, at a reset, and before it is destroyed; then this answers at once.
  ///
  /// - Parameters:
  ///   - call: any call; one that is not attached has no rings to let go of.
  ///   - completion: called once, on the instance's loop or, when that hangs, on another thread: what has become of the rings.
  public func detach(_ call: CallHandle, _ completion: @escaping @Sendable (RingFate) -> Void = { _ in }) {
    order(.detach(call), about: call) { answer in
      if case .lost = answer { completion(.lost) } else { completion(.free) }
    }
  }

  /// Says whether the line's audio is this instance's from now on (U1); `completion` is called once it has been told.
  public func setAudioActive(_ isActive: Bool, completion: @escaping @Sendable () -> Void = {}) {
    order(.active(isActive), about: .none) { _ in completion() }
  }

  /// The instance's `tick`; nil until it is activated, when it wants none, and once it is gone.
  public var mediaClock: TransportMediaClock? { audio.withLock { $0.clock } }

  /// Gives the instance up, because its `tick` has not returned for too long: it is lost as one that hangs on its loop is.
  public func tickHangs() {
    guard mediaClock != nil else { return }
    loop.giveUp(in: .tick)
  }

  /// How many ticks were left out because the instance was being attached, detached, reset or destroyed.
  public var skippedTicks: UInt64 { gate.skipped }

  /// How many calls' rings can never be freed, because the instance hung with them in its hands.
  public var lostRings: Int { audio.withLock { $0.lostCount } }

  private func order(_ order: AudioOrder, about call: CallHandle, _ completion: @escaping AudioBook.Completion) {
    let (ticket, fate) = audio.withLock { ($0.book(call, completion), $0.fate(of: call)) }
    guard let ticket else { return completion(fate) }
    self.order(.audio(order, ticket: ticket))
  }
}
