import CallControl
import CallStore
import Foundation
import HookswitchCore
import HostService
import HostSurface
import StrictJSON
import Testing

/// Every method with every role: the daemon judges it, and a method that it refuses leaves no trace on a line.
@Suite("Sessions: every method with every role") struct RoleTests {
  /// Everything that a refused method must not change.
  struct Picture: Equatable {
    let lines: [LineSnapshot]
    let policy: LinePolicy
    let providers: [Roster.Entry]

    init(_ host: CallHost) {
      lines = host.lines.map { host.snapshot(of: $0) }
      policy = host.policy()
      providers = host.providers
    }
  }

  /// Returns valid parameters of a method about a call, made from its row.
  static func parameters(of method: MethodName, _ call: String, and other: String, on line: String) -> String {
    let fields = method.declaration.ownParameters.filter { $0.isRequired || $0.name == "line" }
    let members = fields.map { field in
      let one = value(of: field.shape.type, field.name, call, line)
      switch field.shape {
      case .one: return "\"\(field.name)\": \(one)"
      case .list(.callRef): return "\"\(field.name)\": [\"\(call)\", \"\(other)\"]"
      case .list: return "\"\(field.name)\": [\(one)]"
      case .map: return "\"\(field.name)\": {}"
      }
    }
    let extra = method == .callTransfer ? ["\"handle\": \"+12025550199\""] : method == .eventsSubscribe ? ["\"lines\": [\"\(line)\"]"] : []
    let history = method == .historyList ? ["\"filter\": {\"line\": \"\(line)\"}"] : []
    return "{" + (members + extra + history).joined(separator: ", ") + "}"
  }

  private static func value(of type: TypeName, _ name: String, _ call: String, _ line: String) -> String {
    switch type {
    case .callRef, .uuid: return "\"\(call)\""
    case .handleArg: return #""+12025550199""#
    case .bool: return "true"
    case .int: return "1"
    case .seconds: return "1"
    case .text: return name == "line" ? "\"\(line)\"" : name == "digits" ? "\"1\"" : name == "method" ? "\"call.end\"" : "\"office\""
    case .object: return "{}"
    case .cursor: return #"{"epoch": "epoch-1", "sequence": 0}"#
    case .policy: return #"{"maximumCallGroups": 7}"#
    case .contactInput: return #"{"name": "A", "handles": []}"#
    case .action: return "{\"kind\": \"end\", \"call\": \"\(call)\"}"
    case .topic: return #""line""#
    default:
      if case .words(let words) = HostSurface.declaration(of: type) { return "\"\(words[0])\"" }
      return "{}"
    }
  }

  /// Calls a method in a session with a role and a line, and returns the error's code, with the pictures before and after.
  static func attempt(
    _ method: MethodName, as role: SessionRole, with lines: [String], on line: String
  ) async throws -> (code: String?, before: Picture, after: Picture) {
    let stage = try ServiceStage()
    let owner = stage.open()
    _ = try await owner.call(.callStart, #"{"handle": "+12025550100", "provider": "office", "line": "main", "wait": "performed"}"#)
    let call = try #require(stage.host.snapshot().calls.first?.uuid)
    stage.host.provider("office")?.reportOutgoingCall(with: call, connectedAt: nil)
    await stage.host.settle()
    let ringing = await owner.ring()
    let client = try await SessionTests.session(stage, role, lines)
    let before = Picture(stage.host)
    let subject = method == .callAnswer || method == .callDeflect || method == .callSilence ? ringing : call.uuidString
    let pending = try client.send(method.rawValue, parameters(of: method, subject, and: ringing, on: line))
    await stage.host.settle()
    guard pending.isAnswered || method != .requestWait else { return (nil, before, Picture(stage.host)) }
    let answer = await pending.value()
    await stage.host.settle()
    guard case .failure(let error) = answer else { return (nil, before, Picture(stage.host)) }
    return (error.code, before, Picture(stage.host))
  }

  @Test("A role may do what its rights say on its own line, and a refusal changes nothing", arguments: SessionRole.allCases)
  func ownLine(_ role: SessionRole) async throws {
    for method in MethodName.allCases where method != .sessionLeave {
      let (code, before, after) = try await Self.attempt(method, as: role, with: ["main"], on: "main")
      let isAllowed = method.sessionRight.map(role.rights.contains) ?? false
      guard isAllowed else {
        #expect(code == "notPermitted" && before == after, "\(role) \(method.rawValue): \(code ?? "performed")")
        continue
      }
      if role.rights.contains(.actAll) { #expect(code != "notPermitted", "\(role) \(method.rawValue)") }
      if method.declaration.kind == .request { #expect(code != "notPermitted", "\(role) \(method.rawValue)") }
    }
  }

  @Test("On the line of another, viewer and operator change nothing, and see nothing of it", arguments: [SessionRole.viewer, .operator])
  func otherLine(_ role: SessionRole) async throws {
    for method in MethodName.allCases where method.declaration.kind != .query {
      let (code, before, after) = try await Self.attempt(method, as: role, with: ["desk", "queue-*"], on: "main")
      #expect(code == "notPermitted" && before == after, "\(role) \(method.rawValue): \(code ?? "performed")")
    }
    for method in [MethodName.callGet, .lineGet, .audioGet, .eventsSubscribe, .historyList, .refusalList, .levelsSubscribe, .callList] {
      let (code, _, _) = try await Self.attempt(method, as: role, with: ["desk", "queue-*"], on: "main")
      #expect(code == "notPermitted", "\(role) \(method.rawValue): \(code ?? "performed")")
    }
  }

  @Test("A viewer changes nothing by any method, and an operator nothing of the host")
  func narrow() {
    for method in MethodName.allCases where method.declaration.kind != .query {
      #expect(method.sessionRight != .watch && method.sessionRight != .numbers, "\(method.rawValue)")
      // The messages of transports change no call, and a supervisor may read them.
      let rights: [SessionRight?] = method == .traceMessages ? [.trace] : [nil, .operate]
      if method.declaration.right == .configure { #expect(rights.contains(method.sessionRight), "\(method.rawValue)") }
    }
    for (low, high) in zip(SessionRole.allCases, SessionRole.allCases.dropFirst()) { #expect(low.rights.isSubset(of: high.rights)) }
  }

  @Test("A session adds no right to those of the program that opens it")
  func noGrowth() async throws {
    let stage = try ServiceStage {
      $0.grants = [AccessGrant(peer: "uid:7", rights: ["observe"])]
      $0.people = ["anna": SessionPerson(role: .admin)]
    }
    let client = stage.open(Peer(.socket, uid: 7))
    _ = try await client.call(.sessionOpen, #"{"actor": "anna"}"#)
    #expect(try await client.error(.callStart, #"{"handle": "+12025550100"}"#).code == "notPermitted")
    #expect(try await client.error(.hostDrain).code == "notPermitted")
    #expect(stage.host.lines.allSatisfy { stage.host.snapshot(of: $0).calls.isEmpty })
    _ = try await client.call(.callList)
  }
}
