package import CallStore
package import HostSurface
package import StrictJSON

/// A change of the memory, in the form of the host's events.
package enum MemoryNews: Equatable, Sendable {
  /// A record of topic `history` or `store`.
  case record(Topic, kind: String, data: JSONValue)
  /// The new value of the state `doNotDisturb`.
  case doNotDisturb(JSONValue)
  /// The new number of missed calls that no person has read, which the state `missed` has as `unreadMissed`.
  case missed(Int)
  /// The new state of the store, which `HostStatus` tells.
  case standing(StoreStanding)

  /// The largest number of ids in one record.
  static let portion = 1_000

  /// Returns the news as records, in the order in which they happened; none for news that is no record.
  ///
  /// A record of `history` has the members `change`, the last change of the store, and `ids`; one of `store` has `ids`, or `peers` for grants.
  ///
  /// - Parameter news: the news of the store, after its commit.
  static func records(of news: StoreNews) -> [MemoryNews] {
    switch news {
    case .history(let change, let added, let changed, let removed):
      return [("added", added), ("changed", changed), ("removed", removed)].flatMap { kind, ids in
        stride(from: 0, to: ids.count, by: portion).map { start in
          let part = ids[start..<min(start + portion, ids.count)]
          return .record(.history, kind: kind, data: .object(of: ["change": .integer(change), "ids": numbers(part)]))
        }
      }
    case .contacts(let ids): return parts(ids, "contacts")
    case .blocks(let ids): return parts(ids, "blocks")
    case .grants(let peers): return [.record(.store, kind: "grants", data: .object(of: ["peers": .strings(peers)]))]
    case .doNotDisturb, .state: return []
    }
  }

  private static func parts(_ ids: [Int64], _ kind: String) -> [MemoryNews] {
    stride(from: 0, to: ids.count, by: portion).map { start in
      .record(.store, kind: kind, data: .object(of: ["ids": numbers(ids[start..<min(start + portion, ids.count)])]))
    }
  }

  private static func numbers(_ ids: ArraySlice<Int64>) -> JSONValue { .array(ids.map { .integer($0) }) }
}

extension EventLog {
  /// Adds a change of the memory: a record, or the value of `doNotDisturb`; the other states have the value `HostStatus`, which the host sets.
  ///
  /// - Parameters:
  ///   - news: the change.
  ///   - time: the time of the event.
  package mutating func take(_ news: MemoryNews, at time: SurfaceTime) {
    switch news {
    case .record(let topic, let kind, let data): append(topic, kind: kind, at: time, data: data)
    case .doNotDisturb(let value): set(StateKey(.doNotDisturb, Topic.doNotDisturb.rawValue), to: StateContent(value))
    case .missed, .standing: break
    }
  }
}
