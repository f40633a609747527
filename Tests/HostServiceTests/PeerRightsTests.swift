import CallStore
import HostService
import HostSurface
import StrictJSON
import Testing

@Suite("PeerRights")
struct PeerRightsTests {
  struct Case: Sendable {
    let peer: Peer
    let isSystem: Bool
    let rights: Set<Right>
    let mayBeUser: Bool
    let grants: [AccessGrant]
  }

  static func peer(
    _ door: Peer.Door, uid: UInt32? = nil, group: Bool = false, sandbox: String? = nil, account: String? = nil
  ) -> Peer {
    var peer = Peer(door, uid: uid)
    peer.isInGroup = group
    peer.sandbox = sandbox
    peer.account = account
    return peer
  }

  static func row(
    _ peer: Peer, system: Bool = false, _ rights: Set<Right>, user: Bool = false, _ grants: AccessGrant...
  ) -> Case {
    Case(peer: peer, isSystem: system, rights: rights, mayBeUser: user, grants: grants)
  }

  static let all = Set(Right.allCases)
  static let rows = [
    row(peer(.text), all, user: true),
    row(peer(.socket, uid: 1_000), all, user: true),
    row(peer(.sessionBus, uid: 0), all, user: true),
    row(peer(.socket, uid: 1_001), []),
    row(peer(.socket, uid: 1_001, group: true), []),
    row(peer(.sessionBus, uid: 1_000, sandbox: "org.example.Chat"), []),
    row(
      peer(.sessionBus, uid: 1_000, sandbox: "org.example.Chat"), [.observe],
      AccessGrant(peer: "app:org.example.Chat", rights: ["observe"]), AccessGrant(peer: "uid:1000", rights: ["control"])),
    row(peer(.socket, uid: 0), system: true, all, user: true),
    row(peer(.systemBus, uid: 1_001, group: true), system: true, [.observe, .control]),
    row(peer(.socket, uid: 1_000, group: true), system: true, [.observe, .control]),
    row(peer(.socket, uid: 1_001), system: true, []),
    row(peer(.socket, uid: 1_001), system: true, [.observe], AccessGrant(peer: "uid:1001", rights: ["observe", "no", "control:call.end"])),
    row(peer(.web, account: "phone"), [.observe, .configure], AccessGrant(peer: "token:phone", rights: ["observe", "configure"])),
    row(peer(.web), [], AccessGrant(peer: "token:phone", rights: ["observe"])),
    row(peer(.cluster, account: "a"), [.observe], AccessGrant(peer: "nats:a", rights: ["observe", "configure"])),
  ]

  @Test("Each door and peer has the rights of the table", arguments: rows)
  func table(row: Case) {
    let rights = PeerRights(of: row.peer, owner: 1_000, isSystem: row.isSystem, grants: row.grants)
    #expect(rights.rights == row.rights)
    #expect(rights.mayBeUser == row.mayBeUser)
  }

  @Test("A peer without rights may only greet the host, and learns how to get the right that it lacks")
  func withoutRights() throws {
    let rights = PeerRights(of: Self.peer(.socket, uid: 1_001), owner: 1_000, isSystem: false)
    #expect(rights.permitted == [.hostHello])
    for method in MethodName.allCases where method != .hostHello {
      do {
        try rights.check(method)
        Issue.record("\(method) was permitted")
      } catch {
        #expect(error.number == -32002)
        #expect(error.data["right"]?.string == method.declaration.right.rawValue)
        #expect(error.data["how"]?.string?.contains("uid:1001") == true)
      }
    }
  }

  @Test("A grant may name a single method of a right, and no method of another right")
  func singleMethods() throws {
    let grant = AccessGrant(peer: "uid:1001", rights: ["control:call.end", "control:host.stop"])
    let rights = PeerRights(of: Self.peer(.socket, uid: 1_001), owner: 1_000, isSystem: false, grants: [grant])
    #expect(rights.permitted == [.hostHello, .callEnd])
  }

  @Test("A grant with line:NAME extends to that line, and to methods that name a line or a call")
  func lines() throws {
    let grant = AccessGrant(peer: "uid:1001", rights: ["control:call.end", "observe"], names: ["line:office", "chat"])
    #expect(grant.lines == ["office"] && grant.registrations == ["chat"])
    #expect(AccessGrant(peer: "uid:1001", rights: [], names: ["line:office"]).registrations == nil)
    #expect(AccessGrant(peer: "uid:1001", rights: [], names: []).registrations == [])
    let rights = PeerRights(of: Self.peer(.socket, uid: 1_001), owner: 1_000, isSystem: false, grants: [grant])
    #expect(rights.rights.isEmpty && rights.scope(of: .callEnd) == .only(["office"]))
    try rights.check(.callEnd)
    try rights.check(.callEnd, on: "office")
    for method in [MethodName.historyList, .hostStatus, .callAnswer, .doNotDisturbConfigure] { #expect(rights.scope(of: method) == nil) }
    #expect(rights.permitted.contains(.lineGet) && rights.permitted.contains(.eventsSubscribe) && !rights.permitted.contains(.eventsRead))
    #expect(rights.forbidden(Set(Topic.allCases)) == Set(Topic.allCases).subtracting([.line, .audio, .call]))
    let error = #expect(throws: MethodError.self) { try rights.check(.callEnd, on: "main") }
    #expect(error?.code == "notPermitted" && error?.data["line"]?.string == "main")
    #expect(error?.data["how"]?.string?.contains("line:main") == true)
    let wide = PeerRights(
      of: Self.peer(.socket, uid: 1_001), owner: 1_000, isSystem: false,
      grants: [grant, AccessGrant(peer: "uid:1001", rights: ["observe"])])
    #expect(wide.rights == [.observe] && wide.scope(of: .historyList) == .all)
  }

  @Test("A question that no person answered gives no rights")
  func pending() {
    var grant = AccessGrant(peer: "uid:1001", rights: ["observe"])
    grant.asked = WallTime(milliseconds: 1)
    let peer = Self.peer(.socket, uid: 1_001)
    #expect(PeerRights(of: peer, owner: 1_000, isSystem: false, grants: [grant]).rights.isEmpty)
    grant.granted = WallTime(milliseconds: 2)
    #expect(PeerRights(of: peer, owner: 1_000, isSystem: false, grants: [grant]).rights == [.observe])
  }

  @Test("Logs and the journal need the right to configure")
  func topics() {
    let rights = PeerRights(of: Self.peer(.socket, uid: 1_001, group: true), owner: 0, isSystem: true)
    #expect(rights.forbidden(Set(Topic.allCases)) == [.log, .journal])
  }
}
