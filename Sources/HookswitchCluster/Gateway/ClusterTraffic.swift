package import ClusterControl
internal import FoundationEssentials
package import HookswitchCore
package import HostService
internal import Locking

/// All that a node sends and takes besides the map: requests, events, connected calls and records.
///
/// The owner of the node's shell gives it the shell's events, on the lane.
package final class ClusterTraffic: Sendable {
  /// The way of requests to other nodes: `ServiceSettings.router`.
  package let gateway: ClusterGateway
  /// The history of lines from the records of all nodes.
  package let history: ClusterHistory
  /// The calls of nodes that are gone.
  package let strays: ClusterStrays
  /// The shipping of records; nil for a host without a store.
  package let shipper: RecordShipper?
  /// The calls that other nodes have on lines of this node's strays.
  package let fronts: StrayFronts
  private let live: LiveWriter

  /// Creates the traffic of a node, before its service.
  ///
  /// - Parameters:
  ///   - life: the node in its present life.
  ///   - host: the host, before its first provider.
  ///   - shelf: the node's own records; nil for a host that keeps none.
  ///   - strayLimit: the time after which a stray counts as ended.
  ///   - standingChanged: called on the lane for a line whose owner has got or lost its call in front (K8).
  package init(
    _ names: ClusterNames, store: any ClusterStore, settings: GatewaySettings, places: GatewayPlaces, life: NodeLife, host: CallHost,
    shelf: (any RecordShelf)?, strayLimit: Duration = .seconds(14_400), standingChanged: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    gateway = ClusterGateway(names, store: store, settings: settings, places: places)
    history = ClusterHistory(store, digits: settings.digits)
    let clock = host.clock
    strays = ClusterStrays(
      names, store: store, settings: settings, places: places, limit: strayLimit,
      wallTime: { Int64((clock.date(of: clock.now).timeIntervalSince1970 * 1_000).rounded()) })
    shipper = shelf.map { RecordShipper(store, shelf: $0, node: settings.node, digits: settings.digits) }
    live = LiveWriter(store, host: host, life: life, digits: settings.digits)
    fronts = StrayFronts(names, store: store, digits: settings.digits, places: places, standingChanged)
    live.lineChanged.set { [fronts, weak live] line in fronts.review([line]) { live?.hasCalls($0) ?? false } }
    let (strays, history) = (strays, history)
    gateway.straysOf.set { strays.list(of: $0) }
    gateway.historyOf.set { line, filter, before, limit, reply in
      history.list(line: line, filter, before: before, limit: limit, reply)
      return true
    }
  }

  /// Lets requests of other nodes come to the service. [the lane]
  package func serve(_ service: HostService) { gateway.serve(service) }

  /// Takes an event of the node's shell. [the lane]
  package func take(_ event: ClusterShellEvent) {
    if case .placesChanged(nil) = event { fronts.reviewAll(live.lines) }
    guard case .effect(let effect) = event else { return }
    switch effect {
    case .gained(let slot, let fence):
      gateway.gained(slot, fence: fence)
      strays.gained(slot)
    case .lost(let slot):
      gateway.lost(slot)
      strays.lost(slot)
    case .rejoined(let incarnation): live.rejoined(incarnation)
    case .nodeGone(let life, let isDead): strays.nodeGone(life, isDead: isDead)
    case .report(.engineWentBack): shipper?.engineWentBack()
    case .leaseBegan:
      gateway.placesChanged()
      fronts.reviewAll(live.lines)
    default: break
    }
  }

  /// Goes on with all that waits for the engine: it is connected now, for the first time or again. [the lane]
  package func connected() {
    live.connected()
    fronts.connected()
    shipper?.connected()
    gateway.placesChanged()
  }

  /// Lets all that needs the engine wait. [the lane]
  package func disconnected() {
    live.disconnected()
    fronts.disconnected()
    shipper?.disconnected()
  }

  /// Ends the traffic. [the lane]
  package func close() {
    gateway.close()
    strays.close()
    shipper?.close()
    fronts.close()
    live.close()
  }
}
