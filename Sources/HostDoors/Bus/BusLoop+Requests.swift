internal import DoorKit
internal import HostService
internal import HostSurface
internal import StrictJSON

// The method calls of programs.
extension BusLoop {
  private static let peer = "org.freedesktop.DBus.Error."

  /// Answers a call of a program whose session is open.
  func answer(_ message: BusMessage, from peer: BusPeer) {
    guard let session = peer.session else { return }
    switch (message.interface, message.member) {
    case ("org.freedesktop.DBus.Introspectable", "Introspect"):
      read(message, peer, session, nil) { [self] isPermitted in introspect(message, showsObjects: isPermitted) }
    case (Self.properties, "Get"), (Self.properties, "GetAll"):
      readProperties(message, peer, session)
    case (Self.properties, "Set"):
      fail(message, peer, "PropertyReadOnly", "the host's properties are read-only; methods change them")
    case ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects"): listObjects(message, peer, session)
    default:
      if GnomeCalls.isObject(message.path) { answerGnome(message, peer, session) } else { perform(message, peer, session) }
    }
  }

  func fail(_ message: BusMessage, _ peer: BusPeer, _ name: String, _ text: String) {
    finish(peer)
    message.fail(Self.peer + name, text)
  }

  // MARK: Methods of the table

  private func perform(_ message: BusMessage, _ peer: BusPeer, _ session: any ServiceSession) {
    guard let object = BusObject(path: message.path), tree.exists(object) else {
      return fail(message, peer, "UnknownObject", "there is no object \(message.path)")
    }
    // A call without an interface means the member of any.
    let interfaces = tree.interfaces(of: object).filter { message.interface.isEmpty || $0.name == message.interface }
    guard let member = interfaces.lazy.flatMap(\.methods).first(where: { $0.name == message.member }) else {
      let what = message.interface.isEmpty ? message.member : "\(message.interface).\(message.member)"
      return fail(message, peer, "UnknownMethod", "\(message.path) has no method \(what)")
    }
    let signature = member.arguments.filter { $0.use != nil }.map(\.signature).joined()
    guard message.signature == signature else {
      return fail(message, peer, "InvalidArgs", "\(member.name) takes (\(signature)), not (\(message.signature))")
    }
    do throws(MethodError) {
      let arguments = try message.arguments()
      if member.name == "OpenURL", let text = arguments.first?.string {
        return try open(try BusRequest.link(text, schemes: tree.handleKinds), arguments, member, object, message, peer, session)
      }
      try perform(member, object, arguments, message, peer, session)
    } catch {
      finish(peer)
      message.fail(error)
    }
  }

  /// Calls a link, once a person allows it: it comes from a stranger, such as a web page.
  ///
  /// A program of the host's own user may say that a person wants the call (origin `user`), but not for a service code.
  private func open(
    _ link: OpenedURL, _ given: [JSONValue], _ member: BusMember, _ object: BusObject, _ message: BusMessage, _ peer: BusPeer,
    _ session: any ServiceSession
  ) throws(MethodError) {
    let arguments = [link.handle.json] + given.dropFirst()
    if given.last?["origin"] == "user", peer.isOwner, !link.isServiceCode {
      return try perform(member, object, arguments, message, peer, session)
    }
    ask(session, .hostHello, nil) { [unowned self] reply in
      // A program without the right must not bother the person: its call gets the host's own error.
      let isPermitted = (try? reply.answer.get())?["methods"]?.strings?.contains(MethodName.callStart.rawValue) ?? false
      guard isPermitted else { return dial(member, object, arguments, message, peer) }
      questions += 1
      let question = questions
      confirmations[question] = { [unowned self] answer in
        guard answer == true else {
          finish(peer)
          return message.fail(BusRequest.refusal(of: link, isRefused: answer == false))
        }
        dial(member, object, arguments, message, peer)
      }
      settings.confirm(link) { [post] in post.add(.confirmed(question, $0)) }
    }
  }

  private func dial(_ member: BusMember, _ object: BusObject, _ arguments: [JSONValue], _ message: BusMessage, _ peer: BusPeer) {
    // The person's word counts, even when the program did not wait for it.
    guard let session = peers[peer.name] === peer ? peer.session : own else { return finish(peer) }
    do throws(MethodError) { try perform(member, object, arguments, message, peer, session) } catch {
      finish(peer)
      message.fail(error)
    }
  }

  private func perform(
    _ member: BusMember, _ object: BusObject, _ arguments: [JSONValue], _ message: BusMessage, _ peer: BusPeer,
    _ session: any ServiceSession
  ) throws(MethodError) {
    switch member.source {
    case .row(let method):
      let parameters = try BusRequest.parameters(of: member, method, on: object, arguments)
      registering(method, arguments, peer)
      ask(session, method, parameters) { [self] reply in
        registered(method, arguments, peer, isDone: (try? reply.answer.get()) != nil)
        answer(message, peer, reply) { message.reply(BusRequest.results($0, of: member, method)) }
      }
    case .anyMethod:
      let text = arguments.last?.string ?? ""
      let parameters = text.isEmpty ? nil : try BusRequest.json(text, at: "/parameters")
      ask(session, arguments.first?.string ?? "", parameters) { [self] reply in
        answer(message, peer, reply) { message.reply([BusValue(.string($0.text), as: "s")]) }
      }
    case .notification, .topics, .call, .member: fail(message, peer, "UnknownMethod", "\(member.name) is no method")
    }
  }

  /// Sends the reply to a call, once the objects that it names are there.
  func answer(_ message: BusMessage, _ peer: BusPeer, _ reply: ServiceReply, _ send: (JSONValue) -> Void) {
    finish(peer)
    flush(upTo: reply.sequence)
    switch reply.answer {
    case .success(let result): send(result)
    case .failure(let error): message.fail(error)
    }
  }

