internal import TransportKit

/// What decides, beside the descriptions, how the sound of a call goes.
struct SoundCircumstances: Equatable {
  /// True once the far end has shown that it wants our sound: we called it, or it has acknowledged our answer (RFC 3261 section 13.3.1.4).
  var isConfirmed = false
  /// The address that the far end's SIP comes from; nil: not known.
  var signaller: String?
  /// Seconds without a packet after which the far end is missed; 0: never, or none are to come.
  var timeoutSeconds = 0
}

extension SIPAccount {
  /// The circumstances of a call's sound, when this is what was agreed.
  func circumstances(of dialog: Dialog, _ agreement: SoundAgreement) -> SoundCircumstances {
    let isExpected = dialog.isUp && agreement.hears && !dialog.isHeldByFarEnd && dialog.remoteSession?.receives != false
    return SoundCircumstances(
      isConfirmed: dialog.isUp || !dialog.call.isIncoming, signaller: dialog.source,
      timeoutSeconds: isExpected ? settings.sound.mediaTimeout : 0)
  }

  /// Tells the engine when the circumstances of a call's sound have changed.
  func review(_ dialog: Dialog) {
    guard let sound = dialog.sound, let agreement = sound.agreement else { return }
    let circumstances = circumstances(of: dialog, agreement)
    guard circumstances != sound.circumstances else { return }
    _ = sound.settle(agreement, circumstances)
    if circumstances.timeoutSeconds == 0 { heardAgain(dialog) }
  }
}
