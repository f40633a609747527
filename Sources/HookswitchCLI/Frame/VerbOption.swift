/// An option of a verb: `--json`, or with a value `--transport-path DIR`.
struct VerbOption: Sendable {
  /// The name with its dashes.
  var name: String
  /// The value's name in help; nil for a switch.
  var value: String?
  /// True when the value may be left out, before another option or at the end.
  var valueIsOptional: Bool
  /// True when the option may be given more than once.
  var repeats: Bool
  var help: String

  init(_ name: String, value: String? = nil, valueIsOptional: Bool = false, repeats: Bool = false, _ help: String) {
    self.name = name
    self.value = value
    self.valueIsOptional = valueIsOptional
    self.repeats = repeats
    self.help = help
  }

  /// The name and value, such as `--transport-path DIR`.
  var spelling: String { value.map { valueIsOptional ? "\(name) [\($0)]" : "\(name) \($0)" } ?? name }

  /// The option in the synopsis, such as `[--transport-path DIR]…`.
  var synopsis: String { "[\(spelling)]" + (repeats ? "…" : "") }

  /// The option `--json` of every verb that lists something.
  static let json = VerbOption("--json", "Print JSON instead of text.")

  /// The option `--transport-path` of every verb that searches for transports.
  static let transportPath = VerbOption(
    "--transport-path", value: "DIR", repeats: true, "Search DIR for transports first, before all other folders.")
}
