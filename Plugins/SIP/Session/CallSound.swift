internal import CRTPMedia
internal import TransportABI
internal import TransportKit

/// The media session of a call: its ports at the engine, and the agreement.
final class CallSound {
  private let session: OpaquePointer
  /// Kept alive, because the session belongs to it.
  private let engine: MediaEngine
  let number: UInt64
  let port: UInt16
  /// Our SRTP key.
  ///
  /// Lazy, because it takes random numbers from the system and most calls need none.
  private(set) lazy var key = (0..<30).map { _ in UInt8.random(in: .min ... .max) }
  /// The credentials of the far end's connectivity checks.
  private(set) lazy var ice = ICECredentials.fresh()
  private(set) var agreement: SoundAgreement?
  private(set) var circumstances = SoundCircumstances()
  private var isOpen = true

  /// Opens two ports; nil when the range has none left.
  init?(_ engine: MediaEngine, address: String, ports: ClosedRange<UInt16>, number: UInt64) {
    guard let session = crtp_open(engine.pointer, address, ports.lowerBound, ports.upperBound, number) else { return nil }
    self.session = session
    self.engine = engine
    self.number = number
    port = crtp_port(session)
  }

  deinit {
    close()
  }

  /// Applies an agreement; returns false when the engine cannot.
  func settle(_ new: SoundAgreement, _ circumstances: SoundCircumstances) -> Bool {
    guard isOpen else { return false }
    var settings = crtp_settings()
    settings.port = new.port
    settings.control_port = new.controlPort
    settings.codec = new.codec.engineCodec
    settings.payload_type = new.theirs.sound
    settings.their_payload_type = new.ours.sound
    settings.digits_type = new.theirs.digits
    settings.their_digits_type = new.ours.digits
    settings.directions = UInt8((new.sends ? CRTP_SENDS : 0) | (new.hears ? CRTP_HEARS : 0))
    settings.packet_ms = new.packetLength / 10 * 10
    settings.is_symmetric = 1
    settings.is_unconfirmed = circumstances.isConfirmed ? 0 : 1
    settings.timeout_ms = UInt32(circumstances.timeoutSeconds * 1_000)
    settings.noise_type = new.noise
    settings.digits_clock = UInt16(new.digitsClock)
    guard protect(&settings, new) else { return false }
    let isTaken = withTexts(new, circumstances.signaller) { address, fingerprint, user, password, signaller in
      settings.address = address
      settings.their_fingerprint = fingerprint
      settings.ice_user = user
      settings.ice_password = password
      settings.signaller = signaller
      return crtp_configure(session, &settings) == 0
    }
    if isTaken { (agreement, self.circumstances) = (new, circumstances) }
    return isTaken
  }

  private func protect(_ settings: inout crtp_settings, _ new: SoundAgreement) -> Bool {
    switch new.protection {
    case .none: return true
    case .handshake:
      settings.protection = UInt8(CRTP_DTLS)
      settings.is_dtls_client = new.beginsHandshake ? 1 : 0
      return true
    case .key(let text, let suite, _):
      guard let theirs = Base64.bytes(text), theirs.count == 30 else { return false }
      settings.protection = UInt8(suite == .long ? CRTP_SDES_80 : CRTP_SDES_32)
      withUnsafeMutableBytes(of: &settings.keys) { $0.copyBytes(from: key) }
      withUnsafeMutableBytes(of: &settings.their_keys) { $0.copyBytes(from: theirs) }
      return true
    }
  }

  private typealias Text = UnsafePointer<CChar>
  private func withTexts(
    _ new: SoundAgreement, _ signaller: String?, _ body: (Text, Text?, Text?, Text?, Text?) -> Bool
  ) -> Bool {
    var fingerprint: String?
    if case .handshake(let text, _) = new.protection { fingerprint = text }
    return new.address.withCString { address in
      withText(fingerprint) { fingerprint in
        withText(new.hasICE ? ice.user : nil) { user in
          withText(new.hasICE ? ice.password : nil) { password in
            withText(signaller) { body(address, fingerprint, user, password, $0) }
          }
        }
      }
    }
  }

  func attach(_ port: AudioPort) {
    guard isOpen else { return }
    var (toNet, fromNet) = (port.toNet.table, port.fromNet.table)
    crtp_attach(session, &toNet, &fromNet)
  }

  func detach() {
    if isOpen { crtp_detach(session) }
  }

  /// Stops sending and receiving while the call is being ended; the host's rings may stay attached.
  func stop() {
    if isOpen { crtp_stop(session) }
  }

  func mute(_ on: Bool) { if isOpen { crtp_mute(session, on ? 1 : 0) } }

  /// True when the far end accepts digits as events (RFC 4733).
  var takesEvents: Bool { isOpen && (agreement?.theirs.digits ?? 0) != 0 }

  /// True while media and digits may go to the far end.
  var sends: Bool { isOpen && agreement?.sends == true }

  /// Sends digits as events; returns false when not all of them fit.
  func send(_ digits: String) -> Bool {
    isOpen && Int(crtp_send_digits(session, digits)) == digits.utf8.count
  }

  /// Plays digits as tones in the audio; returns false when no audio is sent.
  func play(_ digits: String) -> Bool {
    guard sends else { return false }
    return Int(crtp_play_keys(session, digits)) == digits.utf8.count
  }

  /// Drops the waiting digits.
  func stopDigits() { if isOpen { crtp_stop_digits(session) } }

  var statistics: crtp_statistics {
    var statistics = crtp_statistics()
    if isOpen { crtp_measure(session, &statistics) }
    return statistics
  }

  /// Ends the session and releases the host's rings; a second call has no effect.
  func close() {
    guard isOpen else { return }
    isOpen = false
    crtp_close(session)
  }
}

/// The conditions of a call's media that the descriptions do not contain.
struct SoundCircumstances: Equatable {
  /// True once the far end has confirmed that it wants our media: we called it, or it acknowledged our answer (RFC 3261 section 13.3.1.4).
  var isConfirmed = false
  /// The source address of the far end's SIP messages; nil: unknown.
  var signaller: String?
  /// Seconds without a packet until the media time-out; 0: no time-out, or no packets are expected.
  var timeoutSeconds = 0
}
