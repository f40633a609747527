internal import CSIPStack

/// What a session description says about its sound, as sofia-sip's parser reads it.
struct SoundDescription: Equatable {
  struct Format: Equatable {
    var type: UInt8
    var name: String
    var clock: UInt32
  }

  var address: String
  var port: UInt16
  var controlPort: UInt16
  /// Milliseconds of sound in a packet; 0 unsaid.
  var packetLength: Int
  /// Its author's directions.
  var sends: Bool
  var receives: Bool
  var formats: [Format]
  /// As it stands there, such as `RTP/AVP`.
  var profile: String
  var protection: SoundProtection
  /// Whether its author makes connectivity checks, or answers them.
  var hasICE: Bool

  /// Reads a description; nil where there is no sound in it, or no sense.
  init?(_ text: String) {
    var sound = csip_sound()
    guard csip_read_sound(text, &sound) == 0 else { return nil }
    address = Self.string(sound.address)
    port = sound.port
    controlPort = sound.control_port
    packetLength = Int(sound.packet_ms)
    sends = sound.sends != 0
    receives = sound.receives != 0
    profile = Self.string(sound.profile)
    protection = Self.protection(sound)
    hasICE = sound.ice_user.0 != 0
    formats = withUnsafeBytes(of: sound.formats) { bytes in
      bytes.bindMemory(to: csip_format.self).prefix(Int(sound.n_formats)).map {
        Format(type: UInt8(truncatingIfNeeded: $0.type), name: Self.string($0.name).lowercased(), clock: $0.rate)
      }
    }
  }

  /// The payload type by which its author wants this codec.
  func type(of codec: SoundCodec) -> UInt8? {
    formats.first { $0.name == codec.name.lowercased() && $0.clock == codec.clock }?.type
  }

  /// The payload type by which its author wants digits beside that clock.
  func digitsType(clock: UInt32) -> UInt8? {
    formats.first { $0.name == "telephone-event" && $0.clock == clock }?.type
  }

  /// Whether RTCP goes to the port of RTP (RFC 5761).
  var isMultiplexed: Bool { controlPort == port }

  /// Whether it wants packets encrypted, and says no way of that which we know: nothing may go then, least of all in the clear.
  var lacksKeys: Bool { profile.contains("SAVP") && protection == .none }

  /// Whether its author takes comfort noise (RFC 3389).
  var hasNoise: Bool { formats.contains { $0.name == "cn" && $0.clock == 8_000 } }

  /// The codecs of ours in the order of the description.
  var codecs: [SoundCodec] {
    formats.compactMap { format in SoundCodec.allCases.first { $0.name.lowercased() == format.name && $0.clock == format.clock } }
  }

  private static func protection(_ sound: csip_sound) -> SoundProtection {
    let (fingerprint, key) = (string(sound.fingerprint), string(sound.key))
    guard sound.is_secure != 0 else { return .none }
    if !fingerprint.isEmpty {
      return .handshake(fingerprint: fingerprint, part: SoundProtection.Part(rawValue: string(sound.setup).lowercased()) ?? .either)
    }
    guard !key.isEmpty, let suite = SoundProtection.Suite(rawValue: string(sound.key_suite).uppercased()) else { return .none }
    return .key(key, suite: suite, tag: Int(string(sound.key_tag)) ?? 1)
  }

  private static func string<Tuple>(_ characters: Tuple) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
