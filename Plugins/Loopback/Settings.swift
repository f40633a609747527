internal import TransportKit

/// The configuration of an instance.
struct Settings {
  /// The numbers that ring here when an instance in this process dials them.
  ///
  /// Callees see the first one.
  var ownNumbers: [String] = []
  /// The provider's display name.
  var name = ""
  /// The limit on simultaneous calls; 0 for no limit.
  var maxCalls = 0
  /// The time from dialing to connecting, for the numbers of the plan.
  var connectingAfter = Duration.zero
  /// The time from the step before to the answer, for the numbers of the plan.
  var connectedAfter = Duration.zero
  /// The time that a call rings unanswered, for the numbers of the plan.
  var noAnswerAfter = Duration.seconds(30)

  init(_ configuration: Configuration) throws(TransportError) {
    var configuration = configuration
    ownNumbers = try configuration.strings("own-numbers")
    name = try configuration.string("name", default: "")
    maxCalls = try configuration.integer("max-calls", in: 0...1_000_000, default: 0)
    connectingAfter = .milliseconds(try configuration.integer("connecting-after-ms", in: 0...600_000, default: 0))
    connectedAfter = .milliseconds(try configuration.integer("connected-after-ms", in: 0...600_000, default: 0))
    noAnswerAfter = .milliseconds(try configuration.integer("no-answer-after-ms", in: 1...600_000, default: 30_000))
    try configuration.refuseUnread()
    for (index, number) in ownNumbers.enumerated() {
      guard !number.isEmpty else { throw TransportError(.invalid, "configuration: /own-numbers/\(index) is empty") }
      guard NumberPlan.entries[number] == nil, number != NumberPlan.testPeer else {
        throw TransportError(.invalid, "configuration: /own-numbers/\(index): \(number) is a number of the plan")
      }
    }
  }

  static let schema = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Loopback",
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "own-numbers": {
          "description": "Numbers that ring here when a loopback in the same process dials them; callees see the first.",
          "type": "array", "items": {"type": "string", "minLength": 1}, "default": []
        },
        "name": {"description": "A name for people.", "type": "string", "default": ""},
        "max-calls": {"description": "Calls at once; 0 for no limit.", "type": "integer", "minimum": 0, "maximum": 1000000, "default": 0},
        "connecting-after-ms": {
          "description": "From dialing to connecting, of the numbers that answer by themselves.",
          "type": "integer", "minimum": 0, "maximum": 600000, "default": 0
        },
        "connected-after-ms": {
          "description": "From the step before the answer to the answer, of the numbers that answer by themselves.",
          "type": "integer", "minimum": 0, "maximum": 600000, "default": 0
        },
        "no-answer-after-ms": {
          "description": "How long an unanswered number rings.",
          "type": "integer", "minimum": 1, "maximum": 600000, "default": 30000
        }
      }
    }
    """
}
