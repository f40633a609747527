extension Line {
  /// Y3, X6: from its acceptance on an emergency comes before everything: what is under way stops, what is screened is refused.
  mutating func declareEmergency(_ plan: Plan) {
    guard let emergency = plan.starts.first(where: { table[$0]?.marks.contains(.emergency) ?? false }) else { return }
    refuseScreened(CallError(.emergencyInProgress, [emergency]))
    guard table[emergency]?.marks.contains(.aside) == false else { return }
    interruptLine(for: emergency)
  }

  /// Stops the plan that is under way, after the action that is in flight; a Start or an Answer is ended (X6).
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

  /// A hold that an emergency waited for came to nothing: the next harsher step is an End (Y2).
  mutating func noteUnholdable(_ call: CallID) {
    guard table.emergency != nil else { return }
    for index in queue.indices where queue[index].startsEmergency { queue[index].context.unholdable.append(call) }
    for index in plans.indices where plans[index].startsEmergency { plans[index].context.unholdable.append(call) }
  }
}

extension CallTable {
  /// Y1: whether a handle, less its scheme, is an emergency number of the line or of the provider.
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

  /// The number of a handle that is one; nil for one of plain digits, which need not be looked at twice.
  private func telephoneNumber(of handle: Handle) -> String? {
    switch handle.type {
    case .phoneNumber: handle.value.utf8.contains { !(48...57).contains($0) && $0 != 43 } ? handle.value : nil
    // Only an address that says so is a number: extension 112 of an office is a person.
    case .sipURI: handle.value.utf8.contains(UInt8(ascii: ";")) ? (try? ParsedSIPURI(handle.value))?.telephoneNumber : nil
    default: nil
    }
  }
}
