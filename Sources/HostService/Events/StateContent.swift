internal import HostSurface
internal import Locking
package import StrictJSON

/// The value of a state, which is made at its first reading and then shared by all readers.
///
/// Most states change again before a client reads them, so that the work of writing them is not done on the thread that changes them.
package final class StateContent: JSONWritable {
  private enum Form: Sendable {
    /// A value that no reader wanted yet; the function makes its text or itself.
    case unmade(@Sendable (_ wantsText: Bool) -> Form)
    case value(JSONValue)
    /// The text in UTF-8, which takes the place of the value: it needs a fifth of its memory.
    case text([UInt8])
  }

  /// The bytes of a line with a call, roughly.
  static let typicalSize = 1_000

  private let form: Locked<Form>

  /// Creates a value.
  ///
  /// - Parameter make: makes the value; called at most once, on the thread of the first reader.
  package init<Value: JSONWritable>(_ make: @escaping @Sendable () -> Value) {
    // The function knows the type of the value, so that specialized code writes it.
    form = Locked(
      .unmade { wantsText in
        wantsText ? .text(make().jsonText(capacity: Self.typicalSize)) : .value(JSONValue(writing: make()))
      })
  }

  /// Creates a value that is there already.
  package init(_ json: JSONValue) {
    form = Locked(.value(json))
  }

  /// The value.
  package var json: JSONValue {
    form.withLock { form in
      if case .unmade(let make) = form { form = make(false) }
      switch form {
      case .value(let value): return value
      // The text is ours, so it can be read back.
      case .text(let text): return (try? JSONReader.read(text)) ?? .object([])
      case .unmade: return .object([])
      }
    }
  }

  /// The value as text in UTF-8.
  package var text: [UInt8] {
    form.withLock { form in
      switch form {
      case .unmade(let make): form = make(true)
      case .value(let value): form = .text(value.jsonText())
      case .text: break
      }
      guard case .text(let text) = form else { return [] }
      return text
    }
  }

  package func write(to writer: inout JSONWriter) { writer.either(text: { text }, value: { json }) }
}

/// A `State` of the host surface.
package struct StateNews: JSONWritable {
  /// The subscription; nil in the answer to it, which has the number itself.
  var subscription: Int?
  let key: StateKey
  let sequence: UInt64
  /// Nil for a key that has ended.
  let content: StateContent?
  /// The number of changes that were passed over.
  var skipped = 0

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("subscription", subscription)
      writer.member("topic", key.topic.rawValue)
      writer.member("key", key.name)
      writer.member("sequence", sequence)
      writer.member("value", content)
      writer.member("skipped", skipped > 0 ? skipped : nil)
    }
  }
}

/// One notification of a subscription; its text is made when the client's door writes it.
package enum EventLine: Sendable {
  /// A whole message.
  case text(String)
  /// A state's newest value.
  case state(StateNews)

  /// The notification as one line of JSON without its end.
  package var text: String {
    switch self {
    case .text(let text): text
    case .state(let news): String(decoding: Message(news: news).jsonText(capacity: StateContent.typicalSize), as: UTF8.self)
    }
  }

  /// The notification of a state.
  private struct Message: JSONWritable {
    let news: StateNews

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.member("jsonrpc", "2.0")
        writer.member("method", NotificationName.state.rawValue)
        writer.member("params", news)
      }
    }
  }
}

/// The answer to a subscription: a `Subscription` of the host surface.
package struct SubscriptionAnswer: JSONWritable {
  let number: Int
  let isResumed: Bool
  let cursor: EventCursor
  let states: [StateNews]
  let lost: Int

  /// The number of bytes of its text, roughly.
  var size: Int { (states.count + 1) * StateContent.typicalSize }

  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("subscription", number)
      writer.member("resumed", isResumed)
      writer.member("cursor", cursor)
      writer.member("states", list: states)
      writer.member("lost", lost)
    }
  }

  /// The answer as a value.
  package var json: JSONValue { JSONValue(writing: self) }
}
