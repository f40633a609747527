internal import CSIPStack
internal import TransportKit

extension Settings {
  /// The URN that names this account's instance at registrars; nil for an account without one.
  var instanceURN: String? {
    guard !instance.isEmpty else { return nil }
    let lower = instance.lowercased()
    let uuid = lower.hasPrefix("urn:uuid:") ? String(lower.dropFirst("urn:uuid:".count)) : lower
    if Self.isUUID(uuid) { return "urn:uuid:\(uuid)" }
    var room = [CChar](repeating: 0, count: Int(CSIP_INSTANCE_BYTES))
    guard csip_instance(instance, &room) == 0 else { return nil }
    return "urn:uuid:" + String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The parameters of our contact with an index (RFC 5626 section 4.2).
  func parameters(ofContact index: Int) -> String {
    guard let instanceURN else { return "" }
    return ";+sip.instance=\"<\(instanceURN)>\";reg-id=\(index + 1)"
  }

  /// The contact that the stack would derive, written out where parameters or further contacts belong to it.
  func ownContact(port: UInt16, tlsPort: UInt16) -> String {
    let isSecure = SIPAddress.isSecure(proxy.isEmpty ? registrar : proxy) || SIPAddress.isSecure(uri)
    if place.transport == "tls" { return "<sips:\(user)@\(place.uriHost):\(port)>" }
    if isSecure { return "<sips:\(user)@\(place.uriHost):\(tlsPort)>" }
    return "<sip:\(user)@\(place.uriHost):\(port)\(place.transport == "tcp" ? ";transport=tcp" : "")>"
  }

  /// Checks the settings of the instance.
  func checkInstance() throws(TransportError) {
    guard instance.isEmpty || !registrar.isEmpty else {
      throw TransportError(.invalid, "configuration: /instance needs /registrar, which replaces an instance's earlier contact")
    }
    guard formerContacts.count <= 8 else { throw TransportError(.invalid, "configuration: /former-contacts must name 8 at most") }
    for (index, contact) in formerContacts.enumerated() where !SIPAddress.isURI(contact) {
      throw TransportError(.invalid, "configuration: /former-contacts/\(index) must be like sip:alice@192.0.2.1:5060")
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { place, byte in
      [8, 13, 18, 23].contains(place) ? byte == 0x2d : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
  }
}
