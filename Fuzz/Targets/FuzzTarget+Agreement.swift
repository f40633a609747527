#if HOOKSWITCH_SIP
  @testable internal import SIP

  extension FuzzTarget {
    /// Negotiates media with a far end's session description, as an offer and as an answer, up to the settings of the media engine.
    static let agreement = FuzzTarget(name: "agreement") { bytes in
      let draw = Draw(bytes)
      let how = draw.byte()
      guard let theirs = SoundDescription(String(decoding: draw.bytes(65_536), as: UTF8.self)) else { return }
      for protection in protections(answering: theirs) {
        var ours = SessionDescription(
          address: how & 1 == 0 ? "192.0.2.1" : "2001:db8::1", port: 20_000, codecs: SoundCodec.allCases, describesSilence: how & 2 != 0,
          protection: protection, offer: how & 4 != 0 ? theirs : nil,
          ice: how & 8 != 0 ? ICECredentials(user: "user", password: "password") : nil)
        ours.packetLength = 20
        check(ours.text, theirs, answerIsTheirs: how & 4 == 0)
      }
    }

    private static func protections(answering theirs: SoundDescription) -> [SoundProtection] {
      let key = Base64.text([UInt8](repeating: 7, count: 30))
      return [.none, .key(key, suite: .long, tag: 1), .handshake(fingerprint: "sha-256 AB", part: .active), theirs.protection]
    }

    private static func check(_ text: String, _ theirs: SoundDescription, answerIsTheirs: Bool) {
      guard let ours = SoundDescription(text) else { return }
      guard let agreement = SoundAgreement(ours: ours, theirs: theirs, answerIsTheirs: answerIsTheirs) else { return }
      precondition(agreement == SoundAgreement(ours: ours, theirs: theirs, answerIsTheirs: answerIsTheirs), "one text, two agreements")
      precondition(agreement.protection.isAlike(ours.protection), "media offered as encrypted is sent in the clear")
      precondition(!(theirs.profile.contains("SAVP") && agreement.protection == .none), "media that needs encryption is sent in the clear")
      precondition(agreement.port != 0 && !agreement.address.isEmpty, "the audio has no destination")
      precondition(ours.sends || !agreement.sends, "the agreement sends audio, and our offer does not")
      precondition(agreement.theirs.sound < 128 && agreement.theirs.digits < 128, "a payload type has seven bits")
      precondition(agreement.onHold.sends == false && agreement.onHold.hears == false)
    }
  }
#endif
