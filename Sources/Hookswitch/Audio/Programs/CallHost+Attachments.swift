public import CallControl
public import FoundationEssentials
public import HookswitchCore

extension CallHost {
  /// Attaches this program to the audio of a call, which never changes because of it.
  ///
  /// Audio flows when the call's does: `AttachmentEvent.Kind.started`. The attachment ends with the call, or by `AudioAttachment.close()`.
  ///
  /// - Parameters:
  ///   - call: A call that is shown.
  ///   - options: The program's part, its rate, and its limits.
  /// - Throws: `AttachmentError`: `unknownCall`; `unsupported` when the call or the host carries no audio; `invalid` for an option out of its
  ///   range; `limit` when 16 programs are attached to the call, 4,096 to the host, or the system has no more memory or threads.
  public func attachAudio(to call: CallID, _ options: AttachmentOptions = .talk()) throws(AttachmentError) -> AudioAttachment {
    try attachAudio(to: call, options, listener: nil)
  }

  /// Attaches this program to the audio of a call.
  ///
  /// - Parameters:
  ///   - whenReadable: Called each time that 20 ms can be read and could not before, and at the end, on the thread that caused it.
  ///   - listener: Receives the attachment's number and every event, at once, on the thread that caused it, in order and without a lock; the
  ///     sequence `events` is then empty.
  package func attachAudio(
    to call: CallID, _ options: AttachmentOptions, whenReadable: (@Sendable () -> Void)? = nil,
    listener: (@Sendable (Int64, AttachmentEvent) -> Void)?
  ) throws(AttachmentError) -> AudioAttachment {
    guard let console = core.console else {
      throw AttachmentError(.unsupported, call.uuidString, "this host carries no audio: set HostSettings.audio")
    }
    return try console.attach(to: call, options, whenReadable: whenReadable, listener: listener)
  }
}