  // MARK: Objects

  /// Asks the host for a value that only a peer who may see the object gets.
  ///
  /// - Parameters:
  ///   - object: the object; nil stands for all of them.
  ///   - then: receives true when the peer may see it; it sends the reply.
  private func read(
    _ message: BusMessage, _ peer: BusPeer, _ session: any ServiceSession, _ object: BusObject?, then: @escaping (Bool) -> Void
  ) {
    let (method, parameters): (MethodName, JSONValue?) =
      switch object {
      case .manager?, nil: (.hostStatus, nil)
      case .line(let name)?: (.lineGet, .object(of: ["line": .string(name)]))
      case .call(let name)?: (.lineGet, .object(of: ["line": tree.calls[name]?.json["line"]]))
      case .provider(let name)?: (.providerGet, .object(of: ["provider": .string(name)]))
      case .directory(let name)?: (.directoryGet, .object(of: ["directory": .string(name)]))
      }
    ask(session, method, parameters) { [self] reply in
      finish(peer)
      flush()
      switch reply.answer {
      case .failure(let error) where error.code == ErrorWord.notPermitted.rawValue: then(false)
      // A line whose last call has ended is gone, but its call's object stays for a moment.
      case .success, .failure: then(true)
      }
    }
  }

  private func deny(_ message: BusMessage) {
    message.fail(MethodError(.notPermitted, "reading needs the right observe, which this program lacks", ["right": "observe"]))
  }

  private func readProperties(_ message: BusMessage, _ peer: BusPeer, _ session: any ServiceSession) {
    guard message.signature == (message.member == "Get" ? "ss" : "s"), let arguments = try? message.arguments(),
      let interface = arguments.first?.string
    else { return fail(message, peer, "InvalidArgs", "Get takes an interface and a name, and GetAll an interface") }
    if GnomeCalls.isObject(message.path) {
      guard !gnome.interfaces(at: message.path).isEmpty else {
        return fail(message, peer, "UnknownObject", "there is no object \(message.path)")
      }
      return read(message, peer, session, nil) { [self] isPermitted in
        if isPermitted { reply(to: message, gnome.properties(at: message.path), interface, arguments.last?.string) } else { deny(message) }
      }
    }
    guard let object = BusObject(path: message.path), tree.exists(object) else {
      return fail(message, peer, "UnknownObject", "there is no object \(message.path)")
    }
    read(message, peer, session, object) { [self] isPermitted in
      if isPermitted { reply(to: message, tree.properties(of: object), interface, arguments.last?.string) } else { deny(message) }
    }
  }

  /// Replies to `Get` or `GetAll`.
  private func reply(to message: BusMessage, _ values: [String: BusProperties], _ interface: String, _ name: String?) {
    let own = values[interface] ?? [:]
    if message.member == "GetAll" {
      guard values[interface] != nil || interface.isEmpty || interface.hasPrefix("org.freedesktop.DBus.") else {
        return message.fail(Self.peer + "UnknownInterface", "\(message.path) has no interface \(interface)")
      }
      return message.reply { Self.write(own, to: $0) }
    }
    guard let name, let value = own[name] else {
      return message.fail(Self.peer + "UnknownProperty", "\(message.path) has no property \(interface).\(name ?? "")")
    }
    message.reply { reply in reply.container("v", value.signature) { reply.append(value) } }
  }

  private func listObjects(_ message: BusMessage, _ peer: BusPeer, _ session: any ServiceSession) {
    let isGnome = message.path == GnomeCalls.root
    guard isGnome || message.path == BusObject.root else {
      return fail(message, peer, "UnknownMethod", "\(message.path) manages no objects; \(BusObject.root) does")
    }
    read(message, peer, session, nil) { [self] isPermitted in
      guard isPermitted else { return deny(message) }
      let objects = isGnome ? gnome.objects : tree.objects.map { (path: $0.path, properties: tree.properties(of: $0)) }
      message.reply { reply in
        reply.container("a", "{oa{sa{sv}}}") {
          for (path, values) in objects { reply.container("e", "oa{sa{sv}}") { Self.write(path, values, to: reply) } }
        }
      }
    }
  }

  private func introspect(_ message: BusMessage, showsObjects: Bool) {
    let paths = showsObjects ? tree.objects.map(\.path) + gnome.objects.map(\.path) : []
    let object = BusObject(path: message.path).flatMap { tree.exists($0) ? $0 : nil }
    let interfaces = object.map { tree.interfaces(of: $0) } ?? gnome.interfaces(at: message.path)
    let fixed = [BusObject.root, GnomeCalls.root] + BusObject.folders.map { "\(BusObject.root)/\($0)" }
    let children = Self.children(of: message.path, in: fixed + paths)
    guard object != nil || !interfaces.isEmpty || !children.isEmpty || fixed.contains(message.path) else {
      return message.fail(Self.peer + "UnknownObject", "there is no object \(message.path)")
    }
    let isManager = [BusObject.root, GnomeCalls.root].contains(message.path)
    let xml = HostSurface.busNode(interfaces, managesObjects: isManager, children: children)
    message.reply([BusValue(.string(xml), as: "s")])
  }

  /// Returns the names of the nodes directly below a path.
  static func children(of path: String, in paths: [String]) -> [String] {
    let prefix = path == "/" ? path : path + "/"
    return Set(paths.compactMap { $0.hasPrefix(prefix) ? $0.dropFirst(prefix.count).split(separator: "/").first.map(String.init) : nil })
      .sorted()
  }
}
