internal import TransportKit

/// The conditions of a call's media that the descriptions do not contain.
struct SoundCircumstances: Equatable {
  /// True once the far end has confirmed that it wants our media: we called it, or it acknowledged our answer (RFC 3261 section 13.3.1.4).
  var isConfirmed = false
  /// The source address of the far end's SIP messages; nil: unknown.
  var signaller: String?
  /// Seconds without a packet until the media time-out; 0: no time-out, or no packets are expected.
  var timeoutSeconds = 0
}

extension SIPAccount {
  /// Returns the conditions of a call's media with this agreement.
  func circumstances(of dialog: Dialog, _ agreement: SoundAgreement) -> SoundCircumstances {
    let isExpected = dialog.isUp && agreement.hears && !dialog.isHeldByFarEnd && dialog.remoteSession?.receives != false
    return SoundCircumstances(
      isConfirmed: dialog.isUp || !dialog.call.isIncoming, signaller: dialog.source,
      timeoutSeconds: isExpected ? settings.sound.mediaTimeout : 0)
  }

  /// Applies changed conditions to a call's media.
  func review(_ dialog: Dialog) {
    guard let sound = dialog.sound, let agreement = sound.agreement else { return }
    let circumstances = circumstances(of: dialog, agreement)
    guard circumstances != sound.circumstances else { return }
    _ = sound.settle(agreement, circumstances)
    if circumstances.timeoutSeconds == 0 { heardAgain(dialog) }
  }
}
