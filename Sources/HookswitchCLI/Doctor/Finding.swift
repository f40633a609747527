/// One thing that the doctor looked at, and what to do about it.
struct Finding: Encodable, Equatable, Sendable {
  /// How bad it is: only an error makes `hookswitch doctor` fail.
  enum Level: String, Encodable, CaseIterable, Sendable { case error, warning, note, ok }

  /// What it is about, in the order of the report.
  enum Topic: String, Encodable, CaseIterable, Sendable {
    case toolchain
    case libraries
    case searchPath = "search path"
    case transports
    case firstContact = "first contact"
  }

  var topic: Topic
  var level: Level
  /// What was found.
  var text: String
  /// What to do about it; always there for errors and warnings.
  var advice: String?

  static func ok(_ topic: Topic, _ text: String) -> Finding { Finding(topic: topic, level: .ok, text: text) }

  static func note(_ topic: Topic, _ text: String, advice: String? = nil) -> Finding {
    Finding(topic: topic, level: .note, text: text, advice: advice)
  }

  static func warning(_ topic: Topic, _ text: String, advice: String) -> Finding {
    Finding(topic: topic, level: .warning, text: text, advice: advice)
  }

  static func error(_ topic: Topic, _ text: String, advice: String) -> Finding {
    Finding(topic: topic, level: .error, text: text, advice: advice)
  }
}
