/// An option of a verb: `--json`, or with a value `--transport-path DIR`.
struct VerbOption: Sendable {
  /// With its dashes.
  var name: String
  /// What the value is called in help; nil for a switch.
  var value: String?
  /// Whether it may stand without its value, before another option or at the end.
  var valueIsOptional: Bool
  /// Whether it may be given more than once.
  var repeats: Bool
  var help: String

  init(_ name: String, value: String? = nil, valueIsOptional: Bool = false, repeats: Bool = false, _ help: String) {
    self.name = name
    self.value = value
    self.valueIsOptional = valueIsOptional
    self.repeats = repeats
    self.help = help
  }

  /// Its name and value: `--transport-path DIR`.
  var spelling: String { value.map { valueIsOptional ? "\(name) [\($0)]" : "\(name) \($0)" } ?? name }

  /// How the synopsis shows it: `[--transport-path DIR]…`.
  var synopsis: String { "[\(spelling)]" + (repeats ? "…" : "") }

  /// `--json`, which every verb that lists something has.
  static let json = VerbOption("--json", "Print JSON instead of text.")

  /// `--transport-path`, which every verb that looks for transports has.
  static let transportPath = VerbOption(
    "--transport-path", value: "DIR", repeats: true, "Search DIR for transports first, before all other folders.")
}
