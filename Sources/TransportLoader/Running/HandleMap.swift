/// A dictionary from handles to values, for handles that the host or a plugin counts up itself.
///
/// Open addressing with a multiplicative hash. A general dictionary spends most of its time on hashing safely against chosen collisions;
/// here a transport that chooses its handles badly only slows its own calls.
struct HandleMap<Value: Sendable>: Sendable {
  /// A slot; a search reads its first two fields and never copies the value.
  private struct Slot: Sendable {
    enum State: Sendable {
      case free
      /// An entry was removed: a search goes on.
      case left
      case taken
    }

    var state = State.free
    var handle: UInt64 = 0
    var value: Value?
  }

  private var slots: [Slot] = []
  /// The slots that do not end a search.
  private var used = 0
  /// The number of handles in the map.
  private(set) var count = 0

  /// The number of slots.
  var room: Int { slots.count }

  /// The value of a handle; setting nil removes it.
  subscript(handle: UInt64) -> Value? {
    get {
      guard let place = place(of: handle) else { return nil }
      return slots[place].value
    }
    set {
      if let newValue { put(newValue, under: handle) } else { _ = removeValue(forKey: handle) }
    }
  }

  /// True when the map has a value for the handle.
  func contains(_ handle: UInt64) -> Bool { place(of: handle) != nil }

  /// Removes a handle and returns its value.
  mutating func removeValue(forKey handle: UInt64) -> Value? {
    guard let place = place(of: handle) else { return nil }
    let value = slots[place].value.take()
    let mask = slots.count - 1
    if slots[(place + 1) & mask].state == .free {
      slots[place].state = .free
      used -= 1
    } else {
      slots[place].state = .left
    }
    count -= 1
    return value
  }

  mutating func removeAll() { self = HandleMap() }

  /// All handles with their values, the smallest handle first.
  var sorted: [(handle: UInt64, value: Value)] {
    slots.compactMap { slot in
      slot.value.map { (slot.handle, $0) }
    }
    .sorted { $0.handle < $1.handle }
  }

  /// An entry whose value satisfies the condition; nil when there is none.
  func first(where isWanted: (Value) -> Bool) -> (handle: UInt64, value: Value)? {
    for slot in slots { if let value = slot.value, isWanted(value) { return (slot.handle, value) } }
    return nil
  }

  private func place(of handle: UInt64) -> Int? {
    guard count > 0 else { return nil }
    let mask = slots.count - 1
    var place = Self.first(handle, mask)
    while true {
      switch slots[place].state {
      case .free: return nil
      case .taken where slots[place].handle == handle: return place
      case .left, .taken: place = (place + 1) & mask
      }
    }
  }

  private mutating func put(_ value: Value, under handle: UInt64) {
    if let place = place(of: handle) {
      slots[place].value = value
      return
    }
    if 4 * (used + 1) > 3 * slots.count { grow() }
    let mask = slots.count - 1
    var place = Self.first(handle, mask)
    while slots[place].state == .taken { place = (place + 1) & mask }
    if slots[place].state == .free { used += 1 }
    slots[place] = Slot(state: .taken, handle: handle, value: value)
    count += 1
  }

  /// Doubles the slots, or only clears removed entries if that is enough.
  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(8, 2 * count >= old.count ? 2 * old.count : old.count))
    used = 0
    count = 0
    for slot in old { if let value = slot.value { put(value, under: slot.handle) } }
  }

  private static func first(_ handle: UInt64, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: (handle &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }
}

/// The last handles that ended, to distinguish late messages from messages about unknown handles.
struct RecentHandles: Sendable {
  private static let room = 1024

  private var ring: [UInt64] = []
  private var next = 0
  private var set = HandleMap<Void>()

  func contains(_ handle: UInt64) -> Bool { set.contains(handle) }

  mutating func insert(_ handle: UInt64) {
    guard !set.contains(handle) else { return }
    set[handle] = ()
    if ring.count < Self.room {
      ring.append(handle)
    } else {
      set[ring[next]] = nil
      ring[next] = handle
      next = (next + 1) % Self.room
    }
  }
}
