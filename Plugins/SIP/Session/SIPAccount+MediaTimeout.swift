internal import CRTPMedia
internal import CSIPStack
internal import TransportKit

// Calls that are up without media.
extension SIPAccount {
  /// Reports that the far end's packets stopped, or came again.
  func missed(_ news: crtp_media_news, inSession session: UInt64) {
    guard let dialog = sounding[session], dialog.ending == nil else { return }
    let farEnd = dialog.sound?.agreement.map { "\($0.address):\($0.port)" } ?? "an unknown address"
    guard news != CRTP_MEDIA_BACK else {
      host.log(.info, "media comes again from \(farEnd)", topic: "media")
      host.report(dialog.call, .mediaResumed)
      return heardAgain(dialog)
    }
    let limit = settings.sound.mediaTimeout
    host.log(
      .warning,
      news == CRTP_MEDIA_MISSING
        ? "media time-out: a call has been up for \(limit) s, and no media has come from \(farEnd)"
        : "media time-out: for \(limit) s no more media has come from \(farEnd)",
      topic: "media")
    host.report(dialog.call, .mediaTimeout)
    guard settings.sound.mediaTimeoutEnd > 0, dialog.silence == nil else { return }
    dialog.silence = host.after(.seconds(Int64(settings.sound.mediaTimeoutEnd - limit))) { [unowned self, unowned dialog] in
      dialog.silence = nil
      endSilent(dialog)
    }
  }

  /// Cancels the end of a call without media.
  func heardAgain(_ dialog: Dialog) {
    host.cancel(dialog.silence)
    dialog.silence = nil
  }

  /// Ends a call without waiting for the answer to BYE: a far end that is gone sends none.
  private func endSilent(_ dialog: Dialog) {
    guard dialog.ending == nil else { return }
    let verdict = CallVerdict.mediaTimeout(seconds: settings.sound.mediaTimeoutEnd)
    dialog.sound?.stop()
    with(dialog.number) { csip_end($0, dialog.number, "Q.850;cause=102;text=\"media time-out\"") }
    forget(dialog)
    host.ended(dialog.call, verdict.reason, verdict.error)
  }
}
