internal import CSIPStack
internal import TransportKit

extension SIPAccount: LineTransport {
  func setRegistered(_ registered: Bool, action: Action) throws(TransportError) -> Outcome {
    registration.isWanted = registered
    host.fulfil(action)
    if registered { register() } else { unregisterInTurn() }
    return .pending
  }

  /// Makes the line ready: at once without a registrar, else by REGISTER, once the host has given the secret.
  func register() {
    guard registration.isWanted else { return }
    guard !settings.secret.isEmpty, registration.password == nil else { return begin() }
    host.line(.trying)
    let secret = settings.secret
    host.secret(secret) { [weak self] password in
      guard let self, settings.secret == secret else { return }
      guard let password else {
        host.line(.down, error: TransportError(.failed, "the secret \(secret) is not available", domain: "sip"))
        return
      }
      registration.password = password
      begin()
    }
  }

  private func begin() {
    guard registration.isWanted, stack != nil else { return }
    guard !settings.registrar.isEmpty else {
      host.line(.ready)
      return
    }
    host.line(.trying)
    sendRegister()
  }

  /// Sends the first REGISTER, or an early refresh, when its turn at the registrar comes; the stack sends the regular ones.
  func sendRegister() {
    host.cancel(registration.retry)
    registration.retry = nil
    guard registration.isWanted, stack != nil, !settings.registrar.isEmpty else { return }
    let wait = RegistrarPace.wait(at: settings.registrar, now: host.now)
    guard wait > .zero else { return sendRegisterNow() }
    registration.retry = host.after(wait) { [weak self] in self?.sendRegisterNow() }
  }

  private func sendRegisterNow() {
    registration.retry = nil
    guard registration.isWanted, stack != nil, !settings.registrar.isEmpty else { return }
    if registration.dialog == 0 { registration.dialog = numbers.next() }
    let (port, tlsPort) = (self.stack?.port ?? 0, self.stack?.tlsPort ?? 0)
    let plain = settings.plainContact(port: port, tlsPort: tlsPort)
    with { stack in
      identity(contact: settings.contact(port: port, tlsPort: tlsPort)) { identity in
        settings.registrar.withCString { registrar in
          withText(plain) {
            csip_register(
              stack, registration.dialog, identity, registrar, UInt32(settings.expires), UInt32(settings.keepAlive), $0)
          }
        }
      }
    }
  }

  /// Withdraws the registration when its turn at the registrar comes: a node that is cut off withdraws thousands at once.
  private func unregisterInTurn() {
    host.cancel(registration.retry)
    registration.retry = nil
    guard registration.dialog != 0, !settings.registrar.isEmpty else { return unregister() }
    let wait = RegistrarPace.wait(at: settings.registrar, now: host.now)
    guard wait > .zero else { return unregister() }
    registration.retry = host.after(wait) { [weak self] in
      guard let self, !registration.isWanted else { return }
      unregister()
    }
  }

  func unregister() {
    host.cancel(registration.retry)
    registration.retry = nil
    if registration.dialog == 0 { host.line(.down) } else { with { csip_unregister($0, registration.dialog) } }
  }

  /// Handles an event of the registration's dialog.
  func hearRegistrar(_ event: StackEvent) {
    if registration.isLeaving { return hearLeaving(event) }
    switch event {
    case .registered(let seconds) where seconds > 0 && registration.isWanted:
      registration.isUp = true
      registration.failures = 0
      host.cancel(registration.retry)
      registration.retry = nil
      host.line(.ready)
    case .registered:
      registration.isUp = false
      host.line(.down)
    case .unregistered(let status, let phrase, let retryAfter): failed(status, phrase, retryAfter)
    case .refused(let refusal): failed(400, refusal.phrase, 0)
    case .over: (registration.dialog, registration.isUp) = (0, false)
    default: break
    }
  }

  /// Registers with the current settings.
  ///
  /// Unregisters first when the same address is registered at the same registrar: the old registration's end would remove the new one.
  func registerAnew(after old: Settings) {
    host.cancel(registration.retry)
    registration.retry = nil
    let isSame = old.uri == settings.uri && old.registrar == settings.registrar
    if registration.dialog != 0 {
      with { registration.isUp ? csip_unregister($0, registration.dialog) : csip_forget($0, registration.dialog) }
      registration.isLeaving = registration.isUp && isSame
    }
    if !registration.isLeaving { beginAnew() }
  }

  /// Waits for the end of the old registration, then registers anew.
  private func hearLeaving(_ event: StackEvent) {
    switch event {
    case .registered(0), .unregistered, .refused, .over: beginAnew()
    default: break
    }
  }

  private func beginAnew() {
    let isWanted = registration.isWanted
    registration = Registration()
    registration.isWanted = isWanted
    if isWanted { register() } else { host.line(.down) }
  }

  private func failed(_ status: Int, _ phrase: String, _ retryAfter: Int) {
    let said = "registration at \(settings.registrar) failed: \(phrase) (\(status))"
    let isHopeless = Registration.isHopeless(status)
    registration.isUp = false
    let error = TransportError(
      isHopeless ? .failed : .network, said, cause: CallVerdict.cause(of: status), native: Int32(clamping: status), domain: "sip")
    host.log(.warning, said)
    guard registration.isWanted, !isHopeless else {
      // The next attempt starts afresh, perhaps with another secret.
      if registration.dialog != 0 { with { csip_forget($0, registration.dialog) } }
      registration.dialog = 0
      registration.password = nil
      host.line(.down, error: error)
      return
    }
    guard registration.retry == nil else { return }
    registration.failures += 1
    let pause = retryAfter > 0 ? Duration.seconds(retryAfter) : registration.backOff
    host.line(.down, retryAfter: pause, error: error)
    registration.retry = host.after(pause) { [weak self] in self?.sendRegister() }
  }
}
