/// An environment variable that the command reads.
struct EnvironmentVariable: Sendable {
  var name: String
  var meaning: String

  /// All variables, for help and the manual.
  static let all = [
    EnvironmentVariable(
      name: "HOOKSWITCH_TRANSPORT_PATH",
      meaning: "Folders with transports, separated by colons, searched after those of --transport-path. Privileged programs ignore it."),
    EnvironmentVariable(
      name: "HSW_TIMEOUT_SCALE", meaning: "The factor by which conform stretches the time of every test, such as 4 on a slow machine."),
    EnvironmentVariable(name: "NO_COLOR", meaning: "Any value turns colour off. Output to a pipe has no colour anyway."),
  ]
}
