internal import Locking
internal import TransportABI

// Requests about the audio of an instance's calls.
extension TransportInstance {
  /// Asks for the formats that a call's audio can have and the host supports, best first.
  ///
  /// `completion` is called once, on the instance's loop, or at once when the instance is gone. The list is empty when the transport
  /// carries no audio for the call.
  public func audioFormats(of call: CallHandle, _ completion: @escaping @Sendable ([TransportAudioFormat]) -> Void) {
    order(.formats(call), about: call) { answer in
      if case .formats(let formats) = answer { completion(formats) } else { completion([]) }
    }
  }

  /// Connects a call's audio to two rings.
  ///
  /// Even when it fails, the rings' memory belongs to the transport until `detach` has answered `free`.
  ///
  /// - Parameters:
  ///   - call: a call that is not attached.
  ///   - format: one of `audioFormats(of:_:)`.
  ///   - rings: the rings for frames of that format.
  ///   - completion: called once, on the instance's loop, or at once when the instance is gone; nil means success.
  public func attach(
    _ call: CallHandle, _ format: TransportAudioFormat, _ rings: TransportRings,
    _ completion: @escaping @Sendable (TransportFault?) -> Void
  ) {
    order(.attach(call, format, rings), about: call) { completion($0.fault) }
  }

  /// Disconnects a call's audio.
  ///
  /// The instance does so by itself when the call ends, at a reset, and before it is destroyed; then `detach` answers at once.
  ///
  /// - Parameters:
  ///   - call: any call; a call that is not attached has no rings.
  ///   - completion: called once with the state of the rings, on the instance's loop or, when that hangs, on another thread.
  public func detach(_ call: CallHandle, _ completion: @escaping @Sendable (RingFate) -> Void = { _ in }) {
    order(.detach(call), about: call) { answer in
      if case .lost = answer { completion(.lost) } else { completion(.free) }
    }
  }

  /// Tells the instance that its line's audio begins or ends (U1); `completion` is called after the plugin function returns.
  public func setAudioActive(_ isActive: Bool, completion: @escaping @Sendable () -> Void = {}) {
    order(.active(isActive), about: .none) { _ in completion() }
  }

  /// The instance's `tick`; nil before activation, without a `tick`, and once the instance is gone.
  public var mediaClock: TransportMediaClock? { audio.withLock { $0.clock } }

  /// The memory in which the rings for `attach` must lie; nil when the instance lives in this process, or does not run.
  package var audioMemory: TransportAudioMemory? { audio.withLock { $0.memory } }

  /// Gives the instance up because its `tick` has not returned for too long, as when its loop hangs.
  public func tickHangs() {
    guard mediaClock != nil else { return }
    loop.giveUp(in: .tick)
  }

  /// The number of ticks skipped because the instance was being attached, detached, reset or destroyed.
  public var skippedTicks: UInt64 { gate.skipped }

  /// The number of calls whose rings can never be freed, because the instance hung while it had them.
  public var lostRings: Int { audio.withLock { $0.lostCount } }

  private func order(_ order: AudioOrder, about call: CallHandle, _ completion: @escaping AudioBook.Completion) {
    let (ticket, fate) = audio.withLock { ($0.book(call, completion), $0.fate(of: call)) }
    guard let ticket else { return completion(fate) }
    self.order(.audio(order, ticket: ticket))
  }
}
