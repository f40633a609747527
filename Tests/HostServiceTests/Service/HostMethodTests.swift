import CallControl
import CallStore
import Foundation
import HookswitchCore
import HostService
import HostSurface
import Locking
import StrictJSON
import Testing

/// The methods about the host, its lines, providers, programs and events.
@Suite("HostService: host, lines, providers, programs and events") struct HostMethodTests {
  @Test("Every query without parameters answers as its row says", arguments: MethodName.allCases) func queries(_ method: MethodName)
    async throws
  {
    let needsParameters = method.declaration.ownParameters.contains { $0.isRequired }
    // The one needs a code, a token or a person; the other a session.
    let isOfSessions = method == .sessionOpen || method == .sessionLeave
    guard method.declaration.kind == .query, !needsParameters, !isOfSessions else { return }
    let stage = try ServiceStage()
    let client = stage.open()
    _ = try await client.connect()
    _ = await client.ring("home")
    let pending = try client.send(method.rawValue)
    await stage.host.settle()
    switch await pending.value() {
    case .success(let value): SurfaceCheck.result(value, of: method)
    // A host without a store answers the methods of memory so, and one without a cluster those of the cluster.
    case .failure(let error):
      let why = method.chapter == .cluster ? "noCluster" : "off"
      #expect(error.code == "unavailable" && error.data["why"]?.string == why, "\(method.rawValue): \(error)")
    }
  }

