package import ClusterControl

/// The cluster's map as the edge sees it: it decides nothing, and turns owners into addresses.
package struct EdgeMap: Sendable {
  private var layout: ClusterLayout?
  private var nodes: [NodeName: NodeRecord] = [:]
  private var slots: [Slot: SlotRecord] = [:]
  /// The lives whose processes are known to have ended, so that each is told of once.
  private var dead: Set<NodeLife> = []

  package init() {}

  /// The number of slots that have a key.
  package var slotCount: Int { slots.count }

  /// Takes a change of a key.
  ///
  /// - Returns: true when the tables may have changed: beats change none.
  package mutating func take(_ event: ClusterEvent) -> Bool {
    switch event {
    case .layoutChanged(let new, _):
      defer { layout = new ?? layout }
      return new != nil && new != layout
    case .slotChanged(let slot, let record, _):
      defer { slots[slot] = record }
      let old = slots[slot]
      return old?.owner != record?.owner || old?.lent != record?.lent
    case .nodeChanged(let name, let record, _):
      defer { nodes[name] = record }
      guard let old = nodes[name], let record else { return nodes[name] != nil || record != nil }
      return old.incarnation != record.incarnation || old.state != record.state || old.isDead != record.isDead
        || old.profile.sip != record.profile.sip
    default: return false
    }
  }

  /// Replaces the slots and the layout with those of a whole read.
  package mutating func replaceSlots(_ map: ClusterMap) {
    slots = map.slots.mapValues(\.value)
    // A bucket that was lost has no layout for a moment; the digits never change.
    layout = map.layout?.value ?? layout
  }

  /// Replaces the nodes with those of a whole read.
  package mutating func replaceNodes(_ map: ClusterMap) { nodes = map.nodes.mapValues(\.value) }

  /// Returns the addresses of processes that have ended since the last call.
  ///
  /// It is asked after each change: a restarted process writes its own record a moment later.
  package mutating func takeDead() -> [EdgeAddress] {
    var lost: [EdgeAddress] = []
    let living = Set(
      nodes.values.filter { $0.state != .gone }.flatMap { $0.profile.sip.compactMap { EdgeAddress($0)?.place } })
    for (name, record) in nodes.sorted(by: { $0.key < $1.key }) where record.isDead {
      guard dead.insert(NodeLife(name, record.incarnation)).inserted else { continue }
      lost += record.profile.sip.compactMap { EdgeAddress($0) }.filter { !living.contains($0.place) }
    }
    return lost
  }

  /// The addresses that cannot be used, with their nodes.
  package var unusable: [(node: String, address: String)] {
    nodes.sorted { $0.key < $1.key }.flatMap { name, record in
      record.profile.sip.filter { EdgeAddress($0) == nil }.map { (name.text, $0) }
    }
  }

  /// The tables that follow from the map; nil before the cluster has a layout.
  package var tables: EdgeTables? {
    guard let layout else { return nil }
    var tables = EdgeTables()
    tables.digits = layout.digits
    var lives: [NodeLife: EdgeAddress] = [:]
    var living: Set<String> = []
    var byPlace: [String: String] = [:]
    for (name, record) in nodes.sorted(by: { $0.key < $1.key }) {
      let addresses = record.profile.sip.compactMap { EdgeAddress($0) }
      guard let first = addresses.first else { continue }
      if record.state != .gone {
        lives[NodeLife(name, record.incarnation)] = first
        living.formUnion(addresses.map(\.place))
      }
      for address in addresses where byPlace[address.place] == nil {
        byPlace[address.place] = first.destination
        tables.pinged.append(address.uri)
        // Of two nodes of one host, the first in the order of names.
        if byPlace[address.host] == nil { byPlace[address.host] = first.destination }
      }
    }
    tables.entries[.node] = byPlace
    addDead(to: &tables, living: living)
    tables.entries[.slot] = [EdgeTables.digitsKey: "\(layout.digits)"]
    for (slot, record) in slots where slot.digits == layout.digits {
      if let owner = record.owner, let address = lives[owner] { tables.entries[.slot]?[slot.description] = address.destination }
      for entry in record.lent.entries {
        guard let address = lives[entry.borrower] else { continue }
        tables.entries[.line, default: [:]][entry.line] = address.destination
      }
    }
    return tables
  }

  /// Enters the nodes that are gone, except for the places where another node lives.
  private func addDead(to tables: inout EdgeTables, living: Set<String>) {
    tables.entries[.dead] = [:]
    for (_, record) in nodes.sorted(by: { $0.key < $1.key }) where record.state == .gone {
      for address in record.profile.sip.compactMap({ EdgeAddress($0) }) where !living.contains(address.place) {
        if record.isDead {
          tables.entries[.dead]?[address.place] = "1"
        } else {
          tables.doubted.append(address)
        }
      }
    }
  }
}
