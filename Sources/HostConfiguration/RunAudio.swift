#if HOOKSWITCH_SOUND
  internal import CallAudio
  package import Hookswitch

  /// The audio settings of a configuration.
  package struct RunAudio: Equatable, Sendable {
    /// The audio device.
    package enum Device: String, CaseIterable, Sendable {
      /// The desktop's sound server.
      case `default`
      /// WAV files.
      case wav
      /// No device: calls are mixed and can be recorded, but not heard.
      case null
      /// No audio at all.
      case none
    }

    package var device = Device.default
    /// The files of the device `wav`: the microphone's audio, and the loudspeaker's recording.
    package var input: String?
    package var output: String?
    /// The country whose tones are played; nil for the region of the telephone numbers.
    package var country: String?
    /// The file with the ringtone.
    package var ringtone: String?
    /// The ringtones of single providers.
    package var ringtones: [String: String] = [:]
    /// True when the program moves the engine's clock itself, as tests do.
    package var hasManualClock = false

    /// The clock of the audio engine.
    private enum Clock: String, CaseIterable {
      case thread
      case manual
    }

    package init(device: Device = .default) { self.device = device }

    /// The host's audio settings, with the tones of `region` by default; nil when the host carries no audio.
    package func settings(in region: String?) -> AudioSettings? {
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
      if hasManualClock { settings.clock = .manual }
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
  /// The replacement in a build without audio.
  package struct RunAudio: Equatable, Sendable {
    package init() {}
  }
#endif

#if HOOKSWITCH_SOUND
  internal import CallAudio
  package import Hookswitch

  extension RunAudio {
    /// Reads a country with a tone plan.
    static func country(_ node: ConfigNode) throws(RunConfigError) -> String {
      let letters = try node.text
      guard let plan = TonePlan(country: letters) else {
        throw node.wrong("is \"\(letters)\", should be one of \(TonePlan.builtIn.map(\.country).joined(separator: ", "))")
      }
      return plan.country
    }

    /// Reads the member `audio` of a configuration; file names in it are relative to `folder`.
    package init(_ node: ConfigNode, folder: String) throws(RunConfigError) {
      let members = try node.members(["device", "input", "output", "country", "ringtone", "ringtones", "clock"])
      func file(_ node: ConfigNode) throws(RunConfigError) -> String {
        let name = try node.text
        return name.hasPrefix("/") ? name : folder + name
      }
      self.init()
      if let node = members["device"] { device = try node.word(Device.self) }
      input = try members["input"].map(file)
      output = try members["output"].map(file)
      for name in ["input", "output"] where device != .wav {
        if let node = members[name] { throw node.wrong("cannot be used: only the device wav has files") }
      }
      if let node = members["country"] {
        country = try Self.country(node)
      }
      if let node = members["clock"] { hasManualClock = try node.word(Clock.self) == .manual }
      ringtone = try members["ringtone"].map(file)
      for (provider, node) in try members["ringtones"]?.entries ?? [] { ringtones[provider] = try file(node) }
    }
  }
#else
  extension RunAudio {
    /// Refuses the member `audio` of a configuration: this build has no audio.
    package init(_ node: ConfigNode, folder: String) throws(RunConfigError) {
      throw node.wrong("cannot be used: this command was built with WITHOUT=sound")
    }
  }
#endif
