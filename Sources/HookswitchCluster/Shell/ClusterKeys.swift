internal import ClusterControl
internal import ClusterPayloads

/// A key whose value cannot be used: the key keeps its last readable value.
struct UnreadableKey: Error {
  let key: String
  let reason: String
}

/// The keys and values of the buckets of nodes and slots, as the rules' types.
enum ClusterKeys {
  /// The key of the layout in the bucket of slots.
  private static let layout = "layout"

  /// Returns the event that tells a node of a changed key.
  static func event(_ bucket: ClusterBucket, _ entry: ClusterEntry) throws(UnreadableKey) -> ClusterEvent {
    switch bucket {
    case .nodes:
      let name = try nodeName(entry.key)
      let record = try read(entry) { bytes throws(PayloadError) in try NodeRecord(payload: bytes, node: name) }
      return .nodeChanged(name, record, revision: entry.revision)
    case .slots where entry.key == layout:
      let layout = try read(entry) { bytes throws(PayloadError) in try ClusterLayout(payload: bytes) }
      return .layoutChanged(layout, revision: entry.revision)
    case .slots:
      guard let slot = Slot(entry.key) else { throw UnreadableKey(key: entry.key, reason: "it is no slot") }
      let record = try read(entry) { bytes throws(PayloadError) in try SlotRecord(payload: bytes, slot: slot) }
      return .slotChanged(slot, record, revision: entry.revision)
    case .lines, .live: throw UnreadableKey(key: entry.key, reason: "its bucket is not part of the map")
    }
  }

  /// Returns both buckets as one map, and the keys that cannot be used.
  static func map(slots: [ClusterEntry], nodes: [ClusterEntry]) -> (map: ClusterMap, unreadable: [UnreadableKey]) {
    var map = ClusterMap()
    var unreadable: [UnreadableKey] = []
    for (bucket, entries) in [(ClusterBucket.slots, slots), (.nodes, nodes)] {
      for entry in entries {
        do throws(UnreadableKey) {
          switch try event(bucket, entry) {
          case .nodeChanged(let name, let record?, let revision): map.nodes[name] = Revised(record, revision: revision)
          case .slotChanged(let slot, let record?, let revision): map.slots[slot] = Revised(record, revision: revision)
          case .layoutChanged(let layout?, let revision): map.layout = Revised(layout, revision: revision)
          default: continue
          }
        } catch {
          unreadable.append(error)
        }
      }
    }
    return (map, unreadable)
  }

  /// Returns a write of the rules as one of the store.
  static func write(_ write: ClusterWrite) -> BucketWrite {
    let (bucket, key, value) =
      switch write.value {
      case .node(let name, let record): (ClusterBucket.nodes, NameToken.encode(name.text), record.payload)
      case .slot(let slot, let record): (.slots, slot.description, record.payload)
      case .layout(let value): (.slots, layout, value.payload)
      }
    return BucketWrite(
      bucket: bucket, key: key, value: value, condition: write.expected.map { .revision($0) } ?? .always, id: write.id.description)
  }

  private static func nodeName(_ key: String) throws(UnreadableKey) -> NodeName {
    guard let name = NameToken.decode(key) else { throw UnreadableKey(key: key, reason: "it is no node's name") }
    return NodeName(name)
  }

  private static func read<Record>(
    _ entry: ClusterEntry, _ body: ([UInt8]) throws(PayloadError) -> Record
  ) throws(UnreadableKey) -> Record? {
    guard let value = entry.value else { return nil }
    do throws(PayloadError) { return try body(value) } catch { throw UnreadableKey(key: entry.key, reason: error.description) }
  }
}
