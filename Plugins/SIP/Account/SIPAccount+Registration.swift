internal import CSIPStack
internal import TransportKit

extension SIPAccount: LineTransport {
  func setRegistered(_ registered: Bool, action: Action) throws(TransportError) -> Outcome {
    registration.isWanted = registered
    host.fulfil(action)
    if registered { register() } else { unregister() }
    return .pending
  }

  /// Makes the line ready: at once without a registrar, else by REGISTER, once there is the secret.
  func register() {
    guard registration.isWanted else { return }
    guard !settings.registrar.isEmpty else {
      host.line(.ready)
      return
    }
    host.line(.trying)
    guard !settings.secret.isEmpty, registration.password == nil else { return sendRegister() }
    host.secret(settings.secret) { [weak self] password in
      guard let self else { return }
      guard let password else {
        host.line(.down, error: TransportError(.failed, "the secret \(settings.secret) cannot be had", domain: "sip"))
        return
      }
      registration.password = password
      sendRegister()
    }
  }

  private func sendRegister() {
    guard registration.isWanted, stack != nil else { return }
    if registration.dialog == 0 { registration.dialog = numbers.next() }
    with { stack in
      identity { identity in
        settings.registrar.withCString { csip_register(stack, registration.dialog, identity, $0, UInt32(settings.expires)) }
      }
    }
  }

  func unregister() {
    host.cancel(registration.retry)
    registration.retry = nil
    if registration.dialog != 0 { with { csip_unregister($0, registration.dialog) } }
    if settings.registrar.isEmpty { host.line(.down) }
  }

  /// What the registrar says.
  func hearRegistrar(_ event: StackEvent) {
    switch event {
    case .registered(let seconds) where seconds > 0 || registration.isWanted:
      registration.failures = 0
      host.line(.ready)
    case .registered: host.line(.down)
    case .unregistered(let status, let phrase, let retryAfter):
      registration.failures += 1
      let error = TransportError(
        .network, phrase, cause: CallVerdict.cause(of: status), native: Int32(clamping: status), domain: "sip")
      guard registration.isWanted else {
        host.line(.down, error: error)
        return
      }
      let pause = retryAfter > 0 ? Duration.seconds(retryAfter) : registration.backOff
      host.line(.down, retryAfter: pause, error: error)
      registration.retry = host.after(pause) { [weak self] in self?.sendRegister() }
    case .over: registration.dialog = 0
    default: break
    }
  }
}
