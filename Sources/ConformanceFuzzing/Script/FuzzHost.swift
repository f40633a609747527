internal import ConformanceHarness
internal import TransportABI

/// The parts that the host of a fuzz script lacks or refuses.
struct FuzzHost: Sendable, Hashable {
  /// Extensions that it does not offer.
  var missing: Set<HostExtension> = []
  /// Functions that are NULL.
  var absent: Set<HostFunction> = []
  /// A function that returns `refusal` and does nothing; nil for none.
  var refusing: HostFunction?
  var refusal: hsw_status = HSW_E_NOMEM
  /// The length of its structs.
  var shape = HostShape.usual

  /// The functions that may be NULL.
  static let optional: [HostFunction] = [
    .logEnabled, .log, .wire, .isLoop, .isMedia, .transferProgress, .transferRequest, .getSecret,
  ]
  /// The functions that may return an error.
  ///
  /// Removing timers and descriptors always succeeds: otherwise the plugin could not clean up.
  static let refusable = HostFunction.allCases.filter { $0.answersStatus && $0 != .delTimer && $0 != .delFD }
  /// The errors that a host function may return.
  static let refusals: [hsw_status] = [HSW_E_STATE, HSW_E_NOMEM, HSW_E_INVAL]

  var offer: HostOffer {
    var offer = HostOffer(shape: shape, extensions: Set(HostExtension.allCases).subtracting(missing))
    offer.absent = absent
    if let refusing { offer.refusing[refusing] = refusal }
    return offer
  }

  /// Returns true if a breach of that kind counts: a host that refuses a function has an incomplete ledger, which cannot show most kinds.
  func counts(_ kind: Breach.Kind) -> Bool {
    if kind == .staleWord { return false }
    guard refusing != nil else { return true }
    return [.thread, .beforeInit, .afterDestroy, .size, .text].contains(kind)
  }
}
