package import HostSurface
package import StrictJSON

/// A place in a host's events.
package struct EventCursor: Hashable, Sendable {
  /// The host's start; each start has another epoch.
  package var epoch: String
  /// The number of the last event before the place.
  package var sequence: UInt64

  /// Creates a place.
  package init(epoch: String, sequence: UInt64) {
    self.epoch = epoch
    self.sequence = sequence
  }

  /// Reads a checked `Cursor`; nil when the value is none.
  package init?(json value: JSONValue) {
    guard let epoch = value["epoch"]?.string, let sequence = value["sequence"]?.integer, sequence >= 0 else { return nil }
    self.init(epoch: epoch, sequence: UInt64(sequence))
  }

  /// The place as a `Cursor`.
  package var json: JSONValue { JSONValue(writing: self) }
}

extension EventCursor: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("epoch", epoch)
      writer.member("sequence", sequence)
    }
  }
}

/// The events that a subscription is about.
package struct EventFilter: Hashable, Sendable {
  /// The topics.
  package var topics: Set<Topic>
  /// The lines; nil for all.
  ///
  /// Events that concern no line pass in any case.
  package var lines: Set<String>?
  /// Patterns of further lines, with a `*` at the end of each.
  package var patterns: [String] = []

  /// Creates a filter.
  package init(topics: Set<Topic>, lines: Set<String>? = nil, patterns: [String] = []) {
    self.topics = topics
    self.lines = lines
    self.patterns = patterns
  }

  func admits(_ topic: Topic, line: String?) -> Bool {
    guard topics.contains(topic) else { return false }
    guard let lines, let line else { return true }
    return lines.contains(line) || patterns.contains { LineScope.matches(line, $0) }
  }
}

/// A client's subscription: a place in the host's one log, and no queue of its own.
package struct EventSubscription: Sendable {
  /// The subscription's number, which its notifications carry.
  package let number: Int
  /// The events that the client wants.
  package let filter: EventFilter
  /// The number of the last event that was looked at.
  package internal(set) var sequence: UInt64
  /// States up to this number were in the answer to the subscription.
  let statesKnown: UInt64
  /// The changes of keys that were passed over, since a newer value of the key follows; at most one entry for each key.
  var skipped: [StateKey: Int] = [:]
}

/// The key of a state: its topic, and the line, provider or other thing.
package struct StateKey: Hashable, Sendable {
  package let topic: Topic
  package let name: String

  /// Creates a key.
  package init(_ topic: Topic, _ name: String) {
    self.topic = topic
    self.name = name
  }

  /// The line of the state, if it is one's.
  var line: String? { topic == .line || topic == .audio ? name : nil }
}
