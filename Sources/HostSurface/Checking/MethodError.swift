internal import CallControl
package import StrictJSON

/// An error that a method answers with, in the form of JSON-RPC.
package struct MethodError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number in JSON-RPC.
  package let number: Int
  /// One sentence for a person.
  package let message: String
  /// The members of `data`; `code` is the first.
  package let data: JSONValue

  /// Creates an error with a word of the table.
  package init(_ word: ErrorWord, _ message: String, _ details: KeyValuePairs<String, JSONValue?> = [:]) {
    number = word.number
    self.message = message
    var members = [JSONValue.Member(name: "code", value: .string(word.rawValue))]
    members += details.compactMap { name, value in value.map { JSONValue.Member(name: name, value: $0) } }
    data = .object(members)
  }

  /// Creates an error whose `data` is a `Refusal` or a `Request`.
  ///
  /// - Parameters:
  ///   - number: -32000 for a refusal, -32001 for a request that was accepted and then failed, -32006 for a time-out.
  ///   - message: one sentence for a person.
  ///   - data: the `Refusal` or `Request`.
  package init(number: Int, message: String, data: JSONValue) {
    self.number = number
    self.message = message
    self.data = data
  }

  /// The number of a refusal by a rule.
  package static let refused = -32000
  /// The number of a request that was accepted and then failed.
  package static let failed = -32001

  /// The word of the error: `data.code`, or the code of the failed request's error.
  package var code: String { data["code"]?.string ?? data["error"]?["code"]?.string ?? ErrorWord.internal.rawValue }

  /// The error's name on D-Bus.
  package var busName: String {
    if let word = ErrorWord(rawValue: code), word.number == number { return word.busName }
    if number == ErrorWord.deadline.number { return ErrorWord.deadline.busName }
    return "org.hookswitch.Error." + code.prefix(1).uppercased() + code.dropFirst()
  }

  /// The error as the member `error` of a reply.
  package var json: JSONValue {
    .object(of: ["code": .integer(number), "message": .string(message), "data": data])
  }

  /// The word and the message on one line.
  package var description: String { "\(code): \(message)" }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(message)
  }
}
