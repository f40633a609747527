internal import DoorKit
internal import HostService
internal import HostSurface
internal import StrictJSON

// The calls as GNOME Calls shows them.
extension BusLoop {
  /// Takes the name `org.gnome.Calls`, if no program has it and none can be started for it.
  ///
  /// GNOME Calls, started while the host has its name, would take the host for its own first instance.
  func takeGnomeName() {
    let bus = "org.freedesktop.DBus"
    let list = link?.call(to: bus, "/org/freedesktop/DBus", bus, "ListActivatableNames", [])
    link?.send(list, timeout: .seconds(5)) { [unowned self] reply in
      guard reply.error == nil, let names = (try? reply.arguments())?.first?.strings, !names.contains(GnomeCalls.name) else {
        return log(.info, "the name \(GnomeCalls.name) is not taken: GNOME Calls can be started for it")
      }
      link?.request(name: GnomeCalls.name, isQueued: false) { [unowned self] reply in
        if reply.error != nil || (try? reply.arguments().first) != 1 {
          log(.info, "the name \(GnomeCalls.name) is not taken: a program has it")
        }
      }
    }
  }

  /// Looks up the emergency numbers, which a reload may change.
  func readEmergencyNumbers() {
    guard let own else { return }
    ask(own, .lineGetPolicy, nil) { [unowned self] reply in
      guard case .success(let policy) = reply.answer else { return }
      gnome.take(emergencyNumbers: policy["emergencyNumbers"]?.strings ?? [])
      for news in gnome.flush() { tell(news) }
    }
  }

  /// Answers a method call to one of GNOME's objects.
  func answerGnome(_ message: BusMessage, _ peer: BusPeer, _ session: any ServiceSession) {
    let interfaces = gnome.interfaces(at: message.path).filter { message.interface.isEmpty || $0.name == message.interface }
    guard let member = interfaces.lazy.flatMap(\.methods).first(where: { $0.name == message.member }) else {
      return fail(message, peer, "UnknownMethod", "\(message.path) has no method \(message.interface).\(message.member)")
    }
    let signature = member.arguments.filter { $0.use != nil }.map(\.signature).joined()
    guard message.signature == signature, let arguments = try? message.arguments(), case .row(let method) = member.source else {
      return fail(message, peer, "InvalidArgs", "\(member.name) takes (\(signature)), not (\(message.signature))")
    }
    var parameters: [JSONValue.Member] = []
    if let call = gnome.call(at: message.path) { parameters.append(.init(name: "call", value: .string(call))) }
    if method.declaration.kind == .request { parameters.append(.init(name: "origin", value: "user")) }
    if let text = arguments.first?.string {
      if method == .callPlayDTMF {
        guard text.count == 1, GnomeCalls.keys.contains(text) else {
          return fail(message, peer, "InvalidArgs", "SendDtmf takes one of \(GnomeCalls.keys)")
        }
        parameters.append(.init(name: "digits", value: .string(text)))
      } else {
        guard gnome.emergencyNumbers?.contains(text) == true else {
          return fail(message, peer, "InvalidArgs", "\"\(text)\" is no emergency number; GetEmergencyContacts lists them")
        }
        parameters.append(.init(name: "handle", value: .string("tel:" + text)))
      }
    }
    ask(session, method, .object(parameters)) { [self] reply in
      answer(message, peer, reply) { result in
        if method == .lineGetPolicy { Self.reply(to: message, with: result["emergencyNumbers"]?.strings ?? []) } else { message.reply() }
      }
    }
  }

  /// Replies with emergency contacts, whose source 1 is the region.
  private static func reply(to message: BusMessage, with numbers: [String]) {
    message.reply { reply in
      reply.container("a", "(ssia{sv})") {
        for number in numbers {
          reply.container("r", "ssia{sv}") {
            reply.append(text: number)
            reply.append(text: number)
            reply.append(BusValue(1, as: "i"))
            reply.append(BusValue(.object([]), as: "a{sv}"))
          }
        }
      }
    }
  }
}
