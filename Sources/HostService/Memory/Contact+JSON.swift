internal import CallControl
package import CallStore
internal import HostSurface
package import StrictJSON

extension Contact {
  /// The contact as a `Contact` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "id": .integer(id), "uid": .string(uid), "name": .string(name), "handles": .array(handles.map(\.json)),
      "favourite": favourite.map { .integer($0) }, "vip": .bool(isVIP), "ringtone": ringtone.map { .string($0) },
      "image": image.map { .string($0) }, "source": .string(source),
    ])
  }

  /// Reads a checked `ContactInput`; one without an id is a new contact.
  package init(json value: JSONValue) {
    self.init(
      id: value["id"]?.integer.map { Int64($0) } ?? 0, uid: value["uid"]?.string ?? "", name: value["name"]?.string ?? "",
      handles: (value["handles"]?.array ?? []).compactMap { LabelledHandle(json: $0) })
    favourite = value["favourite"]?.integer.map { Int64($0) }
    isVIP = value["vip"] == .bool(true)
    ringtone = value["ringtone"]?.string
    image = value["image"]?.string
  }
}

extension Contact.LabelledHandle {
  /// The handle as a `ContactHandle` of the host surface.
  fileprivate var json: JSONValue { .object(of: ["handle": handle.json, "label": label.map { .string($0) }]) }

  fileprivate init?(json value: JSONValue) {
    guard let handle = value["handle"].flatMap({ Handle(json: $0) }) else { return nil }
    self.init(handle, label: value["label"]?.string)
  }
}

extension ImportReport {
  /// The report as an `ImportReport` of the host surface.
  package var json: JSONValue {
    .object(of: ["added": .integer(added), "changed": .integer(changed), "skipped": .integer(skipped), "problems": .strings(problems)])
  }
}
