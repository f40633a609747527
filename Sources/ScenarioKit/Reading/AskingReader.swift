internal import CallControl

/// Reads the steps that send a request to the host.
enum AskingReader {
  enum Key: String, CaseIterable {
    case start, answer, decline, end, hold, resume, split, swap, merge, mute, dtmf, continueDTMF, transfer, acceptTransfer, refuseTransfer,
      transaction
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

  static func asking(_ key: Key, _ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking {
    switch key {
    case .start: return .transaction([try start(value, &members)])
    case .answer: return .transaction([try answer(value, &members)])
    case .decline:
      var decline = Decline(try members.optional("reason")?.choice(Decline.Reason.self) ?? .declined)
      decline.cause = try members.optional("cause")?.count().uint32
      decline.text = try members.optional("text")?.string()
      return .transaction([.end(try value.word(), decline)])
    case .end:
      let call = try value.word()
      let isGroup = try members.optional("group")?.bool() ?? false
      return isGroup ? .endGroup(call) : .transaction([.end(call)])
    case .hold: return .transaction([.setHeld(try value.word(), true)])
    case .resume: return .transaction([.setHeld(try value.word(), false)])
    case .split: return .transaction([.setGroup(try value.word(), with: nil)])
    case .swap:
      try value.yes()
      return .swap(try StepReader.line(&members))
    case .merge: return .merge(try limited(value).list { item throws(FieldFlaw) in try item.word() })
    case .mute: return .transaction([try mute(value, &members)])
    case .dtmf: return .transaction([try tones(value, &members)])
    case .continueDTMF: return .continueDTMF(try value.word())
    case .transfer: return .transaction([try transfer(value, &members)])
    case .acceptTransfer: return .acceptTransfer(try value.word())
    case .refuseTransfer: return .refuseTransfer(try value.word())
    case .transaction: return .transaction(try limited(value).list { item throws(FieldFlaw) in try action(item) })
    }
  }

  private static func limited(_ field: Field) throws(FieldFlaw) -> Field {
    guard try field.items().count <= ScenarioFile.mostActions else { throw field.flaw("has more than \(ScenarioFile.mostActions) items") }
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
    case .hold: action = .setHeld(try value.word(), true)
    case .resume: action = .setHeld(try value.word(), false)
    case .end: action = .end(try value.word())
    case .answer: action = try answer(value, &members)
    case .group:
      let other = try members.required("with")
      action = .setGroup(try value.word(), with: other.isNull ? nil : try other.word())
    case .mute: action = try mute(value, &members)
    case .dtmf: action = try tones(value, &members)
    }
    try members.finish()
    return action
  }

  private static func start(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking.Action {
    let provider = ProviderID(rawValue: try members.required("provider").word())
    let handle = try members.required("to").handle()
    return .start(try value.word(), provider: provider, to: handle, line: try StepReader.line(&members))
  }

  private static func answer(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking.Action {
    .answer(try value.word(), try members.optional("choice")?.choice(AnswerChoice.self) ?? .automatic)
  }

  private static func mute(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking.Action {
    .setMuted(try value.word(), try members.required("value").bool())
  }

  private static func tones(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking.Action {
    let field = try members.required("digits")
    let digits = try field.string()
    guard digits.utf8.count <= ScenarioFile.mostActions else { throw field.flaw("has more than \(ScenarioFile.mostActions) digits") }
    return .playDTMF(try value.word(), digits)
  }

  private static func transfer(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Asking.Action {
    let call = try value.word()
    switch (members.optional("to"), members.optional("with")) {
    case (let handle?, nil): return .transferToHandle(call, try handle.handle())
    case (nil, let other?): return .transferToCall(call, try other.word())
    default: throw members.flaw("a transfer goes either \"to\" a handle or \"with\" a call")
    }
  }
}

extension Int {
  /// The number as a Q.850 cause, clamped; the call rules refuse invalid causes.
  fileprivate var uint32: UInt32 { UInt32(clamping: self) }
}
