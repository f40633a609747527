internal import CallControl
package import DoorKit
package import HostService
package import HostSurface
package import StrictJSON

/// The relation of a typed member of the bus to the method of the table that it stands for.
package enum BusRequest {
  /// Returns the parameters of a method.
  ///
  /// An empty text and a zero stand for an optional parameter that is left out, because the bus has no absent values.
  ///
  /// - Parameters:
  ///   - member: the member of an interface.
  ///   - method: the method that it stands for.
  ///   - object: the object that the program called.
  ///   - arguments: the arguments as JSON, one for each that comes in.
  /// - Throws: `invalid` for an argument that is no JSON, or a member that comes twice.
  package static func parameters(
    of member: BusMember, _ method: MethodName, on object: BusObject, _ arguments: [JSONValue]
  ) throws(MethodError) -> JSONValue {
    let declared = method.declaration.parameters
    var members: [JSONValue.Member] = []
    if let subject = member.subject, let name = object.name { members.append(.init(name: subject, value: .string(name))) }
    for (argument, value) in zip(member.arguments.filter { $0.use != nil }, arguments) {
      switch argument.use {
      case .members?: if case .object(let given) = value { members += given }
      case .parameter("since")?: take(cursor: argument, value, into: &members)
      case .parameter(let name)?:
        let field = declared.first { $0.name == name }
        if field?.isRequired != true, value == "" || value == 0 { continue }
        members.append(.init(name: name, value: try form(value, argument, field)))
      case .door?, nil: break
      }
    }
    if let twice = duplicate(in: members) {
      throw MethodError(.invalid, "\"\(twice)\" comes twice", ["at": .string("/" + twice), "expected": "one value"])
    }
    return .object(members)
  }

  /// The epoch and the number of a cursor come as two arguments.
  private static func take(cursor argument: BusArgument, _ value: JSONValue, into members: inout [JSONValue.Member]) {
    let part = JSONValue.Member(name: argument.name == "epoch" ? "epoch" : "sequence", value: value)
    if let place = members.firstIndex(where: { $0.name == "since" }), case .object(let parts) = members[place].value {
      members[place].value = .object(parts + [part])
    } else {
      members.append(.init(name: "since", value: .object([part])))
    }
  }

  /// A parameter that is an object may come as a JSON text.
  private static func form(_ value: JSONValue, _ argument: BusArgument, _ field: FieldDeclaration?) throws(MethodError) -> JSONValue {
    guard argument.signature == "s", field?.shape == .one(.object), let text = value.string else { return value }
    return try json(text, at: "/" + argument.name)
  }

  /// Reads a JSON text that is an argument.
  ///
  /// - Throws: `invalid` with the place of the fault.
  package static func json(_ text: String, at place: String) throws(MethodError) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONReader.read(Array(text.utf8))
    } catch {
      throw MethodError(.invalid, "the argument is not JSON: \(error)", ["at": .string(place), "expected": "a JSON object"])
    }
  }

  private static func duplicate(in members: [JSONValue.Member]) -> String? {
    var names: Set<String> = []
    return members.first { !names.insert($0.name).inserted }?.name
  }

  /// Returns the link that a program opens.
  ///
  /// - Parameters:
  ///   - text: the link.
  ///   - schemes: the kinds of handle of all providers.
  /// - Throws: `rejected` for a link that cannot be called.
  package static func link(_ text: String, schemes: Set<String>) throws(MethodError) -> OpenedURL {
    do throws(StartCallRequestError) { return try OpenedURL(text, schemes: schemes) } catch {
      throw MethodError(.rejected, "\(error)", ["at": "/url", "reason": .string(error.reason)])
    }
  }

  /// Returns the error of a link that no person allowed.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - isRefused: true when the person refused, false when no service could ask.
  package static func refusal(of link: OpenedURL, isRefused: Bool) -> MethodError {
    let reason =
      isRefused
      ? "the person refused it"
      : link.isServiceCode
        ? "it is a service code, which a person must confirm, and no service of the desktop can ask: hookswitch open at a terminal asks"
        : "a person must confirm it, and no service of the desktop can ask; the option origin=user tells that a person wants the call"
    return MethodError(.rejected, "\(link.handle.value) is not dialed: \(reason)", ["at": "/url", "reason": .string(reason)])
  }

  /// Returns the arguments of a reply.
  ///
  /// - Parameters:
  ///   - result: the result of the method.
  ///   - member: the member of an interface.
  ///   - method: the method that it stands for.
  package static func results(_ result: JSONValue, of member: BusMember, _ method: MethodName) -> [BusValue] {
    member.arguments.filter { $0.use == nil }.map { argument in
      let shape = method.declaration.result.shape(of: argument.name)
      if shape == nil, argument.signature == "a{sv}" { return BusValue(result, as: "a{sv}", shape: method.declaration.result.whole) }
      return BusValue(value(argument, in: result), as: argument.signature, shape: shape)
    }
  }

  private static func value(_ argument: BusArgument, in result: JSONValue) -> JSONValue? {
    switch (argument.name, argument.signature) {
    case ("path", "o"): result["provider"]?.string.map { .string(BusObject.provider($0).path) }
    case ("path", _): result["file"]
    case (_, "o"): result[argument.name]?.string.map { .string(BusObject.call($0).path) }
    case ("next", _): result["next"]?["sequence"] ?? result["next"]
    default: result[argument.name]
    }
  }
}

extension ResultDeclaration {
  /// The shape of the whole result, when it is a type.
  fileprivate var whole: FieldShape? { if case .type(let type) = self { .one(type) } else { nil } }

  /// Returns the shape of a member.
  fileprivate func shape(of name: String) -> FieldShape? {
    switch self {
    case .type: BusSignature.member(name, of: whole)
    case .members(let fields): fields.first { $0.name == name }?.shape
    }
  }
}
