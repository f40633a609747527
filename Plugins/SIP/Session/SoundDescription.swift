internal import CSIPStack

/// The audio part of a session description, as read by sofia-sip's parser.
struct SoundDescription: Equatable {
  struct Format: Equatable {
    var type: UInt8
    var name: String
    var clock: UInt32
  }

  var address: String
  var port: UInt16
  var controlPort: UInt16
  /// Milliseconds of audio in a packet; 0: not given.
  var packetLength: Int
  /// The author's directions.
  var sends: Bool
  var receives: Bool
  var formats: [Format]
  /// The profile as written, such as `RTP/AVP`.
  var profile: String
  var protection: SoundProtection
  /// True when its author uses ICE.
  var hasICE: Bool

  /// Reads a description; nil if it is unreadable or has no audio.
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

  /// The author's payload type of this codec.
  func type(of codec: SoundCodec) -> UInt8? {
    formats.first { $0.name == codec.name.lowercased() && $0.clock == codec.clock }?.type
  }

  /// The author's payload type of digits with this clock.
  func digitsType(clock: UInt32) -> UInt8? {
    formats.first { $0.name == "telephone-event" && $0.clock == clock }?.type
  }

  /// True when RTCP shares the port of RTP (RFC 5761).
  var isMultiplexed: Bool { controlPort == port }

  /// True when it requires encryption without a kind that we know: then nothing may be sent, least of all unencrypted.
  var lacksKeys: Bool { profile.contains("SAVP") && protection == .none }

  /// True when its author accepts comfort noise (RFC 3389).
  var hasNoise: Bool { formats.contains { $0.name == "cn" && $0.clock == 8_000 } }

  /// Its codecs that we know, in its order.
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
