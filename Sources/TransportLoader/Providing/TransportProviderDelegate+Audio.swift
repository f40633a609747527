public import CallControl
internal import Locking

// The audio of calls, by the core's ids.
extension TransportProviderDelegate {
  /// Sets the listener for audio changes, in place of the one before.
  ///
  /// - Parameter listener: called on the instance's thread, after the core received the other messages of the turn; it must not block.
  public func hearAudio(_ listener: @escaping @Sendable (TransportAudioEvent) -> Void) {
    state.withLock { $0.audioListener = listener }
  }

  /// Asks for the formats that a call's audio can have and the host supports, best first.
  ///
  /// `completion` is called once, perhaps before this returns; the list is empty when the call has no audio.
  public func audioFormats(of call: CallID, _ completion: @escaping @Sendable ([TransportAudioFormat]) -> Void) {
    guard let (instance, handle) = seats.find(call) else { return completion([]) }
    instance.audioFormats(of: handle, completion)
  }

  /// Connects a call's audio to two rings.
  ///
  /// Even when it fails, the rings' memory belongs to the transport until `detachAudio` has answered `free`.
  ///
  /// - Parameters:
  ///   - call: a call that is not attached.
  ///   - format: one of `audioFormats(of:_:)`.
  ///   - rings: the rings for frames of that format.
  ///   - completion: called once, perhaps before this returns; nil means success.
  public func attachAudio(
    of call: CallID, _ format: TransportAudioFormat, _ rings: TransportRings, _ completion: @escaping @Sendable (TransportFault?) -> Void
  ) {
    guard let (instance, handle) = seats.find(call) else { return completion(TransportFault(.noSuchCall, "it does not know the call")) }
    state.withLock { $0.attached[call] = Attachment(instance: instance, call: handle) }
    instance.attach(handle, format, rings, completion)
  }

  /// Disconnects a call's audio; also after the end of the call or the instance.
  ///
  /// - Parameters:
  ///   - call: any call; a call that was never attached has no rings.
  ///   - completion: called once with the state of the rings, perhaps before this returns.
  public func detachAudio(of call: CallID, _ completion: @escaping @Sendable (RingFate) -> Void = { _ in }) {
    guard let attachment = state.withLock({ $0.attached.removeValue(forKey: call) }) else { return completion(.free) }
    attachment.instance.detach(attachment.call, completion)
  }

  /// Tells the instance that the line's audio begins or ends (U1).
  ///
  /// `completion` is called after the plugin function returns, or at once when there is no instance.
  public func setAudioActive(_ isActive: Bool, completion: @escaping @Sendable () -> Void) {
    let seats = state.withLock { state in
      state.isAudioActive = isActive
      return state.seats
    }
    guard let instance = seats.present?.instance else { return completion() }
    seats.former?.seat.instance.setAudioActive(isActive) {}
    instance.setAudioActive(isActive, completion: completion)
  }

  /// The instance's `tick`; nil without an instance or a `tick`.
  public var mediaClock: TransportMediaClock? { instance?.mediaClock }

  /// The memory in which the rings for `attachAudio` of a call must lie; nil when its instance lives in this process, or does not run.
  package func audioMemory(of call: CallID) -> TransportAudioMemory? { (seats.find(call)?.instance ?? instance)?.audioMemory }

  /// Gives the instance up because its `tick` has not returned for too long.
  public func mediaClockHangs() { instance?.tickHangs() }

  /// The instance and handle of an attached call, kept until detach even if the call ends.
  struct Attachment {
    var instance: TransportInstance
    var call: CallHandle
  }
}

/// A change of a provider's audio, for the program that connects it.
public enum TransportAudioEvent: Hashable, Sendable {
  /// The call has an audio port, or a changed one (attach again), or (false) none any more.
  case port(CallID, isThere: Bool)
  /// An instance began; its clock is `mediaClock`.
  case began
  /// The instance is ending or gone: its clock does nothing, and `detach` returns the rings that are still attached.
  case ended
}
