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
  /// The key of SRTP, in base64.
  var key: String?

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
    let key = Self.string(sound.key)
    self.key = sound.is_secure != 0 && !key.isEmpty ? key : nil
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

  /// The codecs of ours in the order of the description.
  var codecs: [SoundCodec] {
    formats.compactMap { format in SoundCodec.allCases.first { $0.name.lowercased() == format.name && $0.clock == format.clock } }
  }

  private static func string<Tuple>(_ characters: Tuple) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
