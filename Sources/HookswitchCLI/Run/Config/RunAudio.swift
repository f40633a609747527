#if HOOKSWITCH_SOUND
  internal import CallAudio
  internal import Hookswitch

  /// What a configuration says of sound.
  struct RunAudio: Equatable, Sendable {
    /// What is spoken into and heard from.
    enum Device: String, CaseIterable, Sendable {
      /// The desktop's sound server.
      case `default`
      /// WAV files.
      case wav
      /// Silence: calls are mixed and can be recorded, and nobody hears them.
      case null
      /// No audio is carried at all.
      case none
    }

    var device = Device.default
    /// Of `wav`: the file to speak, and the file to write what is heard to.
    var input: String?
    var output: String?
    /// Whose tones they are; nil: those of the region that numbers are dialled from.
    var country: String?
    /// The file to ring with.
    var ringtone: String?
    /// The same for single providers.
    var ringtones: [String: String] = [:]

    /// The host's audio by these settings, in that country unless they say another; nil: it carries none.
    func settings(in region: String?) -> AudioSettings? {
      let (device, input, output) = (device, input, output)
      guard device != .none else { return nil }
      var settings = AudioSettings { line in
        guard line == .main else { return nil }
        return switch device {
        case .default: PulseDevice()
        case .wav: FileDevice(microphone: input, loudspeaker: output)
        case .null, .none: NullDevice()
        }
      }
      settings.sounds = sounds(in: region)
      return settings
    }

    private func sounds(in region: String?) -> LineSounds {
      var sounds = LineSounds((country ?? region).flatMap { TonePlan(country: $0) } ?? .international)
      if let ringtone { sounds.ringtones.usual = .file(path: ringtone) }
      sounds.ringtones.byProvider = ringtones.mapValues { .file(path: $0) }
      return sounds
    }
  }
#else
  /// Stands for sound in a build without it.
  struct RunAudio: Equatable, Sendable {}
#endif
