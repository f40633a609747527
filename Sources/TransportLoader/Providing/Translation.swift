package import CallControl
internal import TransportABI

// Translates between the contract and the core.

extension TransportFault {
  /// The fault as a transport's error; the contract's own code stands in when there is no network code.
  package var transportError: TransportError {
    guard domain.isEmpty, native == 0 else { return TransportError(domain: domain, code: native, cause: cause, message: text) }
    return TransportError(domain: "transport", code: code, cause: cause, message: text)
  }

  private var text: String {
    guard message.isEmpty else { return message }
    return switch code {
    case HSW_OK: ""
    case HSW_E_INVAL: "it rejects an argument"
    case HSW_E_NOTSUP: "it does not support that"
    case HSW_E_STATE: "not in this state"
    case HSW_E_NOCALL: "it does not know the call"
    case HSW_E_NOMEM: "it is out of memory"
    case HSW_E_BUSY: "it has no room for that"
    case HSW_E_TIMEOUT: "the other end did not answer in time"
    case HSW_E_RANGE: "a number is out of its range"
    case HSW_E_CANCELLED: "it was cancelled"
    case HSW_E_AUTH: "the network refused the credentials"
    case HSW_E_NET: "the network cannot be reached"
    default: "it failed without a reason"
    }
  }

  /// The fault as the failure of an action.
  var commandFailure: CommandFailure { isUnimplemented ? .unimplemented : .failed(transportError) }
}

extension TransportCallInfo {
  /// An outgoing call's destination.
  init(_ action: StartCallAction) {
    self.init()
    handleKind = HandleKinds.name(of: action.handle.type)
    handle = action.handle.value
    contact = action.contactIdentifier ?? ""
    flags = action.isVideo ? .video : []
    mask = [.handle, .video]
  }

  /// The fields that it sets on a call: a flag counts if it is in the mask, a text if it is not empty or in the mask.
  var update: CallUpdate {
    func flag(_ flag: Flags) -> Bool? { mask.contains(flag) ? flags.contains(flag) : nil }
    var update = CallUpdate()
    if !handle.isEmpty || mask.contains(.handle) {
      update.remoteHandle = Handle(type: HandleKinds.kind(of: handleKind), value: handle)
    }
    if !displayName.isEmpty || mask.contains(.name) { update.localizedCallerName = displayName }
    update.supportsHolding = flag(.canHold)
    update.supportsDTMF = flag(.canDTMF)
    update.supportsGrouping = flag(.canGroup)
    update.supportsUngrouping = flag(.canUngroup)
    update.supportsTransfer = flag(.canTransfer)
    update.hasAudioPort = flag(.audioPort)
    update.hasVideo = flag(.video)
    if !localHandle.isEmpty { update.localHandle = own(localHandle) }
    if !divertedFrom.isEmpty { update.divertedFrom = own(divertedFrom) }
    if !correlationID.isEmpty { update.correlationID = correlationID }
    if !extraJSON.isEmpty { update.extraJSON = extraJSON }
    return update
  }

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
    default: self = .hangup
    }
  }
}

extension CallCapabilities {
  /// The call capabilities for the extensions that a transport offers and this host supports.
  init(offers: Set<String>, capabilities: [String]) {
    self = []
    if offers.contains("hold") { insert(.holding) }
    if offers.contains("dtmf") { insert(.dtmf) }
    if offers.contains("transfer") { insert(.transfer) }
    if offers.contains("audio") { insert(.audio) }
    if offers.contains("group") { formUnion([.grouping, .ungrouping]) }
    if capabilities.contains("video") { insert(.video) }
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
