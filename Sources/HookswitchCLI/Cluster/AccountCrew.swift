#if HOOKSWITCH_CLUSTER
  internal import ClusterControl
  internal import HookswitchCore
  internal import HostConfiguration
  internal import HostService
  internal import Locking
  internal import TransportLoader

  /// The carrying out of the orders about accounts, one after another, beside the lane of the cluster.
  ///
  /// Accounts that are added together are loaded together: the search for transports takes milliseconds.
  final class AccountCrew: Sendable {
    private struct Queue: Sendable {
      var orders: [AccountOrder] = []
      var isWorking = false
      var isClosed = false
    }

    private let host: CallHost
    private let service: HostService
    private let providers: LineProviders
    private let book: LineAccountBook
    /// Returns the SIP addresses of a node.
    private let addresses: @Sendable (String) -> [String]
    /// Takes the word that an account which leaves has no calls.
    private let ended: @Sendable (_ id: String, _ turn: UInt64) -> Void
    private let queue = Locked(Queue())
    /// The last word to each provider about its contact.
    private let registered = Locked<[ProviderID: Bool]>([:])
    /// The longest time for which the calls of an account that leaves are waited for.
    private static let longest = Duration.seconds(30 * 86_400)

    init(
      _ callers: ClusterCallers, book: LineAccountBook, addresses: @escaping @Sendable (String) -> [String],
      ended: @escaping @Sendable (_ id: String, _ turn: UInt64) -> Void
    ) {
      (host, service, providers) = (callers.host, callers.service, callers.providers)
      (self.book, self.addresses, self.ended) = (book, addresses, ended)
    }

    /// Takes orders, in their order; returns at once.
    func carryOut(_ orders: [AccountOrder]) {
      let begins = queue.withLock { queue in
        guard !queue.isClosed else { return false }
        queue.orders += orders
        defer { queue.isWorking = true }
        return !queue.isWorking
      }
      if begins { Task { await work() } }
    }

    /// Ends the work; orders that were not begun are dropped.
    func close() {
      queue.withLock { queue in
        queue.isClosed = true
        queue.orders = []
      }
    }

    private func work() async {
      while true {
        let orders = queue.withLock { queue in
          defer { queue.orders = [] }
          if queue.orders.isEmpty { queue.isWorking = false }
          return queue.orders
        }
        guard !orders.isEmpty else { return }
        await perform(orders)
      }
    }

    private func perform(_ orders: [AccountOrder]) async {
      var added: [RunConfig.Account] = []
      for order in orders {
        if case .add(let id, let former) = order {
          if let account = account(id, former) { added.append(account) }
          continue
        }
        providers.add(added)
        added = []
        await perform(order)
      }
      providers.add(added)
    }

    private func account(_ id: String, _ former: String?) -> RunConfig.Account? {
      guard let account = book.account(id) else { return nil }
      return former.map { LineAccountBook.removing(addresses($0), account) } ?? account
    }

    private func perform(_ order: AccountOrder) async {
      switch order {
      case .add: break
      case .configure(let id): if let account = book.account(id) { await providers.configure(account) }
      case .register(let id):
        host.setDraining(false, provider: ProviderID(rawValue: id))
        setRegistered(true, ProviderID(rawValue: id))
      case .withdraw(let id): setRegistered(false, ProviderID(rawValue: id))
      case .leave(let id, let turn): leave(ProviderID(rawValue: id), turn)
      case .remove(let id):
        registered.withLock { $0[ProviderID(rawValue: id)] = nil }
        await service.remove(ProviderID(rawValue: id), drain: .zero)
        providers.forget(id)
      }
    }

    /// Withdraws a provider's contact, and waits beside all else for the end of its calls.
    private func leave(_ id: ProviderID, _ turn: UInt64) {
      guard host.provider(id) != nil else { return ended(id.rawValue, turn) }
      host.setDraining(true, provider: id)
      setRegistered(false, id)
      Task { [self] in
        await service.waitForCalls(of: id, until: host.clock.now.advanced(by: Self.longest))
        ended(id.rawValue, turn)
      }
    }

    /// Tells a provider's transport, and tells it again while it has not begun yet.
    private func setRegistered(_ isRegistered: Bool, _ id: ProviderID, attempts: Int = 60) {
      registered.withLock { $0[id] = isRegistered }
      host.setRegistered(isRegistered, of: id) { [weak self] fault in
        guard let fault, fault.code != TransportFault.Code.notSupported.rawValue, attempts > 0 else { return }
        Task {
          try? await Task.sleep(for: .milliseconds(500))
          guard let self, self.registered.withLock({ $0[id] }) == isRegistered else { return }
          self.setRegistered(isRegistered, id, attempts: attempts - 1)
        }
      }
    }
  }
#endif
