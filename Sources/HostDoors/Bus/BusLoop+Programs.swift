internal import CallControl
internal import DoorKit
internal import HostService
internal import HostSurface
internal import StrictJSON

// Programs that carry calls or screen callers.
extension BusLoop {
  /// The longest text of an error that a program answers with.
  private static let textLimit = 1_024
  /// The time for a reply to a message that asks for nothing.
  private static let patience = Duration.seconds(10)

  // MARK: Registering

  /// Remembers the object of a program before the host accepts it, because its first message may come before the reply.
  func registering(_ method: MethodName, _ arguments: [JSONValue], _ peer: BusPeer) {
    guard let name = arguments.first?.string, arguments.count > 1, let path = arguments[1].string else { return }
    if method == .providerRegister, peer.providers[name] == nil { peer.providers[name] = path }
    if method == .screenerRegister, peer.screeners[name] == nil { peer.screeners[name] = path }
  }

  /// Takes the host's answer to a registration.
  func registered(_ method: MethodName, _ arguments: [JSONValue], _ peer: BusPeer, isDone: Bool) {
    guard let name = arguments.first?.string else { return }
    switch (method, isDone) {
    case (.providerRegister, false), (.providerUnregister, true): peer.providers[name] = nil
    case (.screenerRegister, false), (.screenerUnregister, true): peer.screeners[name] = nil
    default: break
    }
  }

  // MARK: Notifications

  /// Fetches the notifications for a program.
  func takeNotifications(of peer: BusPeer) {
    guard let session = peer.session else { return }
    while true {
      let batch = session.notifications(limit: 64)
      flush(upTo: batch.sequence)
      for line in batch.lines {
        guard let message = try? JSONReader.read(Array(line.utf8)), let members = message["params"],
          let name = message["method"]?.string.flatMap({ NotificationName(rawValue: $0) })
        else { continue }
        take(name, members, peer)
      }
      if batch.isLast { return drop(peer) }
      if batch.lines.count < 64 { return }
    }
  }

  private func take(_ name: NotificationName, _ members: JSONValue, _ peer: BusPeer) {
    switch name {
    case .providerAction: perform(members, peer)
    case .providerCancelled: tell(members, peer, "Cancel", [BusValue(members["action"], as: "t")])
    case .providerTold:
      if members["kind"] == "begin" {
        tell(members, peer, "Begin", [BusValue(tree.host?["epoch"], as: "s")])
      } else {
        let values = [members["kind"], members["call"]].map { BusValue($0, as: "s") }
        tell(members, peer, "Told", values + [BusValue(members["details"], as: "a{sv}")])
      }
    case .screenerAsk: screen(members, peer)
    case .screenerGiveUp:
      guard let path = members["screener"]?.string.flatMap({ peer.screeners[$0] }) else { return }
      send(peer, path, .callScreener, "GiveUp", [BusValue(members["call"], as: "s")], Self.patience) { _ in }
    // The door emits `RequestSettled` for the records of all requests.
    case .state, .record, .lost, .request, .goodbye, .levels, .trace, .calls: break
    }
  }

  private func send(
    _ peer: BusPeer, _ path: String, _ interface: BusInterface, _ member: String, _ values: [BusValue], _ timeout: Duration,
    then: @escaping (BusMessage) -> Void
  ) {
    link?.send(link?.call(to: peer.name, path, interface.name, member, values), timeout: timeout, taken: then)
  }

  // MARK: Providers

  private func tell(_ members: JSONValue, _ peer: BusPeer, _ member: String, _ values: [BusValue]) {
    guard let path = members["provider"]?.string.flatMap({ peer.providers[$0] }) else { return }
    send(peer, path, .callProvider, member, values, Self.patience) { _ in }
  }

  /// Has a program perform an action: its return fulfills the action, and its error fails it.
  private func perform(_ members: JSONValue, _ peer: BusPeer) {
    guard let provider = members["provider"]?.string, let action = members["action"], let path = peer.providers[provider] else { return }
    let values = [
      BusValue(action, as: "t"), BusValue(members["kind"], as: "s"), BusValue(members["call"], as: "s"),
      BusValue(members["details"], as: "a{sv}"),
    ]
    send(peer, path, .callProvider, "Perform", values, Self.duration(members["deadline"])) { [unowned self] reply in
      guard let session = peer.session, peers[peer.name] === peer else { return }
      let named: KeyValuePairs<String, JSONValue?> = ["provider": .string(provider), "action": action, "error": Self.error(of: reply)]
      ask(session, reply.error == nil ? .providerFulfill : .providerFail, .object(of: named)) { _ in }
    }
  }

  /// The error of a program as a `TransportError`; nil for a reply without one.
  private static func error(of reply: BusMessage) -> JSONValue? {
    reply.error.map { name, text in
      let isOurs = name == "org.hookswitch.Error.ActionFailed"
      let domain = isOurs ? nil : JSONValue.string(String(name.prefix(textLimit)))
      return .object(of: ["domain": domain, "message": .string(String(text.prefix(textLimit)))])
    }
  }

  // MARK: Screeners

  private func screen(_ members: JSONValue, _ peer: BusPeer) {
    guard let screener = members["screener"]?.string, let call = members["call"], let path = peer.screeners[screener] else { return }
    let values = [
      BusValue(call, as: "s"), BusValue(members["provider"], as: "s"), BusValue(members["line"], as: "s"),
      BusValue(members["update"], as: "a{sv}", shape: .one(.callUpdate)), BusValue(members["deadline"], as: "d"),
    ]
    send(peer, path, .callScreener, "Screen", values, Self.duration(members["deadline"])) { [unowned self] reply in
      // A screener without an answer lets the call ring, when the host gives up (I8).
      guard reply.error == nil, let session = peer.session, peers[peer.name] === peer, let answer = try? reply.arguments() else { return }
      let reason = answer.count > 1 ? answer[1].string : nil
      let named: KeyValuePairs<String, JSONValue?> = [
        "screener": .string(screener), "call": call, "verdict": answer.first,
        "reason": reason.flatMap { $0.isEmpty ? nil : .string(String($0.prefix(Self.textLimit))) },
      ]
      ask(session, .screenerAnswer, .object(of: named)) { [unowned self] answer in
        if case .failure(let error) = answer.answer { log(.info, "the verdict of the screener \(screener) is not taken: \(error.message)") }
      }
    }
  }

  private static func duration(_ seconds: JSONValue?) -> Duration {
    guard case .number(let number)? = seconds, number.double > 0 else { return patience }
    return .milliseconds(Int64(number.double * 1_000))
  }
}
