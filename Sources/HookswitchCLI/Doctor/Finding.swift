/// One result of the doctor, with advice.
struct Finding: Encodable, Equatable, Sendable {
  /// The severity: only an error makes `hookswitch doctor` fail.
  enum Level: String, Encodable, CaseIterable, Sendable { case error, warning, note, ok }

  /// The subject, in the order of the report.
  enum Topic: String, Encodable, CaseIterable, Sendable {
    case toolchain
    case libraries
    case searchPath = "search path"
    case transports
    case firstContact = "first contact"
    case isolation
  }

  var topic: Topic
  var level: Level
  /// The result in words.
  var text: String
  /// The advice; errors and warnings always have it.
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
