public import CallControl
internal import Locking

// The calls' audio, by the core's names of them.
extension TransportProviderDelegate {
  /// Hears what changes about the audio from now on, in place of whoever heard it before.
  ///
  /// - Parameter listener: called on the instance's thread, after the core has been told what else was said in the same turn; it must not block.
  public func hearAudio(_ listener: @escaping @Sendable (TransportAudioEvent) -> Void) {
    state.withLock { $0.audioListener = listener }
  }

  /// The formats that a call's audio can have and the host takes, best first; none when there is no audio for it.
  ///
  /// `completion` is called once, perhaps before this returns.
  public func audioFormats(of call: CallID, _ completion: @escaping @Sendable ([TransportAudioFormat]) -> Void) {
    guard let (instance, handle) = find(call) else { return completion([]) }
    instance.audioFormats(of: handle, completion)
  }

  /// Connects a call's audio to two rings.
  ///
  /// Whether it comes about or not: the rings' memory belongs to the transport until `detachAudio` has answered `free`.
  ///
  /// - Parameters:
  ///   - call: a call that is not attached.
  ///   - format: one of `audioFormats(of:_:)`.
  ///   - rings: where the frames of that format are put and taken.
  ///   - completion: called once, perhaps before this returns; nil: it is connected.
  public func attachAudio(
    of call: CallID, _ format: TransportAudioFormat, _ rings: TransportRings, _ completion: @escaping @Sendable (TransportFault?) -> Void
  ) {
    guard let (instance, handle) = find(call) else { return completion(TransportFault(code: -5, message: "it knows no such call")) }
    state.withLock { $0.attached[call] = Attachment(instance: instance, call: handle) }
    instance.attach(handle, format, rings, completion)
  }

  /// Disconnects a call's audio; also of a call that is over, and of an instance that is gone.
  ///
  /// - Parameters:
  ///   - call: any call; one that was never attached has no rings to let go of.
  ///   - completion: called once, perhaps before this returns: what has become of the rings.
  public func detachAudio(of call: CallID, _ completion: @escaping @Sendable (RingFate) -> Void = { _ in }) {
    guard let attachment = state.withLock({ $0.attached.removeValue(forKey: call) }) else { return completion(.free) }
    attachment.instance.detach(attachment.call, completion)
  }

  /// Says whether the line's audio is this provider's from now on (U1).
  ///
  /// `completion` is called once the instance has been told, or at once when there is none.
  public func setAudioActive(_ isActive: Bool, completion: @escaping @Sendable () -> Void) {
    guard let instance else { return completion() }
    instance.setAudioActive(isActive, completion: completion)
  }

  /// The instance's `tick`; nil while there is no instance, or one that wants none.
  public var mediaClock: TransportMediaClock? { instance?.mediaClock }

  /// Gives the instance up, because its `tick` has not returned for too long.
  public func mediaClockHangs() { instance?.tickHangs() }

  private func find(_ call: CallID) -> (TransportInstance, CallHandle)? {
    state.withLock { state in
      guard let instance = state.instance, let handle = state.book.handle(of: call) else { return nil }
      return (instance, handle)
    }
  }

  /// Whose rings a call's are: kept beyond the call's end, until they are detached.
  struct Attachment {
    var instance: TransportInstance
    var call: CallHandle
  }
}
