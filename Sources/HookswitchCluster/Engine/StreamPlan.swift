/// The settings of a stream that a cluster needs.
package struct StreamPlan: Equatable, Sendable {
  /// The subject under which the engine repeats each message.
  package struct Republish: Equatable, Sendable {
    package var source: String
    package var destination: String
  }

  package let name: String
  package let subject: String
  package let isInMemory: Bool
  /// The number of servers that have it: 1 or 3.
  package let replicas: Int
  /// The age at which messages are removed, in seconds; 0: never.
  package let maxAge: Int
  /// True for a bucket, which keeps the last message of each subject.
  package let isBucket: Bool
  package var republish: Republish?

  /// The time within which the engine takes an id once, in seconds.
  ///
  /// A repetition that comes later fails by its condition; a record's second copy is left out by its readers.
  static let duplicateWindow = 120

  /// Returns the plans of a cluster's streams.
  ///
  /// - Parameters:
  ///   - names: the cluster's names.
  ///   - replicas: 1 with one server, 3 with three.
  package static func all(_ names: ClusterNames, replicas: Int) -> [StreamPlan] {
    lines(names, replicas: replicas) + traffic(names, replicas: replicas)
  }

  /// Returns the plans of the streams that the rules and the lines need: nodes, slots, and the lines' settings.
  static func lines(_ names: ClusterNames, replicas: Int) -> [StreamPlan] {
    ClusterBucket.allCases.filter { $0 != .live }.map { bucket(names, $0, replicas) }
  }

  private static func bucket(_ names: ClusterNames, _ bucket: ClusterBucket, _ replicas: Int) -> StreamPlan {
    StreamPlan(
      name: names.stream(bucket), subject: names.subject(bucket, ">"), isInMemory: bucket == .live, replicas: replicas, maxAge: 0,
      isBucket: true, republish: Republish(source: names.subject(bucket, ">"), destination: names.changes(bucket)))
  }

  /// Returns the plans of the streams that grow with the calls: connected calls and records (`traffic-servers`).
  static func traffic(_ names: ClusterNames, replicas: Int) -> [StreamPlan] {
    let records = StreamPlan(
      name: names.records, subject: names.record(">"), isInMemory: false, replicas: replicas, maxAge: 7 * 86_400, isBucket: false,
      republish: nil)
    return [bucket(names, .live, replicas), records]
  }
}
