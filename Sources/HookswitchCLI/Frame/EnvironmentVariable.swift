/// A variable of the environment that the command heeds.
struct EnvironmentVariable: Sendable {
  var name: String
  var meaning: String

  /// All of them, for help and the manual.
  static let all = [
    EnvironmentVariable(
      name: "HOOKSWITCH_TRANSPORT_PATH",
      meaning: "Folders to look for transports in, separated by colons, after those of --transport-path. Ignored by privileged programs."),
    EnvironmentVariable(
      name: "HSW_TIMEOUT_SCALE", meaning: "By how much conform stretches the time of every test: 4 on a slow machine."),
    EnvironmentVariable(name: "NO_COLOR", meaning: "When it is set to anything, there is no colour. There is none in a pipe either."),
  ]
}
