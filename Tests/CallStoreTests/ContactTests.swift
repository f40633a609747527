import CallControl
import Foundation
import Testing

@testable import CallStore

@Suite("CallStore: contacts")
struct ContactTests {
  private let folder: TestFolder
  private let store: CallStore

  init() throws {
    folder = try TestFolder()
    store = CallStore(folder: folder.path)
  }

  @Test("A contact is put, found, changed and removed, and its calls bear its name")
  func life() throws {
    store.keep([SpoolRecord.of(.ended, number: "+12025550100")])
    let ann = try store.putContact(Contact(name: "Ann", handles: [.init(.number("+1 (202) 555-0100"), label: "home")]))
    #expect(ann.id == 1 && ann.uid.hasPrefix("urn:uuid:") && ann.source == "user")
    #expect(try store.history().entries.map(\.displayName) == ["Ann"])
    #expect(try store.contact(matching: .number("+12025550100")) == ann)
    #expect(try store.contact(matching: Handle(parsing: "+12025550100")) == ann)
    #expect(try store.contact(matching: .number("+12025550101")) == nil)
    var changed = ann
    (changed.name, changed.favourite, changed.isVIP) = ("Ann Smith", 3, true)
    changed.handles.append(.init(Handle(parsing: "sip:ann@example.org")))
    #expect(try store.putContact(changed) == changed)
    #expect(try store.contact(matching: Handle(parsing: "sip:ann@EXAMPLE.ORG;transport=tcp"))?.id == ann.id)
    #expect(try store.contacts(text: "smith", favourites: true).contacts == [changed])
    #expect(try store.contacts(text: "5550100").contacts.isEmpty == false)
    store.keep([SpoolRecord.of(.ended, number: "+12025550100", at: 1)])
    try store.removeContact(ann.id)
    #expect(try store.history().entries.map(\.contact) == [nil, nil])
    #expect(throws: StoreError.self) { try store.contact(ann.id) }
    #expect(throws: StoreError.self) { try store.removeContact(ann.id) }
    #expect(throws: StoreError.self) { try store.putContact(changed) }
  }

  @Test("Limits are checked before anything changes")
  func limits() throws {
    let long = String(repeating: "x", count: 4_097)
    let many = (0..<65).map { Contact.LabelledHandle(.number("\($0)")) }
    for contact in [Contact(name: ""), Contact(name: long), Contact(name: "a\0"), Contact(name: "a", handles: many)] {
      #expect(throws: StoreError.self) { try store.putContact(contact) }
    }
    #expect(try store.contacts().contacts == [])
  }

  @Test("Pages of contacts follow one another")
  func pages() throws {
    for index in 0..<25 { _ = try store.putContact(Contact(name: "n\(index)")) }
    var (names, after): ([String], Int64?) = ([], nil)
    repeat {
      let (contacts, next) = try store.contacts(after: after, limit: 10)
      names += contacts.map(\.name)
      after = next
    } while after != nil
    #expect(names == (0..<25).map { "n\($0)" })
  }

  private static let cards = """
    BEGIN:VCARD\r
    VERSION:3.0\r
    UID:one\r
    N:Smith;Ann;;Dr.;\r
    FN:Dr. Ann Smith\\, the elder\r
    item1.TEL;TYPE=HOME,VOICE:+1 202 555 0100\r
    EMAIL;TYPE=INTERNET,work:ann@example.org\r
    NOTE:A note that is long enough to be folded after seventy-five octets\\n of\r
      text\r
    X-CUSTOM;X-P="a:b":kept\r
    END:VCARD\r
    BEGIN:VCARD
    VERSION:4.0
    UID:two
    FN:Bob
    TEL;VALUE=uri;TYPE=cell:tel:+12025550101
    IMPP:sip:bob@example.org
    IMPP:xmpp:bob@example.org
    END:VCARD
    BEGIN:VCARD
    VERSION:2.1
    N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg
    TEL;CELL:+49 30 1234
    END:VCARD
    BEGIN:VCARD
    TEL:5550100
    END:VCARD
    """

  @Test("vCards of versions 2.1, 3.0 and 4.0 are read, a card without a name is left out, and a known card changes nothing")
  func imports() throws {
    let report = try store.importContacts(Self.cards)
    #expect(report.added == 3 && report.changed == 0 && report.skipped == 1)
    #expect(report.problems == ["line 25: the card has no name (FN, N or ORG)"])
    let contacts = try store.contacts().contacts
    #expect(contacts.map(\.name) == ["Dr. Ann Smith, the elder", "Bob", "Jörg Müller"])
    #expect(contacts[0].handles.map(\.label) == ["home", "work"])
    #expect(contacts[1].handles.map(\.handle.description) == ["tel:+12025550101", "sip:bob@example.org"])
    #expect(contacts[0].uid == "one" && contacts[0].source == "import")
    let again = try store.importContacts(Self.cards)
    #expect(again.added == 1 && again.skipped == 3)
    _ = try store.importContacts("BEGIN:VCARD\nUID:one\nFN:Ann\nEND:VCARD\n")
    #expect(try store.contact(1).name == "Ann")
    #expect(throws: StoreError.self) { try store.importContacts("nothing") }
    #expect(throws: StoreError.self) { try store.importContacts(String(repeating: "x", count: (4 << 20) + 1)) }
  }