  @Test("An unknown method, a closed session and a missing right are told before parameters are read") func order() async throws {
    let stage = try ServiceStage()
    let stranger = stage.open(Peer(.socket, uid: 7))
    guard case .failure(let unknown) = await (try stranger.send("call.fly")).value() else { return #expect(Bool(false)) }
    #expect(unknown.code == "unknownMethod")
    #expect(try await stranger.error(.callList, #"{"wrong": 1}"#).code == "notPermitted")
    let hello = try await stranger.call(.hostHello, #"{"client": "nc", "version": "1"}"#)
    #expect(hello["rights"]?.array == [] && hello["methods"]?.strings == ["host.hello"])
    let owner = stage.open()
    owner.session.close()
    guard case .failure(let closed) = await (try owner.send("host.status")).value() else { return #expect(Bool(false)) }
    #expect(closed.code == "unavailable")
  }

  @Test("The state of the host is made at its first reading, so that a change costs the same on a host with many lines")
  func lateStatus() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    _ = try await client.connect()
    let subscription = try await client.call(.eventsSubscribe, #"{"topics": ["host"]}"#)
    // The state was last told before the call.
    #expect(subscription["states"]?.array?.first?["value"]?["calls"]?.integer == 1)
  }

  @Test("A line's policy changes by the named members, whole or not at all") func policy() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let policy = try await client.call(.lineSetPolicy, #"{"policy": {"maximumCallGroups": 3, "deadlines": {"ring": 12.5}}}"#)
    #expect(policy["maximumCallGroups"]?.integer == 3 && policy["maximumRingingCalls"]?.integer == 1)
    #expect(stage.host.policy().deadlines[.ring] == .milliseconds(12_500))
    let error = try await client.error(.lineSetPolicy, #"{"policy": {"maximumCallGroups": 4, "maximumRingingCalls": 0}}"#)
    #expect(error.data["at"]?.string == "/policy/maximumRingingCalls")
    #expect(stage.host.policy().maximumCallGroups == 3)
  }

  @Test("I10: call.silence stops the tone of a ringing call alone") func silence() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    _ = try await client.call(.eventsSubscribe, #"{"topics": ["call"]}"#)
    let call = await client.ring()
    let silenced = try await client.call(.callSilence, #"{"call": "ringing"}"#)
    #expect(silenced["silenced"] == .bool(true) && silenced["state"]?.string == "ringing" && silenced["call"]?.string == call)
    #expect(try await client.news().compactMap { $0.members["kind"]?.string } == ["added", "state", "tone", "silenced", "tone"])
    _ = try await client.call(.callAnswer, #"{"call": "\#(call)", "wait": "performed"}"#)
    #expect(try await client.error(.callSilence, #"{"call": "\#(call)"}"#).code == "wrongState")
  }

  @Test("A subscription gives the states in its reply, then each change and record once") func events() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let subscription = try await client.call(.eventsSubscribe, #"{"topics": ["line", "call", "provider"]}"#)
    let keys = subscription["states"]?.array?.compactMap { $0["key"]?.string } ?? []
    #expect(keys.contains("office") && keys.contains("home"))
    let call = try await client.connect()
    let news = try await client.news().filter { $0.name != "request" }
    #expect(news.filter { $0.name == "record" }.compactMap { $0.members["kind"]?.string } == ["added", "state", "state", "state"])
    for item in news where item.name == "record" {
      #expect(item.members["call"]?.string == call && item.members["line"]?.string == "main")
    }
    let last = try #require(news.last { $0.name == "state" && $0.members["key"]?.string == "main" })
    let line = try #require(last.members["value"])
    SurfaceCheck.value(line, is: .line)
    #expect(line["calls"]?.array?.first?["state"]?.string == "active")
    let number = subscription["subscription"]?.integer ?? 0
    _ = try await client.call(.eventsUnsubscribe, #"{"subscription": \#(number)}"#)
    _ = try await client.connect("+12025550101")
    #expect(try await client.news().allSatisfy { $0.name == "request" })
    #expect(try await client.error(.eventsUnsubscribe, #"{"subscription": \#(number)}"#).code == "notFound")
    let page = try await client.call(.eventsRead, #"{"since": {"epoch": "epoch-1", "sequence": 0}, "topics": ["call"], "limit": 4}"#)
    #expect(page["records"]?.array?.count == 4 && page["lost"]?.integer == 0)
  }

  @Test("Topics log and journal need configure; rights to one line reach no other") func limitedRights() async throws {
    let stage = try ServiceStage {
      $0.grants = [AccessGrant(peer: "uid:7", rights: ["observe", "control"], names: ["line:desk"])]
    }
    let desk = stage.open(Peer(.socket, uid: 7))
    #expect(try await desk.error(.eventsSubscribe, #"{"topics": ["log"], "lines": ["desk"]}"#).code == "notPermitted")
    #expect(try await desk.error(.eventsSubscribe, #"{"topics": ["line"]}"#).code == "invalid")
    #expect(try await desk.error(.eventsSubscribe, #"{"topics": ["line"], "lines": ["desk", "main"]}"#).code == "notPermitted")
    _ = try await desk.call(.eventsSubscribe, #"{"topics": ["line"], "lines": ["desk"]}"#)
    let owner = stage.open()
    let call = try await owner.connect()
    #expect(try await desk.error(.callEnd, #"{"call": "\#(call)"}"#).code == "notPermitted")
    #expect(try await desk.error(.callSwap).code == "notPermitted")
    #expect(try await desk.error(.callList).code == "invalid")
    #expect(try await desk.call(.callList, #"{"line": "desk"}"#)["calls"]?.array == [])
    _ = try await desk.call(.callStart, #"{"handle": "+12025550100", "line": "desk"}"#)
    #expect(try await desk.error(.callStart, #"{"handle": "+12025550100", "line": "main"}"#).code == "notPermitted")
    #expect(try await desk.news().allSatisfy { $0.members["key"]?.string == "desk" || $0.name == "request" })
  }

  @Test("P1: a program is a provider until its connection closes") func program() async throws {
    let stage = try ServiceStage {
      $0.grants = [AccessGrant(peer: "uid:1000", rights: ["provide"], names: ["chat"])]
    }
    let (program, client) = (stage.open(), stage.open())
    #expect(try await program.error(.providerRegister, #"{"provider": "other"}"#).code == "notPermitted")
    let provider = try await program.call(.providerRegister, #"{"provider": "chat", "configuration": {"name": "Chat"}}"#)
    #expect(provider["kind"]?.string == "program" && provider["name"]?.string == "Chat")
    #expect(try await client.error(.providerFulfill, #"{"provider": "chat", "action": 1}"#).code == "notFound")
    let id = UUID().uuidString
    let verdict = try await program.call(
      .providerReportIncoming, #"{"provider": "chat", "call": "\#(id)", "update": {"handle": "sip:eve@example.org"}}"#)
    #expect(verdict["shown"] == .bool(true))
    let answer = try client.send("call.answer", #"{"call": "\#(id)", "wait": "performed"}"#)
    let order = try #require(try await program.news().last { $0.name == "provider.action" })
    #expect(order.members["kind"]?.string == "answer" && order.members["call"]?.string == id)
    let number = try #require(order.members["action"]?.integer)
    _ = try await program.call(.providerFulfill, #"{"provider": "chat", "action": \#(number)}"#)
    #expect(try await answer.value().get()["state"]?.string == "performed")
    #expect(try await program.error(.providerFulfill, #"{"provider": "chat", "action": \#(number)}"#).code == "notFound")
    _ = try await program.call(.providerReport, #"{"provider": "chat", "call": "\#(id)", "report": "remotelyHeld"}"#)
    #expect(try await client.call(.callGet, #"{"call": "\#(id)"}"#)["remotelyHeld"] == .bool(true))
    _ = try await client.call(.eventsSubscribe, #"{"topics": ["call"]}"#)
    program.session.close()
    await stage.host.settle()
    let ended = try #require(try await client.news().last { $0.members["kind"]?.string == "ended" })
    #expect(ended.members["data"]?["cause"]?.string == "providerLost")
    #expect(try await client.error(.providerGet, #"{"provider": "chat"}"#).code == "notFound")
    // The name is free again.
    _ = try await stage.open().call(.providerRegister, #"{"provider": "chat"}"#)
  }

  @Test("A press of a provider's own button goes straight to it, and only for a live call") func button() async throws {
    let stage = try ServiceStage {
      $0.grants = [AccessGrant(peer: "uid:1000", rights: ["provide"], names: ["chat"])]
    }
    let (program, client) = (stage.open(), stage.open())
    let icon = "iVBORw0KGgo="
    for (at, configuration) in [
      ("/configuration/button/title", #"{"button": {"title": ""}}"#),
      ("/configuration/button/icon", #"{"button": {"title": "Banana", "icon": "bm8gUE5H"}}"#), ("/configuration/icon", #"{"icon": "*"}"#),
    ] {
      let error = try await program.error(.providerRegister, #"{"provider": "chat", "configuration": \#(configuration)}"#)
      #expect(error.code == "invalid" && error.data["at"]?.string == at)
    }
    let provider = try await program.call(
      .providerRegister,
      #"{"provider": "chat", "configuration": {"icon": "\#(icon)", "button": {"title": "Send a banana", "icon": "\#(icon)"}}}"#)
    #expect(provider["icon"]?.string == icon && provider["button"]?["title"]?.string == "Send a banana")
    #expect(try await client.call(.providerGet, #"{"provider": "chat"}"#)["button"]?["icon"]?.string == icon)
    let other = try await client.connect()
    #expect(try await client.error(.callPressButton, #"{"call": "\#(other)"}"#).code == "notSupported")
    let id = UUID().uuidString
    _ = try await program.call(
      .providerReportIncoming, #"{"provider": "chat", "call": "\#(id)", "update": {"handle": "sip:eve@example.org"}}"#)
    let before = try await client.call(.callGet, #"{"call": "\#(id)"}"#)
    #expect(try await client.call(.callPressButton, #"{"call": "ringing"}"#) == before)
    let told = try #require(try await program.news().last { $0.name == "provider.told" })
    #expect(told.members["kind"]?.string == "button" && told.members["call"]?.string == id)
    #expect(told.members["provider"]?.string == "chat")
    #expect(try await client.error(.callPressButton, #"{"call": "\#(UUID().uuidString)"}"#).code == "unknownCallUUID")
  }

  @Test("A provider that is drained takes no new call and is removed after its last one") func drain() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    let call = try await client.connect()
    let removal = try client.send("provider.remove", #"{"provider": "office", "drain": 60}"#)
    await stage.host.settle()
    while stage.service.isDraining == false { await Task.yield() }
    _ = await client.ring("office")
    #expect(stage.host.snapshot().calls.count == 1)
    _ = await client.ring("home")
    #expect(stage.host.snapshot().calls.count == 2)
    #expect(!removal.isAnswered)
    _ = try await client.call(.callEnd, #"{"call": "\#(call)", "wait": "performed"}"#)
    #expect(try await removal.value().get() == .object([]))
    #expect(try await client.error(.providerGet, #"{"provider": "office"}"#).code == "notFound")
  }

  @Test("A host that stops says goodbye, and takes no change") func stop() async throws {
    let stopped = Locked<Duration?>(nil)
    let stage = try ServiceStage { $0.surroundings.stop = { deadline in stopped.withLock { $0 = deadline } } }
    let client = stage.open()
    let status = try await client.call(.hostStop, #"{"deadline": 3}"#)
    #expect(status["state"]?.string == "stopping" && stopped.withLock { $0 } == .seconds(3))
    #expect(try await client.error(.callStart, #"{"handle": "1"}"#).code == "unavailable")
    _ = try await client.call(.callList)
    stage.service.end()
    #expect(try await client.news().last?.name == "goodbye")
    #expect(client.session.notifications(limit: 5).isLast)
  }
}
