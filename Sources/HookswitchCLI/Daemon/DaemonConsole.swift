internal import HostConfiguration

#if HOOKSWITCH_SOUND
  internal import HookswitchConsole
#endif

/// The web console that a daemon runs: the member `console` of its configuration.
struct DaemonConsole: Equatable, Sendable {
  /// The names of the members.
  static let members = ["listen", "certificate", "key", "names", "trustProxy"]

  /// The address at which it listens, as `hookswitch console --listen` takes it; nil for the usual one.
  var listen: String?
  var certificate: String?
  var key: String?
  /// Further names of the console in the address line of browsers.
  var names: [String] = []
  var trustsProxy = false

  /// Reads the member, and checks what `hookswitch console` would refuse at its start.
  init(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(Self.members)
    listen = try members["listen"]?.text
    certificate = try members["certificate"]?.text
    key = try members["key"]?.text
    names = try members["names"]?.texts ?? []
    if let node = members["trustProxy"] { trustsProxy = try node.flag }
    for name in ["certificate", "key"] {
      if let file = try members[name]?.text, !file.hasPrefix("/") {
        throw members[name]?.wrong("is not an absolute path") ?? node.wrong("is wrong")
      }
    }
    guard (certificate == nil) == (key == nil) else { throw node.wrong("needs both certificate and key, or neither") }
    try check(members["listen"] ?? node)
  }

  private func check(_ node: ConfigNode) throws(RunConfigError) {
    #if HOOKSWITCH_SOUND
      do throws(ConsoleError) {
        var settings = ConsoleSettings(try ConsoleAddress(listen ?? ConsoleAddress.usual), daemon: "")
        if let certificate, let key { settings.certificate = (certificate, key) }
        settings.trustsProxy = trustsProxy
        try settings.check()
      } catch {
        throw node.wrong("cannot be used: \(error)")
      }
    #else
      throw node.wrong("needs a hookswitch that was built with sound, which has the console")
    #endif
  }

  /// Returns the words of the command that serves the console.
  ///
  /// - Parameter socket: the path of the daemon's socket.
  func words(socket: String) -> [String] {
    var words = ["hookswitch", "console", "--until-eof", "--socket", socket]
    if let listen { words += ["--listen", listen] }
    if let certificate, let key { words += ["--certificate", certificate, "--key", key] }
    for name in names { words += ["--name", name] }
    if trustsProxy { words.append("--trust-proxy") }
    return words
  }
}

/// The time before a program that ended starts again: 1 s, and twice as long after each short life, at most a minute.
///
/// A pure value.
struct RestartPause: Sendable {
  /// A life of this length counts as a good one.
  static let goodLife = Duration.seconds(60)
  private static let limit = 60

  private var seconds = 1

  /// Returns the pause after a life.
  mutating func next(afterLife life: Duration) -> Duration {
    if life >= Self.goodLife { seconds = 1 }
    defer { seconds = min(seconds * 2, Self.limit) }
    return .seconds(seconds)
  }
}
