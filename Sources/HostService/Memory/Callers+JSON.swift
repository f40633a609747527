internal import CallControl
package import CallStore
internal import HostSurface
package import StrictJSON

extension BlockRule {
  /// The rule as a `BlockRule` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "id": .integer(id), "kind": .string(kind.rawValue), "value": .string(value), "effect": .string(effect.rawValue),
      "reason": reason.map { .string($0) }, "addedBy": .string(addedBy), "added": added.json, "until": until?.json, "hits": .integer(hits),
      "lastHit": lastHit?.json,
    ])
  }
}

extension CallerDecision {
  /// The decision as a `Decision` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "ring": .string(ring.rawValue), "rule": .string(rule), "refusal": refusal.map { .string($0.rawValue) },
      "steps": .array(
        steps.map { step in
          .object(of: ["rule": .string(step.rule), "says": .string(step.says), "detail": step.detail.map { .string($0) }])
        }), "label": label.map { .string($0) }, "contact": contact.map { .integer($0) },
    ])
  }
}

extension DoNotDisturb {
  /// The settings as a `DoNotDisturb` of the host surface.
  ///
  /// - Parameter rule: the reason for which it counts now; nil while it does not.
  package func json(activeBy rule: String?) -> JSONValue {
    .object(of: [
      "mode": .string(mode.rawValue), "active": .bool(rule != nil), "rule": rule.map { .string($0) }, "until": until?.json,
      "effect": .string(effect.rawValue), "schedules": .array(schedules.map(\.json)), "favourites": .bool(favourites),
      "contacts": .bool(contacts), "repeatWithin": .number(JSONNumber(repeatWithin)), "lines": .strings(lines.map(\.rawValue)),
    ])
  }
}

extension Schedule {
  fileprivate var json: JSONValue {
    .object(of: [
      "name": .string(name), "days": .strings(days.map(\.rawValue)), "from": .string(from), "to": .string(to),
      "timezone": timezone.map { .string($0) }, "enabled": .bool(isEnabled),
    ])
  }

  /// Reads a checked `Schedule`.
  package init(json value: JSONValue) {
    self.init(
      name: value["name"]?.string ?? "", days: (value["days"]?.strings ?? []).compactMap { Day(rawValue: $0) },
      from: value["from"]?.string ?? "", to: value["to"]?.string ?? "", timezone: value["timezone"]?.string,
      isEnabled: value["enabled"] != .bool(false))
  }
}

extension AccessGrant {
  /// The grant as a `Grant` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "peer": .string(peer), "rights": .strings(rights), "names": names.map { .strings($0) }, "asked": asked?.json,
      "granted": granted?.json,
    ])
  }
}
