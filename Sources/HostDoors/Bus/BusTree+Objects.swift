internal import CallControl
internal import DoorKit
package import HostSurface
internal import StrictJSON

// The objects and their properties.
extension BusTree {
  /// True when an object exists.
  ///
  /// - Parameter object: the object.
  package func exists(_ object: BusObject) -> Bool {
    switch object {
    case .manager: true
    case .line(let name): lines[name] != nil
    case .call(let name): calls[name] != nil
    case .provider(let name): providers[name] != nil
    case .directory(let name): directories[name] != nil
    }
  }

  /// All objects but the manager, in the order of their paths.
  package var objects: [BusObject] {
    let all =
      lines.keys.map(BusObject.line) + calls.keys.map(BusObject.call) + providers.keys.map(BusObject.provider)
      + directories.keys.map(BusObject.directory)
    return all.sorted { $0.path < $1.path }
  }

  /// The kinds of handle of all providers.
  var handleKinds: Set<String> { Set(providers.values.flatMap { $0["handleTypes"]?.strings ?? [] }) }

  /// Returns an object's interfaces of the table.
  ///
  /// - Parameter object: the object, which need not exist.
  package func interfaces(of object: BusObject) -> [BusInterface] { object.interfaces(isProgram: isProgram(object)) }

  private func isProgram(_ object: BusObject) -> Bool {
    guard case .provider(let name) = object else { return false }
    return providers[name]?["kind"]?.string == ProviderKind.program.rawValue
  }

  /// Returns the values of an object's properties, by interface and name.
  ///
  /// - Parameter object: the object.
  package func properties(of object: BusObject) -> [String: BusProperties] {
    var values: [String: BusProperties] = [:]
    let records = records(of: object)
    for interface in interfaces(of: object) {
      var own: BusProperties = [:]
      for member in interface.properties {
        guard case .member(let type, let name) = member.source, let signature = member.signature else { continue }
        let value = records[type].flatMap { $0[name] }
        own[member.name] = BusValue(Self.form(value, signature, name), as: signature, shape: BusSignature.member(name, of: .one(type)))
      }
      values[interface.name] = own
    }
    return values
  }

  /// Returns the values of the table that an object's properties show, by their type.
  private func records(of object: BusObject) -> [TypeName: JSONValue] {
    var records: [TypeName: JSONValue] = [:]
    switch object {
    case .manager:
      records[.hostStatus] = host
      records[.hello] = .object(of: ["sequence": .integer(sequence)])
      records[.doNotDisturb] = doNotDisturb
    case .line(let name):
      records[.line] = lines[name]
      records[.lineAudio] = audio[name]
    case .call(let name):
      let call = calls[name]?.json
      records[.call] = call
      records[.handle] = call?["handle"]
      records[.callEnd] = call?["end"]
      records[.contact] = call.map { .object(of: ["image": .string(image(of: $0))]) }
    case .provider(let name): records[.provider] = providers[name]
    case .directory(let name): records[.directory] = directories[name]
    }
    return records
  }

  /// Returns the image of a call's contact; "" for none.
  func image(of call: JSONValue) -> String { call["contact"]?.integer.flatMap { images[$0].flatMap { $0 } } ?? "" }

  /// Returns a value in the form that its property's type needs: paths for names, and texts for objects.
  private static func form(_ value: JSONValue?, _ signature: String, _ name: String) -> JSONValue? {
    switch (signature, value) {
    case ("o", .string(let text)?): .string((name == "line" ? BusObject.line(text) : .provider(text)).path)
    case ("ao", .array(let items)?): .strings(items.compactMap { $0["call"]?.string.map { BusObject.call($0).path } })
    case ("as", .array(let items)?): .strings(items.compactMap { $0.string ?? $0["message"]?.string })
    case ("a{ss}", .object(let members)?):
      .object(members.map { JSONValue.Member(name: $0.name, value: .string($0.value["code"]?.string ?? "")) })
    default: value
    }
  }
}

extension BusObject {
  /// Returns the interfaces of the table that the object has.
  ///
  /// - Parameter isProgram: true for a provider that is a program, which reports through its object.
  func interfaces(isProgram: Bool) -> [BusInterface] {
    switch self {
    case .manager: [.host, .history, .contacts, .blockList, .doNotDisturb]
    case .line: [.line]
    case .call: [.call]
    case .provider: isProgram ? [.provider, .providerReports] : [.provider]
    case .directory: [.directory]
    }
  }
}

/// The signals of the table for records.
enum BusSignals {
  /// Returns the signals that tell of a record.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - topic: its topic.
  ///   - knows: returns true for a call that has an object.
  static func news(of record: JSONValue, _ topic: Topic, knows: (String) -> Bool) -> [BusNews] {
    var news: [BusNews] = []
    let call = record["call"]?.string.map { BusObject.call($0) }
    // A call of a line that is not exported has no object, and no signal.
    if let call, let name = call.name, topic == .call, record["kind"] != "refused", !knows(name) { return [] }
    let subject =
      call ?? record["provider"]?.string.map { .provider($0) } ?? record["line"]?.string.map { .line($0) } ?? BusObject.manager
    for interface in BusInterface.all where !interface.isImplementedByPrograms {
      for member in interface.signals where matches(member, record, topic, interface) {
        let object = if case .call = member.source { subject } else { BusObject.manager }
        news.append(
          .signal(path: object.path, interface: interface.name, name: member.name, member.arguments.map { argument($0, record, subject) }))
      }
    }
    return news
  }

  private static func matches(_ member: BusMember, _ record: JSONValue, _ topic: Topic, _ interface: BusInterface) -> Bool {
    switch member.source {
    case .topics(let topics):
      guard topics.contains(topic) else { return false }
      // Two interfaces tell of the store.
      if interface.name == BusInterface.contacts.name { return record["kind"] == "contacts" }
      if interface.name == BusInterface.blockList.name { return record["kind"] == "blocks" }
      return true
    case .call(let kind): return topic == .call && record["kind"]?.string == kind.rawValue
    case .notification(.request): return topic == .request
    case .notification, .anyMethod, .row, .member: return false
    }
  }

  private static func argument(_ argument: BusArgument, _ record: JSONValue, _ subject: BusObject) -> BusValue {
    let data = record["data"]
    let value: JSONValue? =
      switch argument.name {
      case "sequence", "topic", "kind": record[argument.name]
      case "subject": .string(subject.path)
      case "data", "details": data
      case "handle": data?["handle"]?["value"]
      case "error": data?["error"]?["code"]
      default: data?[argument.name]
      }
    return BusValue(value, as: argument.signature)
  }
}
