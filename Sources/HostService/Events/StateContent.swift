internal import HostSurface
internal import Locking
package import StrictJSON

/// The value of a state, which is made at its first reading and then shared by all readers.
///
/// Most states change again before a client reads them, so that the work of writing them is not done on the thread that changes them.
package final class StateContent: Sendable {
  private struct Forms {
    var make: (@Sendable () -> JSONValue)?
    var json: JSONValue?
    var text: String?
  }

  private let forms: Locked<Forms>

  /// Creates a value.
  ///
  /// - Parameter make: makes the value; called at most once, on the thread of the first reader.
  package init(_ make: @escaping @Sendable () -> JSONValue) {
    forms = Locked(Forms(make: make))
  }

  /// Creates a value that is there already.
  package convenience init(_ json: JSONValue) {
    self.init { json }
  }

  /// The value.
  package var json: JSONValue {
    forms.withLock { forms in
      // The text is ours, so it can be read back.
      if let text = forms.text { return (try? JSONReader.read(Array(text.utf8))) ?? .object([]) }
      return Self.json(&forms)
    }
  }

  /// The value as text, which takes the place of the value: it needs a fifth of its memory.
  package var text: String {
    forms.withLock { forms in
      if let text = forms.text { return text }
      let text = Self.json(&forms).text
      (forms.text, forms.json) = (text, nil)
      return text
    }
  }

  private static func json(_ forms: inout Forms) -> JSONValue {
    if let json = forms.json { return json }
    let json = forms.make?() ?? .object([])
    (forms.json, forms.make) = (json, nil)
    return json
  }
}

/// One notification of a subscription; its text is made when the client's door writes it.
package enum EventLine: Sendable {
  /// A whole message.
  case text(String)
  /// A state's newest value, with the number of changes that were passed over.
  case state(subscription: Int, StateKey, sequence: UInt64, StateContent?, skipped: Int)

  /// The notification as one line of JSON without its end.
  package var text: String {
    switch self {
    case .text(let text): return text
    case .state(let subscription, let key, let sequence, let content, let skipped):
      var members = Self.members(key, sequence, content)
      if skipped > 0 { members += ",\"skipped\":\(skipped)" }
      return EventLog.line(.state, subscription, members + "}")
    }
  }
}

extension EventLine {
  /// Returns the members of a `State` without its brackets.
  fileprivate static func members(_ key: StateKey, _ sequence: UInt64, _ content: StateContent?) -> String {
    let members = "\"topic\":\"\(key.topic.rawValue)\",\"key\":\(JSONValue.quote(key.name)),\"sequence\":\(sequence)"
    return content.map { members + ",\"value\":" + $0.text } ?? members
  }
}

/// The answer to a subscription.
package struct SubscriptionAnswer: Sendable {
  let number: Int
  let isResumed: Bool
  let cursor: EventCursor
  let states: [(key: StateKey, sequence: UInt64, content: StateContent?)]
  let lost: Int

  /// The text of `json`, from the texts of the states, which all readers share.
  package var text: String {
    var text = "{\"subscription\":\(number),\"resumed\":\(isResumed),\"cursor\":\(cursor.json.text),\"states\":["
    for (place, state) in states.enumerated() {
      text += place > 0 ? ",{" : "{"
      text += EventLine.members(state.key, state.sequence, state.content)
      text += "}"
    }
    return text + "],\"lost\":\(lost)}"
  }

  /// The answer as a `Subscription` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "subscription": .integer(number), "resumed": .bool(isResumed), "cursor": cursor.json,
      "states": .array(
        states.map { key, sequence, content in
          .object(of: [
            "topic": .string(key.topic.rawValue), "key": .string(key.name), "sequence": .integer(sequence), "value": content?.json,
          ])
        }), "lost": .integer(lost),
    ])
  }
}
