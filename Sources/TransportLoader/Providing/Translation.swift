package import CallControl

// Translates between the contract and the core.

extension TransportFault {
  /// The domain of the contract's own codes in a transport's error.
  static let contractDomain = "transport"

  /// The fault as a transport's error; the contract's own code stands in when there is no network code.
  package var transportError: TransportError {
    let text = message.isEmpty ? Code(rawValue: code).sentence : message
    guard domain.isEmpty, native == 0 else { return TransportError(domain: domain, code: native, cause: cause, message: text) }
    return TransportError(domain: Self.contractDomain, code: code, cause: cause, message: text)
  }

  /// The fault as the failure of an action.
  var commandFailure: CommandFailure { isUnimplemented ? .unimplemented : .failed(transportError) }

  /// The core's message for a completed command: done (nil) or failed; nil when there is none to send.
  static func completion(of ref: CommandRef, _ fault: TransportFault?) -> ProviderWord? {
    guard let fault else { return .fulfilled(ref) }
    switch ref.kind {
    // The far end or the transport was quicker than the host's End: the call is over, as requested.
    case .end where fault.isUnknownCall || fault.isCancelled: return .fulfilled(ref)
    case .start, .end: return .failed(ref, fault.commandFailure)
    // Cancelled because its call ends: the report of the end follows. A call lost while it was to be held has made room (X7); a failed
    // hold would not have.
    default: return fault.isCancelled ? nil : .failed(ref, fault.commandFailure)
    }
  }
}

extension TransportLoss {
  /// The loss as a transport's error; it has a code when the transport itself refused to begin.
  var transportError: TransportError {
    let code: Int32 = if case .refused(_, let code, _) = self { code } else { 0 }
    return TransportError(domain: TransportFault.contractDomain, code: code, message: description)
  }
}

extension TransportCallInfo {
  /// An outgoing call's destination.
  init(_ details: StartDetails) {
    self.init(details.handle)
    contact = details.contactIdentifier ?? ""
    localHandle = details.localHandle?.description ?? ""
    flags = details.isVideo ? .video : []
    mask.insert(.video)
  }

  /// A handle that a far end is sent to.
  init(_ handle: Handle) {
    self.init()
    handleKind = HandleKinds.name(of: handle.type)
    self.handle = handle.value
    mask = .handle
  }

  /// The fields that it sets on a call: a flag counts if it is in the mask, a text if it is not empty or in the mask.
  var update: CallUpdate {
    var update = CallUpdate()
    if !handle.isEmpty || mask.contains(.handle) {
      update.remoteHandle = Handle(type: HandleKinds.kind(of: handleKind), value: handle)
    }
    if !displayName.isEmpty || mask.contains(.name) { update.localizedCallerName = displayName }
    for (flag, capability) in Flags.capabilities where mask.contains(flag) { update[capability] = flags.contains(flag) }
    update.localHandle = calledHandle
    if !divertedFrom.isEmpty { update.divertedFrom = own(divertedFrom) }
    if !correlationID.isEmpty { update.correlationID = correlationID }
    if !extraJSON.isEmpty { update.extraJSON = extraJSON }
    return update
  }

  /// The user or number that was called; nil when the network did not say.
  var calledHandle: Handle? { localHandle.isEmpty ? nil : own(localHandle) }

  /// A local or diverting handle, which may have a scheme of its own; without one it has the info's kind.
  private func own(_ text: String) -> Handle {
    let parsed = Handle(parsing: text)
    return parsed.type == .generic ? Handle(type: HandleKinds.kind(of: handleKind), value: text) : parsed
  }
}

extension TransportWord.End {
  /// The core's end reason.
  ///
  /// A local end that the host did not ask for is a failure.
  var reason: EndReason {
    switch self {
    case .failed, .local: .failed
    case .remote: .remoteEnded
    case .unanswered: .unanswered
    case .answeredElsewhere: .answeredElsewhere
    case .declinedElsewhere: .declinedElsewhere
    }
  }
}

extension EndWhy {
  /// The wire's reason for ending a call for `cause`; a ringing call is declined, another hung up.
  init(_ cause: EndCause?, isRinging: Bool) {
    switch cause {
    case .ringTimeout: self = .ringTimeout
    case .lineMoved: self = .elsewhere
    case .blocked: self = .blocked
    default: self = isRinging ? .declined : .hangup
    }
  }

  /// The wire's reason for refusing an incoming call.
  init(refusal: CallError.Code) {
    switch refusal {
    case .filteredByBlockList, .filteredByScreener: self = .blocked
    case .filteredByDoNotDisturb: self = .doNotDisturb
    case .emergencyInProgress, .maximumRingingCallsReached: self = .busy
    case .lineElsewhere, .nodeCutOff, .nodeDraining: self = .elsewhere
    default: self = .hangup
    }
  }
}

extension TransportLimits {
  /// Applies the limits that are set to a configuration.
  func apply(to configuration: inout ProviderConfiguration) {
    if maximumGroups > 0 { configuration.maximumCallGroups = Int(maximumGroups) }
    if maximumCallsPerGroup > 0 { configuration.maximumCallsPerCallGroup = Int(maximumCallsPerGroup) }
    if !handleKinds.isEmpty { configuration.supportedHandleTypes = Set(handleKinds.map(HandleKinds.kind(of:))) }
    if !emergencyNumbers.isEmpty { configuration.emergencyNumbers = emergencyNumbers }
    if !name.isEmpty { configuration.localizedName = name }
  }
}

/// Translates the names of handle kinds between the contract and the core.
enum HandleKinds {
  /// The contract's name of a kind.
  static func name(of kind: Handle.Kind) -> String {
    switch kind {
    case .phoneNumber: "tel"
    case .sipURI: "sip"
    case .emailAddress: "mailto"
    default: kind.rawValue
    }
  }

  /// The kind for the contract's name; an unknown name gives a kind of that name.
  static func kind(of name: String) -> Handle.Kind {
    switch name {
    case "tel": .phoneNumber
    case "sip": .sipURI
    case "mailto": .emailAddress
    case "": .generic
    default: Handle.Kind(rawValue: name)
    }
  }
}
