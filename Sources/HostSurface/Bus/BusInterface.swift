/// A typed D-Bus interface; each member names the part of the table that it stands for.
package struct BusInterface: Sendable {
  /// The interface's name.
  package let name: String
  /// True when programs implement it and the host calls it.
  package let isImplementedByPrograms: Bool
  package let methods: [BusMember]
  package let signals: [BusMember]
  package let properties: [BusMember]

  /// All interfaces, in the order of the document.
  package static let all: [BusInterface] = [
    .host, .history, .contacts, .blockList, .doNotDisturb, .line, .call, .provider, .providerReports, .directory, .callProvider,
    .callScreener,
  ]
}

/// A method, signal or property of an interface.
package struct BusMember: Sendable {
  /// The part of the table that a member stands for.
  package enum Source: Hashable, Sendable {
    /// Any method, named by an argument.
    case anyMethod
    /// A method of the table.
    case row(MethodName)
    /// A notification to a program or a client.
    case notification(NotificationName)
    /// The records of topics.
    case topics([Topic])
    /// A record about a call.
    case call(CallRecordKind)
    /// A member of a type.
    case member(TypeName, String)
  }

  /// The signal for a change of a property.
  package enum Changes: String, Sendable {
    /// `PropertiesChanged` has the new value.
    case told = "true"
    /// The property never changes.
    case never = "const"
    /// The property changes without a signal.
    case untold = "false"
  }

  package let name: String
  package let source: Source
  /// The parameter that the object's path fills; nil for none.
  package let subject: String?
  package let arguments: [BusArgument]
  /// The type of a property; nil for another member.
  package let signature: String?
  package let changes: Changes

  static func method(_ name: String, _ source: Source, of subject: String? = nil, _ arguments: BusArgument...) -> BusMember {
    BusMember(name: name, source: source, subject: subject, arguments: arguments, signature: nil, changes: .told)
  }

  static func signal(_ name: String, _ source: Source, _ arguments: BusArgument...) -> BusMember {
    BusMember(name: name, source: source, subject: nil, arguments: arguments, signature: nil, changes: .told)
  }

  static func property(_ name: String, _ signature: String, _ type: TypeName, _ member: String, changes: Changes = .told) -> BusMember {
    BusMember(
      name: name, source: .member(type, member), subject: nil, arguments: [], signature: signature, changes: changes)
  }
}

/// An argument of a method or a signal.
package struct BusArgument: Sendable {
  /// The use of an argument that comes in.
  package enum Use: Hashable, Sendable {
    /// The value of this parameter, or a part of it.
    case parameter(String)
    /// A dictionary whose members are parameters.
    case members
    /// The door itself uses it.
    case door
  }

  package let name: String
  /// The type, as D-Bus writes it.
  package let signature: String
  /// The use of an argument that comes in; nil for a result or an argument of a signal.
  package let use: Use?

  /// An argument that fills the parameter of its own name, or is used otherwise.
  static func into(_ name: String, _ signature: String, _ use: Use? = nil) -> BusArgument {
    BusArgument(name: name, signature: signature, use: use ?? .parameter(name))
  }

  /// A result, or an argument of a signal.
  static func out(_ name: String, _ signature: String) -> BusArgument {
    BusArgument(name: name, signature: signature, use: nil)
  }
}