  @Test("An export is of version 4.0, folds its lines, and keeps what an import had and the store does not know")
  func exports() throws {
    _ = try store.importContacts(Self.cards)
    var ann = try store.contact(1)
    ann.handles[0].handle = .number("+12025550199")
    _ = try store.putContact(ann)
    let text = try store.exportContacts([1, 2])
    #expect(text.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 75 })
    let plain = text.replacingOccurrences(of: "\r\n ", with: "")
    for line in [
      "VERSION:4.0", "FN:Dr. Ann Smith\\, the elder", "UID:one", "TEL;VALUE=text;TYPE=home:+12025550199", "N:Smith;Ann;;Dr.;",
      "NOTE:A note that is long enough to be folded after seventy-five octets\\n of text", "X-CUSTOM;X-P=\"a:b\":kept",
      "IMPP:xmpp:bob@example.org", "IMPP:sip:bob@example.org",
    ] { #expect(plain.contains(line + "\r\n"), "\(line)") }
    #expect(!plain.contains("5550100") && !plain.contains("VERSION:3.0"))
    // A round trip loses nothing.
    let other = try TestFolder()
    let second = CallStore(folder: other.path)
    #expect(try second.importContacts(text).added == 2)
    #expect(try second.exportContacts() == text)
    #expect(throws: StoreError.self) { try store.exportContacts([99]) }
  }

  @Test("Grants are asked for, granted and revoked")
  func grants() throws {
    _ = try store.notePending("app:chat", rights: ["provide"], names: ["chat"])
    #expect(try store.grants().map(\.granted) == [nil])
    let grant = try store.grant("app:chat", rights: ["provide", "control:call.end"], names: ["chat"])
    #expect(grant.granted != nil && grant.asked != nil && grant.rights == ["provide", "control:call.end"] && grant.names == ["chat"])
    // Asking again takes nothing away.
    #expect(try store.notePending("app:chat", rights: ["screen"]).rights == grant.rights)
    #expect(throws: StoreError.self) { try store.grant("a b", rights: []) }
    try store.revoke("app:chat")
    #expect(try store.grants() == [])
    #expect(throws: StoreError.self) { try store.revoke("app:chat") }
  }

  @Test("The history leaves as CSV by RFC 4180 and as JSON")
  func export() throws {
    var record = SpoolRecord.of(.ended, at: 1_795_348_800_000, outcome: .answered)
    (record.name, record.label, record.duration) = ("A \"quoted\", name\nin two lines", "=1+1", 61_005)
    store.keep([record])
    func text(_ form: HistoryForm) throws -> String {
      var text = ""
      try store.exportHistory(form) {
        text += $0; return true
      }
      return text
    }
    let csv = try text(.csv)
    #expect(csv.hasPrefix("id,change,call,") && csv.hasSuffix("\r\n"))
    #expect(csv.contains("\"A \"\"quoted\"\", name\nin two lines\"") && csv.contains(",'=1+1,") && csv.contains(",+12025550100,"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(try text(.jsonl).utf8)) as? [String: Any])
    #expect(object["name"] as? String == record.name && object["duration"] as? Double == 61.005 && object["read"] as? Bool == false)
    let list = try #require(try JSONSerialization.jsonObject(with: Data(try text(.json).utf8)) as? [[String: Any]])
    #expect(list.count == 1 && list[0]["began"] as? String == "2026-11-22T12:00:00.000Z")
  }

  @Test("A carriage return inside a value, and a name that looks like quoted-printable, survive a vCard")
  func oddNames() throws {
    let cards = [
      "BEGIN:VCARD\nFN:a\rb\nEND:VCARD\n", "BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:a=0Db=0D=0Ac\nEND:VCARD\n",
      "BEGIN:VCARD\nN:=;QUOTED-PRINTABLE;;;\nTEL:+1\nEND:VCARD\n", "BEGIN:VCARD\nFN:a\nIMPP:sip:a\\nb@example.org\nEND:VCARD\n",
    ]
    for card in cards { #expect(StoreFormats.cardsSurvive(card), "\(card)") }
    let (read, _) = try VCard.cards(in: cards.joined())
    #expect(read.map(\.contact.name) == ["ab", "ab\nc", "QUOTED-PRINTABLE =", "a"])
  }
}
