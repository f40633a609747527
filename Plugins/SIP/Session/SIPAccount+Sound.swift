internal import CRTPMedia
internal import CSIPStack
internal import TransportKit

extension SIPAccount: AudioTransport {
  /// Our session description of the call: the offer or the answer.
  func session(for dialog: Dialog) throws(TransportError) -> String {
    let sound = try sound(of: dialog)
    let theirs = dialog.remoteSession
    let protection = try protection(of: sound, answering: theirs)
    if case .key = protection, !dialog.isByTLS, !settings.sound.tellsKeysWithoutTLS {
      throw TransportError(
        .wrongState,
        "the media keys would be sent in the clear: call by sips: or ;transport=tls, set /srtp to dtls, or allow it by /sdes-without-tls",
        domain: "sip")
    }
    return SessionDescription(
      address: settings.place.host, port: sound.port, codecs: settings.sound.codecs, packetLength: settings.sound.packetLength,
      describesSilence: settings.sound.describesSilence, protection: protection, offer: theirs,
      ice: theirs?.hasICE ?? settings.sound.offersICE ? sound.ice : nil
    ).text
  }

  /// Our protection in an offer, or the one that matches the far end's offer.
  private func protection(of sound: CallSound, answering theirs: SoundDescription?) throws(TransportError) -> SoundProtection {
    switch (theirs?.protection, settings.sound.encryption) {
    case (.key(_, let suite, let tag), _): return .key(Base64.text(sound.key), suite: suite, tag: tag)
    case (.handshake(_, let part), _): return .handshake(fingerprint: try MediaEngine.fingerprint(), part: part.answer)
    case (nil, .sdes): return .key(Base64.text(sound.key), suite: .long, tag: 1)
    case (nil, .dtls): return .handshake(fingerprint: try MediaEngine.fingerprint(), part: .either)
    case (.some(.none), _), (nil, .none): return .none
    }
  }

  private func sound(of dialog: Dialog) throws(TransportError) -> CallSound {
    if let sound = dialog.sound { return sound }
    guard let media,
      let sound = CallSound(
        media, address: settings.place.host, ports: settings.sound.ports, number: UInt64(number) << DialogNumbers.countBits | sessions)
    else {
      throw TransportError(
        .busy,
        "no media port is free between \(settings.sound.ports.lowerBound) and \(settings.sound.ports.upperBound) at "
          + settings.place.host, cause: .congestion, domain: "sip")
    }
    sessions += 1
    sounding[sound.number] = dialog
    dialog.sound = sound
    return sound
  }

  /// Starts or changes the media once both descriptions are there.
  func settle(_ dialog: Dialog, answerIsTheirs: Bool) {
    guard let sound = dialog.sound, let ours = dialog.localSession, let theirs = dialog.remoteSession,
      var agreement = SoundAgreement(ours: ours, theirs: theirs, answerIsTheirs: answerIsTheirs) ?? (dialog.isHeld ? sound.agreement : nil)
    else { return }
    if dialog.isHeld { agreement = agreement.onHold }
    let before = sound.agreement
    let circumstances = circumstances(of: dialog, agreement)
    guard agreement != before || circumstances != sound.circumstances else { return }
    if circumstances.timeoutSeconds == 0 { heardAgain(dialog) }
    guard sound.settle(agreement, circumstances) else {
      host.log(.warning, "cannot set up the agreed media of a call: \(agreement.codec.name) to \(agreement.address)")
      return
    }
    checkDigits(dialog)
    guard agreement.needsOtherPort(than: before) else { return }
    var info = CallInfo(kind: "", handle: "")
    info.flags = .audioPort
    info.stated = .audioPort
    host.update(dialog.call, info)
  }

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

  // MARK: the host's rings

  func audioFormats(of call: Call) -> [AudioFormat] {
    guard let agreement = calls[call]?.sound?.agreement else { return [] }
    return [AudioFormat(rate: agreement.codec.rate)]
  }

  /// Attaches a port, which the engine's own thread serves at its own pace.
  func attach(_ call: Call, _ port: AudioPort) throws(TransportError) -> MediaTask? {
    guard let sound = calls[call]?.sound else { throw TransportError(.wrongState) }
    sound.attach(port)
    attached[call] = sound
    return nil
  }

  func detach(_ call: Call) {
    attached.removeValue(forKey: call)?.detach()
  }

  // MARK: the engine's events

  func hear(_ event: MediaEvent, inSession session: UInt64) {
    switch event {
    case .digit(let digit): heard(digit, inSession: session)
    case .sentDigits: sentDigits(inSession: session)
    case .handshake(let end): shookHands(end, inSession: session)
    case .packets(let news): missed(news, inSession: session)
    }
  }

  /// Warns when the DTLS handshake of a call fails.
  private func shookHands(_ end: crtp_handshake_end, inSession session: UInt64) {
    guard sounding[session] != nil, end != CRTP_HANDSHAKE_DONE else { return }
    host.log(
      .warning,
      end == CRTP_HANDSHAKE_STRANGER
        ? "the far end of a call showed another certificate than its description names: the call has no media"
        : "the key exchange with the far end of a call failed: the call has no media")
  }

  /// Reports a digit that the far end sent as an event.
  private func heard(_ digit: String, inSession session: UInt64) {
    guard let dialog = sounding[session] else { return }
    host.digits(dialog.call, digit)
  }

  /// Ends the media of a call that is over.
  ///
  /// The engine then no longer uses the host's rings. The host may detach them later, when the engine may be gone.
  func silence(_ dialog: Dialog) {
    guard let sound = dialog.sound else { return }
    sounding[sound.number] = nil
    let statistics = sound.statistics
    if statistics.packets_sent + statistics.packets_heard > 0 {
      host.wire(dialog.call, outgoing: false, protocol: "media", MediaSummary(statistics).text)
    }
    sound.close()
    dialog.sound = nil
  }
}
