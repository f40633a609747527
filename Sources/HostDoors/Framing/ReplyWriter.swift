package import HostService
package import HostSurface
package import StrictJSON

/// Writes the lines that a door sends, each with its line feed.
package enum ReplyWriter {
  /// Returns the reply to a request.
  ///
  /// - Parameters:
  ///   - id: the request's id; null when the request did not show one.
  ///   - answer: the result or the error.
  package static func reply(to id: JSONValue, _ answer: Result<JSONValue, MethodError>) -> [UInt8] {
    Self.reply(to: id, ServiceReply(answer, after: 0))
  }

  /// Returns the reply to a request that the service answered.
  ///
  /// - Parameters:
  ///   - id: the request's id.
  ///   - reply: the service's answer.
  package static func reply(to id: JSONValue, _ reply: ServiceReply) -> [UInt8] {
    var line = JSONWriter(capacity: reply.size)
    line.object { line in
      line.member("jsonrpc", "2.0")
      line.member("id", id)
      reply.write(to: &line)
    }
    line.end(with: UInt8(ascii: "\n"))
    return line.bytes
  }

  /// Returns a notification.
  ///
  /// - Parameters:
  ///   - method: the notification's name.
  ///   - parameters: its parameters, an object.
  package static func notification(_ method: String, _ parameters: JSONValue) -> [UInt8] {
    Array("{\"jsonrpc\":\"2.0\",\"method\":\(JSONValue.quote(method)),\"params\":\(parameters.text)}\n".utf8)
  }

  /// Returns the last line of a connection.
  ///
  /// - Parameter reason: the reason for its end, one word.
  package static func goodbye(_ reason: String) -> [UInt8] {
    notification("goodbye", .object(of: ["reason": .string(reason)]))
  }

  /// Returns the error of a request above the rate.
  ///
  /// - Parameters:
  ///   - limit: the rate.
  ///   - wait: the time after which a request is admitted again.
  package static func tooFast(_ limit: RateLimit, retryAfter wait: Duration) -> MethodError {
    // Rounded up to a millisecond, so that a client that waits for it is admitted.
    let (seconds, attoseconds) = wait.components
    let milliseconds = seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return MethodError(
      .tooFast, "more than \(limit.perSecond) requests a second",
      ["limit": .integer(limit.perSecond), "retryAfter": .number(JSONNumber(Double(milliseconds) / 1_000))])
  }

  /// Returns the error of a line that is too long.
  ///
  /// - Parameter limit: the largest number of bytes.
  package static func tooLarge(_ limit: Int) -> MethodError {
    MethodError(.tooLarge, "the line has more than \(limit) bytes", ["limit": .integer(limit)])
  }
}
