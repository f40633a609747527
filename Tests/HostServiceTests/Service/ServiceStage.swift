import CallControl
import CallStore
import Foundation
import HookswitchCore
import HostService
import HostSurface
import Locking
import StrictJSON
import Testing

/// A host with two providers under virtual time, its service, and clients that check each answer against the table.
final class ServiceStage: Sendable {
  let clock = VirtualClock()
  let host: CallHost
  let service: HostService
  let office = StageDelegate()
  let home = StageDelegate()

  init(_ change: (inout ServiceSettings) -> Void = { _ in }) throws {
    var hostSettings = HostSettings()
    let flight = FlightDeck()
    hostSettings.flightRecorder = flight
    host = CallHost(clock: clock, settings: hostSettings)
    var settings = ServiceSettings(version: "1.2.3", owner: 1_000, epoch: "epoch-1")
    settings.flight = flight
    change(&settings)
    service = HostService(host, settings)
    _ = try host.register("office", delegate: office)
    _ = try host.register("home", delegate: home)
  }

  func open(_ peer: Peer = Peer(.socket, uid: 1_000)) -> Client { Client(self, peer) }

  /// One client of the service.
  final class Client: Sendable {
    let stage: ServiceStage
    let session: any ServiceSession
    let wakes: Locked<Int>

    init(_ stage: ServiceStage, _ peer: Peer) {
      let wakes = Locked(0)
      self.stage = stage
      self.wakes = wakes
      session = stage.service.open(peer) { wakes.withLock { $0 += 1 } }
    }

    /// Calls a method, and returns the place of its answer, which may come later.
    func send(_ method: String, _ json: String = "{}") throws -> Pending {
      let answer = Pending()
      session.perform(method, try JSONReader.read(Array(json.utf8))) { reply in answer.take(reply) }
      return answer
    }

    /// Calls a method, waits for its answer, and checks a result against the table.
    @discardableResult
    func call(_ method: MethodName, _ json: String = "{}", at location: SourceLocation = #_sourceLocation) async throws -> JSONValue {
      let pending = try send(method.rawValue, json)
      await stage.host.settle()
      return SurfaceCheck.result(try await pending.value().get(), of: method, at: location)
    }

    /// Calls a method that fails, and returns the error.
    func error(_ method: MethodName, _ json: String = "{}", at location: SourceLocation = #_sourceLocation) async throws -> MethodError {
      let pending = try send(method.rawValue, json)
      await stage.host.settle()
      switch await pending.value() {
      case .failure(let error): return error
      case .success(let value):
        Issue.record("\(method.rawValue) answered \(value.text)", sourceLocation: location)
        throw MethodError(.internal, "no error")
      }
    }

    /// Returns the notifications so far, each with its checked members.
    func news(limit: Int = 1_000) async throws -> [(name: String, members: JSONValue)] {
      await stage.host.settle()
      await stage.service.settle()
      return try session.notifications(limit: limit).lines.map { line in
        let message = try JSONReader.read(Array(line.utf8))
        return (try #require(message["method"]?.string), try #require(message["params"]))
      }
    }

    /// Starts a call that is answered at once; returns its id.
    func connect(_ handle: String = "+12025550100", through provider: String = "office") async throws -> String {
      let request = try await call(.callStart, #"{"handle": "\#(handle)", "provider": "\#(provider)", "wait": "performed"}"#)
      let id = try #require(request["call"]?.string)
      stage.host.provider(ProviderID(rawValue: provider))?.reportOutgoingCall(with: try #require(UUID(uuidString: id)), connectedAt: nil)
      await stage.host.settle()
      return id
    }

    /// Lets a call come in; returns its id.
    func ring(_ provider: String = "office", from handle: String = "sip:bob@example.org") async -> String {
      let id = UUID()
      var update = CallUpdate()
      update.remoteHandle = Handle(parsing: handle)
      stage.host.provider(ProviderID(rawValue: provider))?.reportNewIncomingCall(with: id, update: update) { _ in }
      await stage.host.settle()
      return id.uuidString
    }
  }

  /// The answer to a request that is under way.
  final class Pending: Sendable {
    private let state = Locked<(reply: ServiceReply?, waiter: CheckedContinuation<ServiceReply, Never>?)>((nil, nil))

    func take(_ reply: ServiceReply) {
      let waiter = state.withLock { state in
        #expect(state.reply == nil, "a second answer")
        state.reply = reply
        return state.waiter
      }
      waiter?.resume(returning: reply)
    }

    var isAnswered: Bool { state.withLock { $0.reply != nil } }

    func value() async -> Result<JSONValue, MethodError> {
      await withCheckedContinuation { continuation in
        let reply = state.withLock { state in
          if state.reply == nil { state.waiter = continuation }
          return state.reply
        }
        if let reply { continuation.resume(returning: reply) }
      }.answer
    }
  }
}

/// A provider's delegate that fulfils every action, or keeps those of some kinds.
final class StageDelegate: ProviderDelegate {
  let kept = Locked<(kinds: Set<CallOperation.Kind>, actions: [any CallAction])>(([], []))

  func provider(_ provider: Provider, performOther action: any CallAction) {
    let isKept = kept.withLock { kept in
      guard kept.kinds.contains(action.operation.kind) else { return false }
      kept.actions.append(action)
      return true
    }
    if !isKept { action.fulfill() }
  }

  func providerDidReset(_ provider: Provider) { _ = takeKept() }

  func keep(_ kinds: Set<CallOperation.Kind>) { kept.withLock { $0.kinds = kinds } }

  func takeKept() -> [any CallAction] {
    kept.withLock { kept in
      defer { kept.actions = [] }
      return kept.actions
    }
  }
}
