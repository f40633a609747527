// X9: the calls that a policy protects from programs.
extension Line {
  /// Judges a program's request while the policy protects people's calls.
  ///
  /// - Throws: `callIsProtected` with a call that a person started or answered and that the request is about, or would hold or end.
  func judgeProtection(_ body: RequestBody) throws(CallError) {
    switch body {
    case .transaction(let actions):
      for action in actions {
        try judgeProtection(of: action.call)
        if let other = action.operation.otherCall { try judgeProtection(of: other) }
        if action.operation.affectsFront { try judgeProtectionOfFront(besides: action.call) }
      }
    case .endGroup(let call):
      guard let group = table[call]?.group else { return }
      for member in table.members(of: group) { try judgeProtection(of: member) }
    case .swap:
      try judgeProtectionOfFront(besides: nil)
      if let group = table.resumable { for call in table.members(of: group) { try judgeProtection(of: call) } }
    case .merge(let calls):
      for call in calls { try judgeProtection(of: call) }
    case .continueDTMF(let call), .acceptTransfer(let call), .refuseTransfer(let call):
      try judgeProtection(of: call)
    }
  }

  private func judgeProtection(of call: CallID) throws(CallError) {
    guard let leg = table[call] else { return }
    // Rules hold, resume and end a group as a whole.
    for member in table.legs where member.group == leg.group && member.marks.contains(.users) {
      throw CallError(.callIsProtected, [member.id])
    }
  }

  private func judgeProtectionOfFront(besides call: CallID?) throws(CallError) {
    guard let front = table.front(besides: call) else { return }
    for leg in table.legs where leg.group == front && leg.marks.contains(.users) { throw CallError(.callIsProtected, [leg.id]) }
  }
}
