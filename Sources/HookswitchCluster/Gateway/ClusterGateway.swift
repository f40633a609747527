package import CallControl
package import ClusterControl
internal import FoundationEssentials
package import HostService
package import HostSurface
package import Locking
package import StrictJSON

/// A node's gateway: requests of its sessions about lines of other nodes leave by it, and those of other nodes come in.
///
/// `@unchecked Sendable`: only the store's lane reads and changes the state that no lock guards. Functions that say so check it.
package final class ClusterGateway: RequestRouter, @unchecked Sendable {
  let store: any ClusterStore
  let names: ClusterNames
  let settings: GatewaySettings
  let places: GatewayPlaces
  /// The service of this node; nil before `serve`.
  let served = Locked<HostService?>(nil)
  /// The requests on their way to other nodes.
  var outgoing: [UInt64: OutgoingRequest] = [:]
  /// The nodes of calls whose id did not lead to them.
  var found = FoundCalls()
  /// The highest fence of each slot that an answer had.
  var fences: [Int: UInt64] = [:]
  /// The requests of other nodes that are performed now, by id.
  var incoming: [String: IncomingRequest] = [:]
  /// The requests of other nodes that changed something, with their answers (K12).
  var remembered = RememberedRequests<[UInt8]>()
  var slotListeners: [Int: SlotListener] = [:]
  var deliveries: [String: EventDelivery] = [:]
  var watchedLines: [String: WatchedLine] = [:]
  /// The subscriptions of this node's sessions at other nodes, besides those of lines.
  var feeds: [LineWatch: RemoteFeed] = [:]
  private(set) var isClosed = false
  private var count: UInt64 = 0
  private var listeners: [ClusterListener] = []
  /// The numbers of requests that other nodes perform. [any thread]
  let aliases = Locked(RequestAliases())
  /// The number of subscriptions of other nodes. [the lane]
  package var deliveryCount: Int { deliveries.count }
  /// The number of requests of this node that have no answer yet. [any thread]
  package var underWay: Int { pending.withLock { $0 } }
  /// The number of requests that were given to `forward` and have no answer yet. [any thread]
  let pending = Locked(0)
  /// The lines that subscriptions of this node's sessions name; none for a feed. [any thread]
  let watches = Locked<[LineWatch: Set<String>]>([:])
  /// Returns the strays of a line, or of all lines that this node owns; set before the gateway opens. [any thread]
  package let straysOf = LockedFunction<@Sendable (String?) -> [JSONValue]>()
  /// Reads the records of a line; set before the gateway opens. [any thread]
  package let historyOf = LockedFunction<HistoryReading>()

  /// The function that reads the history of a line from the records of all nodes.
  package typealias HistoryReading = @Sendable (String, JSONValue, Int?, Int, @escaping HistoryReply) -> Bool

  /// The function that takes the answer.
  package typealias HistoryReply = @Sendable (Result<JSONValue, MethodError>) -> Void

  /// Creates a gateway that is closed.
  ///
  /// - Parameters:
  ///   - names: the names of the cluster.
  ///   - store: the store, which the node's shell opens.
  ///   - settings: the node's name, and limits.
  ///   - places: the functions that find lines and slots.
  package init(_ names: ClusterNames, store: any ClusterStore, settings: GatewaySettings, places: GatewayPlaces) {
    (self.names, self.store, self.settings, self.places) = (names, store, settings, places)
  }

  /// Lets requests of other nodes come to a service; called once, on the lane.
  package func serve(_ service: HostService) {
    precondition(store.lane.isCurrent, "a gateway is opened on its lane")
    served.withLock { $0 = service }
    listeners.append(
      store.listen(to: names.node(NameToken.encode(settings.node))) { [weak self] in self?.take($0, from: .node) })
    listeners.append(store.listen(to: names.all) { [weak self] in self?.take($0, from: .all) })
    tick()
  }

  /// Listens to the requests about a slot: this node owns it now. [the lane]
  ///
  /// One subscription for each slot, and none with a wildcard: a wildcard would bring each request to every node, 100 deliveries in place of
  /// one. The engine knows at most 4,096 subjects, and tells a sender at once when nobody owns a slot.
  package func gained(_ slot: Slot, fence: UInt64) {
    precondition(store.lane.isCurrent, "a gateway is used on its lane")
    guard !isClosed else { return }
    let listener =
      slotListeners[slot.index]?.listener
      ?? store.listen(to: names.slot(slot.description)) { [weak self] in self?.take($0, from: .slot(slot)) }
    slotListeners[slot.index] = SlotListener(listener: listener, fence: fence)
  }

  /// Ends the requests about a slot: another node owns it now. [the lane]
  package func lost(_ slot: Slot) {
    precondition(store.lane.isCurrent, "a gateway is used on its lane")
    guard let old = slotListeners.removeValue(forKey: slot.index) else { return }
    store.unlisten(old.listener)
    endDeliveries { Slot(of: $0, digits: settings.digits) == slot }
  }

  /// Looks at the places of watched lines again, after the map changed or the engine is back. [the lane]
  package func placesChanged() {
    precondition(store.lane.isCurrent, "a gateway is used on its lane")
    for line in watchedLines.keys.sorted() { follow(line) }
    for number in outgoing.keys.sorted() where outgoing[number]?.waits == true { proceed(number) }
  }

  /// Ends the gateway: requests under way fail, and subscriptions of other nodes end. [the lane]
  package func close() {
    precondition(store.lane.isCurrent, "a gateway is used on its lane")
    guard !isClosed else { return }
    endAllDeliveries()
    isClosed = true
    for listener in listeners + slotListeners.values.map(\.listener) { store.unlisten(listener) }
    closeFeeds()
    for number in outgoing.keys.sorted() { finish(number, .failure(GatewayFailure.closed)) }
    for request in incoming.values { request.session.close() }
    (slotListeners, incoming, watchedLines) = ([:], [:], [:])
    served.withLock { $0 = nil }
  }

  func nextNumber() -> UInt64 {
    count += 1
    return count
  }

  var now: Instant { store.lane.now }

  /// Renews and ends subscriptions, each renewal's third, so that none is late by more.
  private func tick() {
    guard !isClosed else { return }
    expireDeliveries()
    renewWatches()
    renewFeeds()
    store.lane.after(settings.renewal / 4) { [weak self] in self?.tick() }
  }

  // MARK: The router

  package func place(of subject: RequestSubject) -> RequestPlace {
    if let request = subject.request {
      return aliases.withLock { $0.place(of: request) }.map { .elsewhere(node: $0.node) } ?? .here
    }
    if let line = subject.line {
      return switch places.line(line) {
      case .here: .here
      case .owner(let node), .borrower(let node): .elsewhere(node: node)
      case .vacant: .elsewhere(node: nil)
      }
    }
    // The host does not know the call. Where the slot is here, a borrower may have it, or its id has other digits.
    guard let call = subject.calls.first else { return .here }
    if case .owner(let node) = slotPlace(of: call) { return .elsewhere(node: node) }
    return .elsewhere(node: nil)
  }

  func slotPlace(of call: CallID) -> GatewayPlace {
    CallSlot.slot(of: call, digits: settings.digits).map { places.slot($0) } ?? .vacant
  }

  package func newCall(on line: String) -> CallID { CallSlot.newCall(on: line, digits: settings.digits) }

  package func strays(of line: String?) -> [JSONValue] { straysOf.value?(line) ?? [] }

  package func history(
    of line: String, _ filter: JSONValue, before: Int?, limit: Int, reply: @escaping @Sendable (Result<JSONValue, MethodError>) -> Void
  ) -> Bool {
    historyOf.value?(line, filter, before, limit, reply) ?? false
  }
}

/// The subscription to requests about a slot.
struct SlotListener {
  let listener: ClusterListener
  let fence: UInt64
}

/// The nodes of calls whose id did not lead to them; bounded, the oldest go first.
struct FoundCalls {
  private static let limit = 4_096
  private var nodes: [CallID: String] = [:]
  private var order: [CallID] = []

  subscript(call: CallID) -> String? {
    get { nodes[call] }
    set {
      guard let newValue else {
        nodes[call] = nil
        return
      }
      if nodes.updateValue(newValue, forKey: call) == nil { order.append(call) }
      if order.count > 2 * Self.limit {
        for old in order.prefix(Self.limit) { nodes[old] = nil }
        order.removeFirst(Self.limit)
      }
    }
  }
}
