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
    /// The time for gathering orders.
    private static let gathering = Duration.milliseconds(20)
    /// The longest wait for the withdrawal of an account that leaves: one registrar takes 200 a second.
    private static let longestWithdrawal = Duration.seconds(120)
    /// The longest wait for the calls of an account that leaves.
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
        // A node gains thousands of slots one after another: the orders of a moment are carried out together.
        try? await Task.sleep(for: Self.gathering)
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
      // Accounts of different ids do not depend on each other, so all others come before those that are added.
      var added: [String: RunConfig.Account?] = [:]
      var names: [String] = []
      func add() {
        providers.add(names.compactMap { added[$0] ?? nil })
        (added, names) = ([:], [])
      }
      for order in orders {
        if added[order.id] != nil { add() }
        if case .add(let id, let former) = order {
          added[id] = .some(account(id, former))
          names.append(id)
        } else {
          await perform(order)
        }
      }
      add()
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
        host.setRegistered(true, of: ProviderID(rawValue: id))
      case .withdraw(let id): host.setRegistered(false, of: ProviderID(rawValue: id))
      case .leave(let id, let turn): leave(ProviderID(rawValue: id), turn)
      case .remove(let id):
        await service.remove(ProviderID(rawValue: id), drain: .zero)
        providers.forget(id)
      }
    }

    /// Withdraws a provider's contact, and waits beside all else for that and for the end of its calls.
    private func leave(_ id: ProviderID, _ turn: UInt64) {
      guard host.provider(id) != nil else { return ended(id.rawValue, turn) }
      host.setDraining(true, provider: id)
      let hasNone = Locked(false)
      // A transport that does not register has nothing to withdraw, nor has one that does not run.
      host.setRegistered(false, of: id) { fault in if fault != nil { hasNone.withLock { $0 = true } } }
      Task { [self] in
        await service.waitForCalls(of: id, until: host.clock.now.advanced(by: Self.longest))
        let end = ContinuousClock.now + Self.longestWithdrawal
        var pause = Duration.milliseconds(20)
        while host.entry(of: id)?.standing == .ready, !hasNone.withLock({ $0 }), ContinuousClock.now < end {
          try? await Task.sleep(for: pause)
          pause = min(pause * 2, .seconds(2))
        }
        ended(id.rawValue, turn)
      }
    }
  }
#endif
