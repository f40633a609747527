#if HOOKSWITCH_CLUSTER
  internal import CallStore
  internal import ClusterControl
  internal import HookswitchCluster
  internal import HookswitchCore
  internal import HostService
  internal import Locking

  // The requests, events, calls and records that pass between this node and the others.
  extension ClusterOffice {
    func equip(_ settings: inout ServiceSettings, host: CallHost, store: CallStore) {
      let traffic = ClusterTraffic(
        member.settings.names, store: member.trafficStore,
        settings: GatewaySettings(node: config.node, digits: member.settings.times.digits),
        places: places, life: member.gate.node.life, host: host, shelf: StoreShelf(store), strayLimit: .seconds(config.strayLimit),
        standingChanged: { host.standingsChanged([$0]) })
      member.fronts.set { [fronts = traffic.fronts] line, node in fronts.hasFront(line, of: node) }
      settings.router = traffic.gateway
      self.traffic.withLock { $0 = traffic }
      let lane = member.store.lane
      extras.withLock { extras in
        extras.strays = { traffic.strays.calls }
        extras.unshippedRecords = { traffic.shipper?.unshipped ?? 0 }
        extras.forget = { node in
          await withCheckedContinuation { continuation in
            lane.run { continuation.resume(returning: traffic.strays.forget(node)) }
          }
        }
      }
    }

    /// The places of lines and slots as the map has them.
    private var places: GatewayPlaces {
      // As text, which the compiler compares without a look at the type's table.
      let (gate, own) = (member.gate, member.settings.node.text)
      return GatewayPlaces(
        line: { line in
          guard let (node, fence) = gate.holder(of: line) else { return .vacant }
          if node.text == own { return .here(fence: fence) }
          return fence == nil ? .borrower(node.text) : .owner(node.text)
        },
        slot: { slot in
          guard let (owner, fence) = gate.livingOwner(of: slot) else { return .vacant }
          return owner.node.text == own ? .here(fence: fence) : .owner(owner.node.text)
        })
    }

    /// Passes the shell's events on; on the lane.
    func pass(_ event: ClusterShellEvent) {
      lines.withLock({ $0?.lines })?.take(event)
      guard let traffic = traffic.withLock({ $0 }) else { return }
      if case .trafficConnection(let isUp, _) = event {
        if isUp { traffic.connected() } else { traffic.disconnected() }
      }
      traffic.take(event)
    }

    /// Lets requests of other nodes come to the service; the shell has not opened the store yet.
    func serve(_ service: HostService) {
      guard let traffic = traffic.withLock({ $0 }) else { return }
      member.store.lane.run { traffic.serve(service) }
    }

    /// Ends the traffic, before the connection.
    func closeTraffic() {
      guard let traffic = traffic.withLock({ $0 }) else { return }
      member.store.lane.run { traffic.close() }
    }
  }
#endif
