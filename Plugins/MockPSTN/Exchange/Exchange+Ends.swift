internal import TransportKit

extension Exchange {
  /// Ends a call at our request.
  mutating func ended(_ call: Call, _ why: EndWhy) {
    parties[call]?.cause = why.cause
    forget(call)
  }

  /// Removes the call, whichever end ended it.
  mutating func forget(_ call: Call) {
    guard parties[call] != nil else { return }
    emit(.stopTimer(.script(call)))
    emit(.silence(call))
    leaveGroup(call)
    guard var party = parties.removeValue(forKey: call) else { return }
    party.isActive = false
    party.isEnded = true
    if party.isTest { past.keep(party, of: call) }
  }

  /// Ends the call for the far end or the network, and reports it.
  mutating func hangUp(_ call: Call, _ cause: Cause) {
    guard let party = parties[call] else { return }
    if cause == .congestion { counters.congested += 1 }
    parties[call]?.cause = cause
    forget(call)
    let (reason, error) = verdict(cause, party)
    emit(.ended(call, reason, error))
  }

  /// Ends an incoming call because another device of ours took or declined it.
  mutating func leave(_ call: Call, _ reason: EndReason) {
    guard call.isIncoming, parties[call]?.isActive == false else { return }
    forget(call)
    emit(.ended(call, reason, nil))
  }

  private func verdict(_ cause: Cause, _ party: Party) -> (EndReason, TransportError?) {
    func failed(_ code: TransportError.Code, _ message: String) -> TransportError {
      TransportError(code, message, cause: cause, native: Int32(cause.rawValue), domain: "q.850")
    }
    let number = presented(party.number)
    return switch cause {
    case .normal: (.remote, nil)
    case .busy: (.remote, failed(.failed, "\(number) is busy"))
    case .rejected: (.remote, failed(.failed, "\(number) declined"))
    case .noAnswer: (.unanswered, failed(.timedOut, "no answer"))
    case .unallocated: (.failed, failed(.failed, "\(number) is not in service"))
    case .congestion: (.failed, failed(.network, "no circuit to \(number)"))
    case .routing: (.failed, failed(.network, "\(number) is forwarded in a loop"))
    case .temporaryFailure: (.failed, failed(.network, "the network lost the call"))
    case .numberChanged: (.failed, failed(.failed, "\(number) has changed"))
    case .incompatible: (.failed, failed(.failed, "\(number) takes no calls of this kind"))
    case .outOfOrder: (.failed, failed(.network, "the line is out of order"))
    default: (.failed, failed(.network, "\(number) cannot be reached"))
    }
  }
}
