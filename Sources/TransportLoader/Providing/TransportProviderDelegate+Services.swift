public import CallControl
internal import Locking

// Requests other than actions.
extension TransportProviderDelegate {
  /// Returns the instance's counters or a call's media statistics, as one JSON object of the transport's own format.
  ///
  /// - Parameters:
  ///   - call: the call; nil: the instance.
  ///   - level: a higher level gives more detail.
  /// - Throws: the reason: the transport has no diagnostics (`notSupported`), does not know the call (`noSuchCall`), or does not run
  ///   (`wrongState`).
  public func diagnostics(of call: CallID? = nil, level: UInt32 = 1) async throws(TransportFault) -> String {
    let seats = seats
    guard let present = seats.present?.instance else { throw .notRunning }
    guard let (instance, handle) = call.map({ seats.find($0) }) ?? (present, CallHandle.none) else {
      throw TransportFault(.noSuchCall, "it does not know the call")
    }
    return try await withCheckedContinuation { continuation in
      instance.diagnostics(of: handle, level: level) { continuation.resume(returning: $0) }
    }.get()
  }

  /// Changes whether the messages of its network protocol are wanted, now and after a restart; those that the settings ask for still are.
  public func setWantsWire(_ isWanted: Bool) {
    let seats = state.withLock { state in
      state.wantsWire = isWanted
      return state.seats
    }
    let wants = currentSettings.wantsWire
    for instance in [seats.present?.instance, seats.former?.seat.instance] { instance?.setWantsWire(wants) }
  }

  /// The settings of an instance that begins now.
  var currentSettings: TransportSettings {
    var current = settings
    if state.withLock({ $0.wantsWire }) { current.wantsWire = true }
    return current
  }

  /// Returns the state to keep beyond the process's end; it never holds a secret.
  ///
  /// - Throws: the reason: the transport keeps no state (`notSupported`) or does not run (`wrongState`).
  public func saveState() async throws(TransportFault) -> [UInt8] {
    guard let instance else { throw .notRunning }
    return try await withCheckedContinuation { continuation in
      instance.saveState { continuation.resume(returning: $0) }
    }.get()
  }

  /// Gives the instance a state that it saved.
  ///
  /// - Throws: the reason why it refuses the state; it then goes on unchanged.
  public func loadState(_ saved: [UInt8]) async throws(TransportFault) {
    guard let instance else { throw .notRunning }
    let fault: TransportFault? = await withCheckedContinuation { continuation in
      instance.loadState(saved) { continuation.resume(returning: $0) }
    }
    if let fault { throw fault }
  }

  /// Tells the instance the host's decision about a transfer that the far end requested.
  public func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?) {
    guard let (instance, handle) = seats.find(call) else { return }
    let why = error.map { TransportFault(code: TransportFault.Code.failed.rawValue, domain: "hookswitch", message: $0.description) }
    instance.decideTransfer(handle, isAccepted: accepted, why)
  }
}
