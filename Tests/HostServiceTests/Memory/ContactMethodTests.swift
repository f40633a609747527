import HostService
import HostSurface
import StrictJSON
import Testing

@testable import CallStore

@Suite("MemoryMethods: contacts")
struct ContactMethodTests {
  private let memory: TestMemory

  init() throws {
    memory = try TestMemory()
  }

  @discardableResult
  private func put(_ contact: String) throws -> JSONValue { try memory.call(.contactPut, "{\"contact\": \(contact)}") }

  @Test("A contact with every member has the type Contact, and is found at once by id, text and handle")
  func members() throws {
    let json = try put(
      """
      {"uid": "one", "name": "Ann", "handles": [{"handle": "+1 202 555 0100", "label": "home"}, {"handle": {"type": "sipURI", "value":
      "sip:ann@example.org"}}], "favourite": 2, "vip": true, "ringtone": "bell", "image": "file:///ann.png"}
      """)
    #expect(
      json.text == """
        {"id":1,"uid":"one","name":"Ann","handles":[{"handle":\(json["handles"]?.array?[0]["handle"]?.text ?? ""),"label":"home"},\
        {"handle":{"type":"sipURI","value":"sip:ann@example.org"}}],"favourite":2,"vip":true,"ringtone":"bell","image":"file:///ann.png",\
        "source":"user"}
        """)
    #expect(try memory.call(.contactGet, #"{"id": 1}"#) == json)
    #expect(try memory.call(.contactMatch, #"{"handle": "+12025550100"}"#)["contact"] == json)
    #expect(try memory.call(.contactMatch, #"{"handle": {"type": "phoneNumber", "value": "+12025550199"}}"#)["contact"] == nil)
    #expect(try put(#"{"name": "Bob", "handles": []}"#)["id"]?.integer == 2)
    #expect(try memory.call(.contactList, #"{"text": "AN"}"#).ids("contacts") == [1])
    #expect(try memory.call(.contactList, #"{"favourites": true}"#).ids("contacts") == [1])
    let page = try memory.call(.contactList, #"{"limit": 1}"#)
    #expect(page.ids("contacts") == [1] && page["next"]?.integer == 1)
    #expect(try memory.call(.contactList, #"{"after": 1}"#).ids("contacts") == [2])
  }

  @Test("The same id or uid replaces a contact, and a removed one is gone at once")
  func replace() throws {
    try put(#"{"uid": "one", "name": "Ann", "handles": [], "vip": true}"#)
    #expect(try put(#"{"id": 1, "name": "Anna", "handles": []}"#)["uid"]?.string == "one")
    #expect(try put(#"{"uid": "one", "name": "Anne", "handles": []}"#)["id"]?.integer == 1)
    let contact = try memory.call(.contactGet, #"{"id": 1}"#)
    #expect(contact["name"]?.string == "Anne" && contact["vip"] == .bool(false))
    try put(#"{"uid": "two", "name": "Bob", "handles": []}"#)
    SurfaceCheck.fails(.exists) { try put(#"{"id": 2, "uid": "one", "name": "Bob", "handles": []}"#) }
    #expect(try memory.call(.contactRemove, #"{"id": 1}"#) == .object([]))
    #expect(try memory.call(.contactList).ids("contacts") == [2])
  }

  @Test("vCards are imported and exported; one that gives no contact is rejected with its report")
  func cards() throws {
    func imported(_ cards: String, _ rest: String = "") throws -> JSONValue {
      try memory.call(.contactImport, "{\"vcard\": \(JSONValue.quote(cards))\(rest)}")
    }
    let ann = "BEGIN:VCARD\nVERSION:4.0\nUID:one\nFN:Ann\nTEL:+12025550100\nNOTE:kept\nEND:VCARD\n"
    let broken = "BEGIN:VCARD\nVERSION:4.0\nTEL:+1\nEND:VCARD\n"
    let report = try imported(ann + broken, #", "source": "phone""#)
    #expect(report["added"]?.integer == 1 && report["skipped"]?.integer == 1 && report["problems"]?.array?.count == 1)
    #expect(try memory.call(.contactGet, #"{"id": 1}"#)["source"]?.string == "phone")
    // A card that is known already is skipped, and no error.
    #expect(try imported(ann)["skipped"]?.integer == 1)
    let text = try memory.call(.contactExport, #"{"ids": [1]}"#)["vcard"]?.string ?? ""
    #expect(text.hasPrefix("BEGIN:VCARD\r\nVERSION:4.0\r\n") && text.contains("NOTE:kept\r\n"))
    #expect(try memory.call(.contactExport)["vcard"]?.string == text)
    SurfaceCheck.fails(.rejected, ["at": "/vcard"]) { _ = try imported("hello") }
    SurfaceCheck.fails(.rejected, ["at": "/vcard"]) { _ = try imported(broken) }
    do {
      _ = try imported(broken)
    } catch let error as MethodError {
      SurfaceCheck.value(error.data["report"] ?? .null, is: .importReport)
      #expect(error.data["report"]?["skipped"]?.integer == 1 && error.message.contains("line 1"))
    }
    SurfaceCheck.fails(.notFound, ["what": "contact", "name": "7"]) { try memory.call(.contactExport, #"{"ids": [1, 7]}"#) }
  }

  @Test("Unknown ids, and values beyond the limits, are typed errors, and change nothing")
  func errors() throws {
    for method in [MethodName.contactGet, .contactRemove] {
      SurfaceCheck.fails(.notFound, ["what": "contact", "name": "5"]) { try memory.call(method, #"{"id": 5}"#) }
    }
    for id in [0, -1, 5] {
      SurfaceCheck.fails(.notFound, ["what": "contact", "name": "\(id)"]) { try put("{\"id\": \(id), \"name\": \"A\", \"handles\": []}") }
    }
    SurfaceCheck.fails(.invalid, ["at": "/contact/name"]) { try put(#"{"name": "", "handles": []}"#) }
    SurfaceCheck.fails(.invalid, ["at": "/contact/handles/0"]) {
      try put(#"{"name": "A", "handles": [{"handle": {"type": "generic", "value": ""}}]}"#)
    }
    let many = Array(repeating: #"{"handle": "+1"}"#, count: 65).joined(separator: ", ")
    SurfaceCheck.fails(.tooLarge) { try put("{\"name\": \"A\", \"handles\": [\(many)]}") }
    SurfaceCheck.fails(.invalid, ["at": "/limit"]) { try memory.call(.contactList, #"{"limit": 0}"#) }
    #expect(try memory.call(.contactList).ids("contacts") == [])
  }
}
