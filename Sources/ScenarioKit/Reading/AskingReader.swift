internal import CallControl

/// Reads the steps that send a request to the host.
enum AskingReader {
  enum Key: String, CaseIterable {
    case start, answer, decline, end, hold, resume, split, swap, merge, mute, dtmf, continueDTMF, acceptTransfer, refuseTransfer,
      transaction
  }

  /// The principal keys of all requests: those above, and the operations that need a handle.
  static let keys = Key.allCases.map(\.rawValue) + CallOperation.toHandle.keys.sorted()

  /// Reads a request by its principal key; nil when the key is not of a request.
  static func asking(_ name: String, _ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking? {
    if let key = Key(rawValue: name) { return try asking(key, value, &members) }
    guard let operation = CallOperation.toHandle[name] else { return nil }
    let call = try value.word()
    guard name == "transfer" else { return .transaction([Asking.Action(call, operation(try members.required("to").handle()))]) }
    switch (members.optional("to"), members.optional("with")) {
    case (let handle?, nil): return .transaction([Asking.Action(call, operation(try handle.handle()))])
    case (nil, let other?): return .transaction([Asking.Action(call, other: try other.word()) { .transfer(.call($0)) }])
    default: throw members.flaw("a transfer goes either \"to\" a handle or \"with\" a call")
    }
  }

  /// The keys of a transaction's actions.
  private enum ActionKey: String, CaseIterable {
    case start, hold, resume, end, answer, group, mute, dtmf
  }

  static func origin(_ members: inout Members) throws(FieldFlaw) -> Origin {
    guard let field = members.optional("origin") else { return .user }
    switch try field.string() {
    case "user": return .user
    case "client": return .client
    case let other: throw field.flaw("\"\(other)\" is not one of user, client")
    }
  }

  private static func asking(_ key: Key, _ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking {
    switch key {
    case .start: return .transaction([try start(value, &members)])
    case .answer: return .transaction([try answer(value, &members)])
    case .decline:
      var decline = Decline(try members.optional("reason")?.choice(Decline.Reason.self) ?? .declined)
      decline.cause = try members.optional("cause")?.count().uint32
      decline.text = try members.optional("text")?.string()
      return .transaction([Asking.Action(try value.word(), .end(decline))])
    case .end:
      let call = try value.word()
      let isGroup = try members.optional("group")?.bool() ?? false
      return isGroup ? .endGroup(call) : .transaction([Asking.Action(call, .end())])
    case .hold: return .transaction([Asking.Action(try value.word(), .setHeld(true))])
    case .resume: return .transaction([Asking.Action(try value.word(), .setHeld(false))])
    case .split: return .transaction([Asking.Action(try value.word(), .setGroup(with: nil))])
    case .swap:
      try value.yes()
      return .swap(try members.line())
    case .merge: return .merge(try limited(value).list { item throws(FieldFlaw) in try item.word() })
    case .mute: return .transaction([try mute(value, &members)])
    case .dtmf: return .transaction([try tones(value, &members)])
    case .continueDTMF: return .continueDTMF(try value.word())
    case .acceptTransfer: return .acceptTransfer(try value.word())
    case .refuseTransfer: return .refuseTransfer(try value.word())
    case .transaction: return .transaction(try limited(value).list { item throws(FieldFlaw) in try action(item) })
    }
  }

  private static func limited(_ field: Field) throws(FieldFlaw) -> Field {
    guard try field.items().count <= ScenarioLimits.mostActions else {
      throw field.flaw("has more than \(ScenarioLimits.mostActions) items")
    }
    return field
  }

  private static func action(_ field: Field) throws(FieldFlaw) -> Asking.Action {
    var members = try field.members()
    let keys = members.names.compactMap(ActionKey.init(rawValue:))
    guard keys.count == 1, let key = keys.first else {
      throw field.flaw("an action has exactly one of the keys " + ActionKey.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let value = try members.required(key.rawValue)
    let action: Asking.Action
    switch key {
    case .start: action = try start(value, &members)
    case .hold: action = Asking.Action(try value.word(), .setHeld(true))
    case .resume: action = Asking.Action(try value.word(), .setHeld(false))
    case .end: action = Asking.Action(try value.word(), .end())
    case .answer: action = try answer(value, &members)
    case .group:
      let other = try members.required("with")
      let call = try value.word()
      action =
        other.isNull ? Asking.Action(call, .setGroup(with: nil)) : Asking.Action(call, other: try other.word()) { .setGroup(with: $0) }
    case .mute: action = try mute(value, &members)
    case .dtmf: action = try tones(value, &members)
    }
    try members.finish()
    return action
  }

  private static func start(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking.Action {
    let provider = ProviderID(rawValue: try members.required("provider").word())
    let handle = try members.required("to").handle()
    var action = Asking.Action(try value.word(), .start(StartDetails(handle: handle)))
    action.start = (provider, try members.line())
    return action
  }

  private static func answer(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking.Action {
    var action = Asking.Action(try value.word(), .answer)
    action.choice = try members.optional("choice")?.choice(AnswerChoice.self) ?? .automatic
    return action
  }

  private static func mute(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking.Action {
    Asking.Action(try value.word(), .setMuted(try members.required("value").bool()))
  }

  private static func tones(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking.Action {
    let field = try members.required("digits")
    let digits = try field.string()
    guard digits.utf8.count <= ScenarioLimits.mostActions else { throw field.flaw("has more than \(ScenarioLimits.mostActions) digits") }
    return Asking.Action(try value.word(), .playDTMF(digits))
  }
}

extension Int {
  /// The number as a Q.850 cause, clamped; the call rules refuse invalid causes.
  fileprivate var uint32: UInt32 { UInt32(clamping: self) }
}
