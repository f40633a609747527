#if HOOKSWITCH_CLUSTER
  internal import HookswitchCluster
  internal import StrictJSON

  /// The lines by which `hookswitch edge` tells of its work.
  enum EdgeLog {
    /// Returns an event as a sentence, with `isJSON` as one JSON object.
    static func line(_ event: EdgeEvent, isJSON: Bool) -> String {
      isJSON ? object(event).text : sentence(event)
    }

    static func sentence(_ event: EdgeEvent) -> String {
      switch event {
      case .connected: "the engine is connected"
      case .disconnected(let reason): "the engine is lost, the tables stay as they are: \(reason)"
      case .problem(let error): "\(error)"
      case .unreadable(let key, let reason): "the key \(key) is left out: \(reason)"
      case .unusable(let node, let address):
        "node \(node): \(address.debugDescription) is no address for Kamailio, such as sip:192.0.2.11:5060"
      case .kamailio(let socket, let note): "\(socket): \(sentence(note))"
      }
    }

    private static func sentence(_ note: KamailioNote) -> String {
      switch note {
      case .unreachable(let reason): "Kamailio cannot be reached (\(reason)); check that it runs with the shipped configuration"
      case .filled(let keys): "the tables are filled, \(keys) keys"
      case .emptied: "Kamailio has restarted; its tables are filled again"
      case .updated(let keys): "\(keys) keys are written"
      case .refused(let method, let reason): "Kamailio refuses \(method): \(reason); it needs the shipped configuration"
      case .silent(let place): "the node at \(place) is gone and silent, it counts as dead"
      case .ended(let place, let answered, let ringing):
        "the calls of the dead node at \(place) are ended: \(answered) answered, \(ringing) ringing"
      }
    }

    private static func object(_ event: EdgeEvent) -> JSONValue {
      switch event {
      case .connected: .object(of: ["event": "connected"])
      case .disconnected(let reason): .object(of: ["event": "disconnected", "reason": .string(reason)])
      case .problem(let error): .object(of: ["event": "problem", "reason": .string("\(error)")])
      case .unreadable(let key, let reason): .object(of: ["event": "unreadable", "key": .string(key), "reason": .string(reason)])
      case .unusable(let node, let address): .object(of: ["event": "unusable", "node": .string(node), "address": .string(address)])
      case .kamailio(let socket, let note):
        .object([JSONValue.Member(name: "kamailio", value: .string(socket))] + members(note))
      }
    }

    private static func members(_ note: KamailioNote) -> [JSONValue.Member] {
      let value: JSONValue =
        switch note {
        case .unreachable(let reason): .object(of: ["event": "unreachable", "reason": .string(reason)])
        case .filled(let keys): .object(of: ["event": "filled", "keys": .integer(keys)])
        case .emptied: .object(of: ["event": "emptied"])
        case .updated(let keys): .object(of: ["event": "updated", "keys": .integer(keys)])
        case .refused(let method, let reason):
          .object(of: ["event": "refused", "method": .string(method), "reason": .string(reason)])
        case .silent(let place): .object(of: ["event": "silent", "place": .string(place)])
        case .ended(let place, let answered, let ringing):
          .object(of: ["event": "ended", "place": .string(place), "answered": .integer(answered), "ringing": .integer(ringing)])
        }
      guard case .object(let members) = value else { return [] }
      return members
    }
  }
#endif
