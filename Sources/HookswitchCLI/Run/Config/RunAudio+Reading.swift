#if HOOKSWITCH_SOUND
  internal import CallAudio
  internal import Hookswitch

  extension RunAudio {
    /// Reads the member `audio` of a configuration; file names in it are relative to `folder`.
    init(_ node: ConfigNode, folder: String) throws(RunConfigError) {
      let members = try node.members(["device", "input", "output", "country", "ringtone", "ringtones"])
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
        let letters = try node.text
        guard let plan = TonePlan(country: letters) else {
          throw node.wrong("is \"\(letters)\", should be one of \(TonePlan.builtIn.map(\.country).joined(separator: ", "))")
        }
        country = plan.country
      }
      ringtone = try members["ringtone"].map(file)
      for (provider, node) in try members["ringtones"]?.entries ?? [] { ringtones[provider] = try file(node) }
    }
  }
#else
  extension RunAudio {
    /// Refuses the member `audio` of a configuration: this build has no audio.
    init(_ node: ConfigNode, folder: String) throws(RunConfigError) {
      throw node.wrong("cannot be used: this command was built with WITHOUT=sound")
    }
  }
#endif
