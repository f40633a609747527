internal import RunnerChannel

/// A fault in the host's side of a runner, which shows that the tests of the host can fail (docs/kill-matrix.md).
///
/// Only this package's tests set one. No setting, option or variable leads here, and a program that links Hookswitch cannot name it.
enum HostFlaw: String, CaseIterable, Sendable {
  /// A loss does not reach the last instance of the process.
  case forgetsAnInstance = "h01"
  /// The calls of a lost instance end twice.
  case endsCallsTwice = "h02"
  /// A beat without an answer is no loss while the socket is open.
  case trustsTheSocket = "h03"
  /// A frame may name an instance that is not open.
  case passesInstances = "h05"
  /// An answer may come to a ticket that is not open.
  case passesTickets = "h06"
  /// A frame may name an epoch that has not begun.
  case passesEpochs = "h07"
  /// A body need not be as long as its parts.
  case passesBodies = "h08"
  /// Rubbish on the socket is passed over.
  case passesRubbish = "h09"
  /// Each loss leaves one descriptor open.
  case leaksADescriptor = "h12"
  /// Secrets go through the shared memory, too.
  case sharesSecrets = "h13"

  /// True for a fault that the host with this flaw passes over.
  func passes(_ fault: FrameFault) -> Bool {
    switch (self, fault) {
    case (.passesInstances, .instance), (.passesTickets, .ticket), (.passesEpochs, .epoch), (.passesBodies, .body): true
    default: false
    }
  }

  /// Takes a word as the host with this flaw does.
  func passing(_ take: () throws(FrameFault) -> Void) throws(FrameFault) {
    do throws(FrameFault) {
      try take()
    } catch {
      if !passes(error) { throw error }
    }
  }

  /// Tells the instances of a lost runner of its end as the host with this flaw does.
  func tell(_ death: RunnerDeath, to proxies: [UInt16: ProxyInstance?]) {
    let last = self == .forgetsAnInstance ? proxies.keys.max() : nil
    for (number, proxy) in proxies where number != last {
      guard let proxy else { continue }
      proxy.lose(death)
      guard self == .endsCallsTwice else { continue }
      (proxy.owner as? TransportInstance)?.books { $0.words.append(.lost(.died(death))) }
    }
    if self == .leaksADescriptor, let wake = EventDescriptor() { _ = Unmanaged.passRetained(wake) }
  }

  /// Sends a secret as the host with this flaw does: as the text of an order that the plugin refuses.
  func send(_ secret: SecretBody, of proxy: ProxyInstance) {
    guard self == .sharesSecrets else { return }
    var body = PeerOrderBody()
    (body.what, body.argument) = (.max, secret.value)
    proxy.send(.peerOrder, body, other: proxy.link.receipt(for: proxy))
  }
}
