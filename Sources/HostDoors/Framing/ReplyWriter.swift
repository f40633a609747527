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
    switch answer {
    case .success(let result): reply(to: id, "result", result.text)
    case .failure(let error): reply(to: id, "error", error.json.text)
    }
  }

  /// Returns the reply to a request that the service answered.
  ///
  /// - Parameters:
  ///   - id: the request's id.
  ///   - reply: the service's answer.
  package static func reply(to id: JSONValue, _ reply: ServiceReply) -> [UInt8] {
    switch reply.text {
    case .success(let text): Self.reply(to: id, "result", text)
    case .failure(let error): Self.reply(to: id, "error", error.json.text)
    }
  }

  private static func reply(to id: JSONValue, _ member: String, _ text: String) -> [UInt8] {
    var line = Array("{\"jsonrpc\":\"2.0\",\"id\":\(id.text),\"\(member)\":".utf8)
    line.reserveCapacity(line.count + text.utf8.count + 2)
    line += text.utf8
    line += "}\n".utf8
    return line
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
