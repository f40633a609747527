internal import CRTPMedia

/// The agreement of two descriptions: the media between their authors (RFC 3264 sections 5.1 and 6.1).
struct SoundAgreement: Equatable {
  var codec: SoundCodec
  /// The payload types of audio and digits: for sending, and for receiving.
  var theirs: (sound: UInt8, digits: UInt8)
  var ours: (sound: UInt8, digits: UInt8)
  /// The clock of digit durations.
  var digitsClock: UInt32
  var address: String
  var port: UInt16
  var controlPort: UInt16
  var sends: Bool
  var hears: Bool
  /// The far end's preferred milliseconds of audio in a packet; 0: not given.
  var packetLength: UInt8
  var protection: SoundProtection
  /// True when we begin the handshake.
  var beginsHandshake: Bool
  /// True when the far end makes connectivity checks.
  var hasICE: Bool
  /// The payload type of comfort noise if both accept it; 0: silence is sent as audio.
  var noise: UInt8

  /// Combines our description and the far end's, with the order of codecs in the answer; nil when they have no codec or no kind of
  /// encryption in common.
  init?(ours local: SoundDescription, theirs remote: SoundDescription, answerIsTheirs: Bool) {
    let answer = answerIsTheirs ? remote : local
    guard
      let codec = answer.codecs.first(where: { local.type(of: $0) != nil && remote.type(of: $0) != nil }),
      let their = remote.type(of: codec), let our = local.type(of: codec)
    else { return nil }
    guard !remote.lacksKeys, local.protection.isAlike(remote.protection) else { return nil }
    self.codec = codec
    let digits = Self.digits(beside: codec.clock, local, remote)
    theirs = (their, digits.theirs)
    ours = (our, digits.ours)
    digitsClock = digits.clock
    address = remote.address
    port = remote.port
    // Multiplexed only if both offer it, else the next port.
    controlPort = local.isMultiplexed || !remote.isMultiplexed ? remote.controlPort : 0
    sends = local.sends && remote.receives
    hears = local.receives && remote.sends
    packetLength = UInt8(clamping: remote.packetLength)
    protection = remote.protection
    hasICE = remote.hasICE && local.hasICE
    noise = codec.clock == 8_000 && local.hasNoise && remote.hasNoise ? UInt8(SessionDescription.noiseType) : 0
    beginsHandshake = Self.begins(local, remote, answerIsTheirs)
  }

  /// Returns true when we begin the handshake, by the answer (RFC 5763 section 5).
  private static func begins(_ local: SoundDescription, _ remote: SoundDescription, _ answerIsTheirs: Bool) -> Bool {
    if answerIsTheirs, case .handshake(_, let part) = remote.protection { return part == .passive }
    if case .handshake(_, let part) = local.protection { return part == .active }
    return false
  }

  /// The payload types of digits; 0 when the two sides have none in common.
  ///
  /// Prefers the codec's clock (RFC 4733 section 2.1); but many phones know only digits of 8,000, beside codecs of any clock.
  private static func digits(
    beside clock: UInt32, _ local: SoundDescription, _ remote: SoundDescription
  ) -> (theirs: UInt8, ours: UInt8, clock: UInt32) {
    for clock in [clock, 8_000] {
      if let theirs = remote.digitsType(clock: clock), let ours = local.digitsType(clock: clock) { return (theirs, ours, clock) }
    }
    return (0, 0, clock)
  }

  static func == (a: SoundAgreement, b: SoundAgreement) -> Bool {
    a.codec == b.codec && a.theirs == b.theirs && a.ours == b.ours && a.digitsClock == b.digitsClock && a.address == b.address
      && a.port == b.port && a.sends == b.sends
      && a.hears == b.hears && a.controlPort == b.controlPort && a.packetLength == b.packetLength && a.protection == b.protection
      && a.beginsHandshake == b.beginsHandshake && a.hasICE == b.hasICE && a.noise == b.noise
  }

  /// The agreement while we hold the call: no media goes either way, whatever the descriptions allow.
  var onHold: SoundAgreement {
    var held = self
    (held.sends, held.hears) = (false, false)
    return held
  }

  /// Returns true when the media need other rings than before.
  func needsOtherPort(than other: SoundAgreement?) -> Bool { other.map { $0.codec.rate != codec.rate } ?? true }
}
