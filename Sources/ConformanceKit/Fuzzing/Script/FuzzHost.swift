internal import TransportABI

/// What the host of a fuzz script lacks or refuses.
struct FuzzHost: Sendable, Hashable {
  /// Extensions that it does not offer.
  var missing: Set<HostExtension> = []
  /// Functions that are NULL.
  var absent: Set<HostFunction> = []
  /// A function that answers an error instead of doing anything, and which.
  var refusing: HostFunction?
  var refusal: hsw_status = HSW_E_NOMEM
  /// How long its structs are.
  var shape = HostShape.usual

  /// The functions that may be NULL.
  static let optional: [HostFunction] = [
    .logEnabled, .log, .wire, .isLoop, .isMedia, .transferProgress, .transferRequest, .getSecret,
  ]
  /// The functions that may answer an error.
  ///
  /// What the plugin gives back is always taken: else it could not leave nothing behind.
  static let refusable = HostFunction.allCases.filter { $0.answersStatus && $0 != .delTimer && $0 != .delFD }
  /// The errors that a host function may answer with.
  static let refusals: [hsw_status] = [HSW_E_STATE, HSW_E_NOMEM, HSW_E_INVAL]

  var offer: HostOffer {
    var offer = HostOffer(shape: shape, extensions: Set(HostExtension.allCases).subtracting(missing))
    offer.absent = absent
    if let refusing { offer.refusing[refusing] = refusal }
    return offer
  }

  /// What a breach must be to count: a host that does nothing with what it is told has no books to go by.
  func counts(_ kind: Breach.Kind) -> Bool {
    if kind == .staleWord { return false }
    guard refusing != nil else { return true }
    return [.thread, .beforeInit, .afterDestroy, .absentFunction, .size, .text].contains(kind)
  }
}
