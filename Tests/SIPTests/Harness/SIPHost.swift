import CallControl
import Hookswitch
import Testing

/// A host with accounts of the SIP transport, and its recorded events.
struct SIPHost: Sendable {
  let host: CallHost
  let controller: CallController
  let accounts: [Account]
  /// All events.
  let events: Tape<HostEvent.Body>
  /// All snapshots.
  let pictures: Tape<LineSnapshot>

  /// The port of its first account.
  var port: UInt16 { accounts[0].port }

  /// Runs `body` with a host whose accounts are ready, and shuts it down.
  ///
  /// - Parameters:
  ///   - settings: The host's settings.
  ///   - isReady: True to wait until every account is ready.
  static func with<Result: Sendable>(
    _ accounts: [Account] = [Account()], settings: HostSettings = HostSettings(), isReady: Bool = true,
    _ body: @Sendable (SIPHost) async throws -> Result
  ) async throws -> Result {
    let host = CallHost(settings: settings)
    let made = SIPHost(
      host: host, controller: CallController(host: host), accounts: accounts, events: Tape(), pictures: Tape())
    let observer = CallObserver(host: host)
    let (heard, seen) = (observer.events(limit: 65_536), observer.history(limit: 65_536))
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for await event in heard { made.events.add(event.body) } }
      group.addTask {
        for await step in seen { if let picture = step.latest { made.pictures.add(picture) } }
      }
      do {
        for account in accounts {
          try host.addProvider(
            account.name, fromTransport: "org.hookswitch.sip", searching: PluginFolder.path, configuration: account.configuration,
            settings: account.transport)
        }
        if isReady { for account in accounts { try await made.ready(account.name) } }
        let result = try await body(made)
        await host.shutdown()
        group.cancelAll()
        return result
      } catch {
        await host.shutdown()
        group.cancelAll()
        throw error
      }
    }
  }

  /// Waits until an account can place calls.
  func ready(_ account: ProviderID) async throws {
    let isReady = await events.first { body -> Bool? in
      switch body {
      case .provider(account, .ready): return true
      case .lost(account, let why):
        Issue.record("\(account) was lost: \(why)")
        return false
      default: return nil
      }
    }
    try #require(isReady == true, "\(account) does not become ready")
  }

  /// Waits for the `number`th incoming call, counted from 0, to ring.
  func incoming(_ number: Int = 0) async throws -> CallID {
    let calls = await pictures.first { [pictures] _ in
      let calls = pictures.entries.flatMap(\.calls).filter { !$0.isOutgoing && $0.state == .ringing }.map(\.uuid)
      let each = calls.enumerated().filter { calls.firstIndex(of: $0.element) == $0.offset }.map(\.element)
      return each.count > number ? each[number] : nil
    }
    return try #require(calls, "no call comes in")
  }

  /// Waits until a call is, or has been, in a state.
  func sees(_ call: CallID, _ state: CallState, within limit: Duration = .seconds(15)) async throws {
    let found = await events.first(within: limit) { $0 == .entered(call, state) ? true : nil }
    try #require(found == true, "the call does not become \(state): it is \(String(describing: host.call(call)?.state)), \(told)")
  }

  /// Waits until a call meets a condition, from now on.
  @discardableResult
  func sees(
    _ call: CallID, _ what: String, within limit: Duration = .seconds(15), _ condition: @escaping @Sendable (Call) -> Bool
  ) async throws -> Call {
    let start = max(0, pictures.entries.count - 1)
    let found = await pictures.first(from: start, within: limit) { $0[call].flatMap { condition($0) ? $0 : nil } }
    return try #require(found, "the call does not become \(what): it is \(String(describing: host.call(call)))")
  }

  /// Waits for the end of a call, and returns it.
  func end(of call: CallID, within limit: Duration = .seconds(25)) async throws -> CallEnd {
    let end = await events.first(within: limit) { body in
      if case .ended(call, let end) = body { end } else { nil }
    }
    return try #require(end, "the call does not end: it is \(String(describing: host.call(call)?.state)), \(told)")
  }

  /// All events, for the message of a failed test.
  var told: String {
    events.entries.map { String(describing: $0) }.joined(separator: "\n")
  }
}
