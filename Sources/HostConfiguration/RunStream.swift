#if HOOKSWITCH_SOUND
  internal import FoundationEssentials
  internal import HookswitchCore
  internal import MediaStreams
  internal import StrictJSON

  extension StreamTarget {
    /// Reads the member `stream` of a provider: a URL, or an object with the URL and the settings.
    init(_ node: ConfigNode) throws(RunConfigError) {
      guard case .object = node.value else {
        self = try Self.checked(node, node.text, StreamOptions())
        return
      }
      let members = try node.members([
        "url", "token", "rate", "queue", "live", "alone", "listen", "control", "endsCall", "certificates", "parameters",
      ])
      guard let url = members["url"] else {
        throw RunConfigError(file: node.file, path: node.path + ".url", reason: "is missing; write the address of the program")
      }
      let isAudioSocket = try url.text.lowercased().hasPrefix("audiosocket:")
      var audio = AttachmentOptions.talk(rate: isAudioSocket ? 8_000 : 16_000)
      if try members["listen"]?.flag ?? false { audio.mode = .listen }
      if let node = members["rate"] { audio.rate = try node.integer(8_000...48_000) }
      if let node = members["queue"] { audio.queue = try node.seconds }
      audio.isLive = try members["live"]?.flag ?? false
      audio.isAlone = try members["alone"]?.flag ?? false
      var options = StreamOptions(audio: audio)
      options.token = try members["token"]?.text
      options.authorities = try members["certificates"]?.text
      options.isControlling = try members["control"]?.flag ?? false
      if try members["endsCall"]?.flag ?? false { options.ending = .always }
      if let node = members["parameters"] { options.parameters = node.value.text }
      self = try Self.checked(url, url.text, options)
    }

    private static func checked(_ node: ConfigNode, _ url: String, _ options: StreamOptions) throws(RunConfigError) -> StreamTarget {
      do throws(AttachmentError) {
        return try StreamTarget(url: url, options: options)
      } catch {
        throw node.wrong("\(error.subject): \(error.advice)")
      }
    }
  }
#endif
