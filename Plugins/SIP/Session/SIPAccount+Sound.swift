internal import CSIPStack
internal import TransportKit

extension SIPAccount: AudioTransport {
  /// Our description of the call's session: what the stack offers, or answers with.
  func session(for dialog: Dialog) throws(TransportError) -> String {
    let sound = try sound(of: dialog)
    let theirs = SoundDescription(dialog.remoteSession)
    let isSecure = theirs.map { $0.key != nil } ?? (settings.encryption == .sdes)
    return SessionDescription(
      address: settings.place.host, port: sound.port, codecs: settings.codecs, key: isSecure ? Base64.text(sound.key) : nil
    ).text
  }

  private func sound(of dialog: Dialog) throws(TransportError) -> CallSound {
    if let sound = dialog.sound { return sound }
    guard let media,
      let sound = CallSound(
        media, address: settings.place.host, ports: settings.mediaPorts, number: UInt64(number) << DialogNumbers.countBits | sessions)
    else {
      throw TransportError(
        .busy,
        "no port for sound is free between \(settings.mediaPorts.lowerBound) and \(settings.mediaPorts.upperBound) at "
          + settings.place.host, cause: .congestion, domain: "sip")
    }
    sessions += 1
    sounding[sound.number] = dialog
    dialog.sound = sound
    return sound
  }

  /// Both descriptions are there: so sound goes.
  func settle(_ dialog: Dialog, answerIsTheirs: Bool) {
    guard let sound = dialog.sound, let ours = SoundDescription(dialog.localSession), let theirs = SoundDescription(dialog.remoteSession),
      let agreement = SoundAgreement(ours: ours, theirs: theirs, answerIsTheirs: answerIsTheirs)
    else { return }
    let before = sound.agreement
    guard agreement != before else { return }
    guard sound.settle(agreement) else {
      host.log(.warning, "what was agreed about the sound of a call cannot be had: \(agreement.codec.name) to \(agreement.address)")
      return
    }
    guard agreement.needsOtherPort(than: before) else { return }
    var info = CallInfo(kind: "", handle: "")
    info.flags = .audioPort
    info.stated = .audioPort
    host.update(dialog.call, info)
  }

  // MARK: the host's rings

  func audioFormats(of call: Call) -> [AudioFormat] {
    guard let agreement = calls[call]?.sound?.agreement else { return [] }
    return [AudioFormat(rate: agreement.codec.rate)]
  }

  /// The engine's own thread serves the port, in its own time.
  func attach(_ call: Call, _ port: AudioPort) throws(TransportError) -> MediaTask? {
    guard let sound = calls[call]?.sound else { throw TransportError(.wrongState) }
    sound.attach(port)
    attached[call] = sound
    return nil
  }

  func detach(_ call: Call) {
    guard let sound = attached.removeValue(forKey: call) else { return }
    sound.detach()
    if calls[call] == nil { sound.close() }
  }

  // MARK: digits

  /// The far end sent a digit as an event.
  func heard(_ digit: String, inSession session: UInt64) {
    guard let dialog = sounding[session] else { return }
    host.digits(dialog.call, digit)
  }

  /// The sound of a call that is over.
  func silence(_ dialog: Dialog) {
    guard let sound = dialog.sound else { return }
    sounding[sound.number] = nil
    if attached[dialog.call] == nil { sound.close() }
    dialog.sound = nil
  }
}
