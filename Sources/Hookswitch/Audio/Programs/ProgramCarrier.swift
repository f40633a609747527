internal import CallAudio
internal import CallControl
internal import Locking

/// The carrier of calls whose provider carries no audio itself: programs attached with the mode `network` are their far ends.
final class ProgramCarrier: Sendable {
  private let attachments = Locked<[CallID: AudioAttachment]>([:])
  /// The attachments that use a leg's rings, by the leg; they may have been closed already.
  private let connected = Locked<[UInt64: AudioAttachment]>([:])

  /// Makes an attachment the far end of its call; false when the call has one.
  func add(_ attachment: AudioAttachment) -> Bool {
    attachments.withLock { attachments in
      guard attachments[attachment.call] == nil else { return false }
      attachments[attachment.call] = attachment
      return true
    }
  }

  /// Removes an attachment; its call's rings are still detached.
  func remove(_ attachment: AudioAttachment) {
    attachments.withLock { if $0[attachment.call] === attachment { $0[attachment.call] = nil } }
  }

  /// Returns the rates of a call's far end: the program's own, or 48 kHz for 24 kHz.
  func rates(of call: CallID) -> [AudioRate] {
    guard let attachment = attachments.withLock({ $0[call] }) else { return [] }
    return [AudioRate(rawValue: UInt32(attachment.options.rate)) ?? .fullband]
  }

  /// Connects a call's rings to its program; false when it is gone.
  func attach(_ call: CallID, to leg: AudioLeg) -> Bool {
    guard let attachment = attachments.withLock({ $0[call] }) else { return false }
    do throws(AudioEngineError) { try attachment.connect(leg) } catch { return false }
    connected.withLock { $0[leg.id] = attachment }
    return true
  }

  /// Takes a leg's rings from its program, which no longer touches them afterwards.
  func detach(_ leg: AudioLeg) {
    connected.withLock { $0.removeValue(forKey: leg.id) }?.change { $0.disconnect() }
  }
}
