extension Line {
  /// Y3, X6: gives an accepted emergency priority: refuses what is being screened, and interrupts the line unless the Start waits aside.
  mutating func declareEmergency(_ plan: Plan) {
    guard let emergency = plan.starts.first(where: { table[$0]?.marks.contains(.emergency) ?? false }) else { return }
    refuseScreened(CallError(.emergencyInProgress, [emergency]))
    guard table[emergency]?.marks.contains(.aside) == false else { return }
    interruptLine(for: emergency)
  }

  /// Stops the line's plan after the action in flight; ends a call whose Start or Answer is under way (X6).
  mutating func interruptLine(for emergency: CallID) {
    for number in plans.filter({ $0.lane == .line && !$0.isFailed }).map(\.number) {
      guard let index = planIndex(number) else { continue }
      switch plans[index].goal {
      case .start(let call), .answer(let call, _):
        _ = end(call, .madeRoom(for: emergency), .host, within: Deadline.emergencyStep)
      default:
        break
      }
      if let index = planIndex(number), !plans[index].isFailed { fail(index, CallError(.transactionAborted, [emergency])) }
    }
    for index in table.legs.indices {
      if case .call = table.legs[index].hold { table.legs[index].hold = .call(emergency) }
    }
    let latest = now.advanced(by: Deadline.emergencyStep)
    let awaited = plans.filter { $0.lane == .line }.flatMap(\.awaiting)
    for index in pending.indices where awaited.contains(pending[index].command.id) {
      pending[index].command.deadline = min(pending[index].command.deadline, latest)
    }
  }

  /// Notes that a hold failed, so that an emergency ends the call instead (Y2).
  mutating func noteUnholdable(_ call: CallID) {
    guard table.emergency != nil else { return }
    for index in queue.indices where queue[index].startsEmergency { queue[index].context.unholdable.append(call) }
    for index in plans.indices where plans[index].startsEmergency { plans[index].context.unholdable.append(call) }
  }
}

extension CallTable {
  /// Y1: returns true when a handle, without its scheme, is an emergency number of the line or the provider.
  func isEmergency(_ handle: Handle, at provider: ProviderID) -> Bool {
    isListed(handle, in: policy.emergencyNumbers) || isListed(handle, in: roster.emergencyNumbers(of: provider))
  }

  private func isListed(_ handle: Handle, in numbers: [String]) -> Bool {
    if numbers.isEmpty { return false }
    var value = handle.value[...]
    if handle.type == .sipURI, let colon = value.firstIndex(of: ":") { value = value[value.index(after: colon)...] }
    if numbers.contains(where: { $0 == value }) { return true }
    guard let number = telephoneNumber(of: handle) else { return false }
    return numbers.contains { PhoneNumber().matches($0, number) }
  }

  /// Returns the number that a handle contains; nil when its plain digits were compared already.
  private func telephoneNumber(of handle: Handle) -> String? {
    switch handle.type {
    case .phoneNumber: handle.value.utf8.contains { !(48...57).contains($0) && $0 != 43 } ? handle.value : nil
    // A SIP address is a number only with `user=phone`: extension 112 of an office is a person.
    case .sipURI: handle.value.utf8.contains(UInt8(ascii: ";")) ? (try? ParsedSIPURI(handle.value))?.telephoneNumber : nil
    default: nil
    }
  }
}

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
