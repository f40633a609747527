internal import Locking
internal import Synchronization
internal import TransportABI

// Requests about saved state and diagnostics, and the instance's requests for secrets.
extension TransportInstance {
  /// Asks for the instance's counters, or a call's media statistics: one JSON object.
  ///
  /// - Parameters:
  ///   - call: the call; `none`: the instance.
  ///   - level: a higher level gives more detail.
  ///   - completion: called once, on the instance's loop, or at once when the instance is gone.
  public func diagnostics(
    of call: CallHandle = .none, level: UInt32, _ completion: @escaping @Sendable (Result<String, TransportFault>) -> Void
  ) {
    order(.dump(call, level: level)) { answer in
      completion(
        answer.flatMap { bytes in
          guard let text = String(validating: bytes, as: UTF8.self) else {
            return .failure(TransportFault(.invalid, "its text is not UTF-8"))
          }
          return .success(text)
        })
    }
  }

  /// Changes whether the messages of its network protocol are wanted.
  ///
  /// The instance learns of it by a request for diagnostics, on its loop; a transport without diagnostics learns of it when it asks next.
  public func setWantsWire(_ isWanted: Bool) {
    guard takesWire.exchange(isWanted, ordering: .relaxed) != isWanted else { return }
    diagnostics(level: 0) { _ in }
  }

  /// Asks for the state to keep beyond the process's end.
  ///
  /// `completion` is called once, on the instance's loop, or at once when the instance is gone.
  public func saveState(_ completion: @escaping @Sendable (Result<[UInt8], TransportFault>) -> Void) { order(.save, completion) }

  /// Gives the instance a state that it saved, perhaps in another version; if it refuses it, it stays unchanged.
  ///
  /// `completion` is called once, on the instance's loop, or at once when the instance is gone; nil means success.
  public func loadState(_ state: [UInt8], _ completion: @escaping @Sendable (TransportFault?) -> Void) {
    order(.load(state)) { answer in
      if case .failure(let fault) = answer { completion(fault) } else { completion(nil) }
    }
  }

  private func order(_ order: ServiceOrder, _ completion: @escaping ServiceBook.Completion) {
    guard let ticket = services.withLock({ $0.book(completion) }) else { return completion(ServiceBook.gone) }
    self.order(.service(order, ticket: ticket))
  }

  // MARK: on the loop

  /// Performs an order and answers it.
  func perform(_ order: ServiceOrder, ticket: UInt64) {
    // No answer means that the instance hangs, and that its orders were answered when it was given up.
    guard let answer = answer(to: order) else { return }
    services.withLock { $0.take(ticket) }?(answer)
  }

  func answer(to order: ServiceOrder) -> ServiceBook.Answer? {
    guard let tables, books({ $0.phase.canSpeak }) else { return ServiceBook.gone }
    let context = tables.instance.ctx
    switch order {
    case .save:
      guard let save = tables.state.save else { return .failure(TransportFault(.notSupported)) }
      return written(.save) { save(context, $0) }
    case .dump(let call, let level):
      guard let dump = tables.diag.dump else { return .failure(TransportFault(.notSupported)) }
      return written(.dump) { dump(context, hsw_call(id: call.rawValue), level, $0) }
    case .load(let state):
      guard let load = tables.state.load else { return .failure(TransportFault(.notSupported)) }
      let source = BytesSource(state)
      var table = hsw_source(ctx: Unmanaged.passUnretained(source).toOpaque(), read: bytesSourceRead)
      return withExtendedLifetime(source) { loop.call(.load) { load(context, &table) } }.map { verdict($0, []) }
    }
  }

  /// The bytes that a function writes to a sink; nil when it hangs.
  private func written(_ call: PluginCall, _ body: (UnsafePointer<hsw_sink>) -> hsw_status) -> ServiceBook.Answer? {
    let page = TextPage()
    var sink = hsw_sink(ctx: Unmanaged.passUnretained(page).toOpaque(), write: textPageWrite)
    return withExtendedLifetime(page) { loop.call(call) { body(&sink) } }.map { verdict($0, page.bytes) }
  }

  private func verdict(_ status: hsw_status, _ bytes: [UInt8]) -> ServiceBook.Answer {
    if status > HSW_OK { books { $0.misbehaviour.malformed += 1 } }
    return status == HSW_OK ? .success(bytes) : .failure(TransportFault(status: status))
  }

  // MARK: the instance's requests

  /// Queues a request for a secret, answered later on the loop.
  func fetchSecret(_ request: SecretRequest) -> hsw_status {
    onLoop(evenDying: false) { loop in
      loop.add(.secret(self, request))
      return HSW_PENDING
    }
  }

  /// Answers a request for a secret; the log has the reason for a failure, never the secret.
  func answer(_ request: SecretRequest) {
    if let askSecret { return askSecret(request) }
    do throws(SecretStore.Failure) {
      let value = try settings.secrets.secret(request.name)
      answer(request, HSW_OK, value)
    } catch {
      if wantsLog(HSW_LOG_WARNING) {
        _ = say { ledger in
          ledger.words.append(.log(level: HSW_LOG_WARNING, topic: "secret", message: error.sentence))
          return HSW_OK
        }
      }
      answer(request, error.code.rawValue, "")
    }
  }

  /// Calls back with a secret, or with the code of a failure.
  func answer(_ request: SecretRequest, _ status: hsw_status, _ value: String) {
    let text = loop.arena.only(value)
    _ = loop.call(.secret) { request.callback(request.argument, status, text) }
    loop.arena.wipe()
  }
}
