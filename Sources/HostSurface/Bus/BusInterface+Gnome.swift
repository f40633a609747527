// The D-Bus interfaces of GNOME Calls, which are not part of the table: `org.gnome.Calls.Call.xml` and `org.gnome.Calls.EmergencyCalls.xml`.

extension BusInterface {
  /// A call.
  package static let gnomeCall = BusInterface(
    name: "org.gnome.Calls.Call", isImplementedByPrograms: false,
    methods: [
      .method("Accept", .row(.callAnswer)), .method("Hangup", .row(.callEnd)),
      .method("SendDtmf", .row(.callPlayDTMF), .into("tone", "s")), .method("Silence", .row(.callSilence)),
    ],
    signals: [],
    properties: [
      .property("Inbound", "b", .call, "direction"), .property("State", "u", .call, "state"), .property("Id", "s", .handle, "value"),
      .property("DisplayName", "s", .call, "displayName"), .property("ImagePath", "s", .contact, "image"),
      .property("Protocol", "s", .handle, "type"), .property("Encrypted", "b", .call, "encrypted"),
      .property("CanDtmf", "b", .call, "capabilities"), .property("Hints", "a{sv}", .call, "hints"),
    ])

  /// The emergency calls.
  package static let gnomeEmergency = BusInterface(
    name: "org.gnome.Calls.EmergencyCalls", isImplementedByPrograms: false,
    methods: [
      .method("GetEmergencyContacts", .row(.lineGetPolicy), .out("contacts", "a(ssia{sv})")),
      .method("CallEmergencyContact", .row(.callStart), .into("id", "s")),
    ],
    signals: [.signal("EmergencyNumbersChanged", .row(.lineSetPolicy))], properties: [])
}
