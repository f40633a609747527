internal import CHookswitch
internal import Hookswitch
internal import Locking
internal import Synchronization

// The handles of the header are numbers that were never addresses: a wrong or freed one is recognised, and nothing is read through it.

/// The handles of one kind with their objects.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
  /// An object with its handle; without an object the place is free.
  private struct Place {
    var handle: UInt = 0
    var object: Object?
  }

  private struct State {
    var places: [Place] = []
    var free: [Int] = []
    /// The number of handles so far, so that no two are equal.
    var count: UInt = 0
  }

  private let state = Locked(State())
  private let kind: HandleKind

  init(_ kind: HandleKind) {
    self.kind = kind
  }

  /// Gives an object a handle.
  func add(_ object: Object) -> OpaquePointer? {
    state.withLock { state in
      let place = state.free.popLast() ?? state.places.count
      if place == state.places.count { state.places.append(Place()) }
      state.count += 1
      let handle = kind.handle(state.count << HandleKind.placeBits | UInt(place))
      state.places[place] = Place(handle: handle, object: object)
      return OpaquePointer(bitPattern: handle)
    }
  }

  func find(_ handle: OpaquePointer?) -> Object? {
    let wanted = UInt(bitPattern: handle)
    guard let place = kind.place(of: wanted) else { return nil }
    return state.withLock { state in
      state.places.indices.contains(place) && state.places[place].handle == wanted ? state.places[place].object : nil
    }
  }

  /// Takes an object's handle away.
  func remove(_ handle: OpaquePointer?) -> Object? {
    let wanted = UInt(bitPattern: handle)
    guard let place = kind.place(of: wanted) else { return nil }
    return state.withLock { state in
      guard state.places.indices.contains(place), state.places[place].handle == wanted else { return nil }
      defer {
        state.places[place] = Place()
        state.free.append(place)
      }
      return state.places[place].object
    }
  }
}

/// The kinds of handles, so that one of another kind is recognised.
enum HandleKind: UInt, Sendable {
  case host = 1
  case clock = 2
  case audio = 3

  /// Returns the handle of an object; odd, so that it is the address of nothing.
  func handle(_ number: UInt) -> UInt { number << 4 | rawValue << 1 | 1 }
  /// The number of bits of a handle's number that are the object's place in its table.
  static let placeBits: UInt = 20

  /// Returns an object's place by its handle; nil for a handle of another kind.
  func place(of handle: UInt) -> Int? {
    handle & 15 == rawValue << 1 | 1 ? Int(handle >> 4 & (1 << Self.placeBits - 1)) : nil
  }
}

let hostHandles = HandleTable<EmbeddedHost>(.host)
let clockHandles = HandleTable<EmbeddedClock>(.clock)
#if HOOKSWITCH_SOUND
  let audioHandles = HandleTable<AudioAttachment>(.audio)
#endif

/// The queues of the hosts, for `hk_wake` in a signal handler, which may take no lock.
///
/// A host has the same place as in the table of handles.
final class WakeTable: Sendable {
  static let places = 1_024

  private struct Place: ~Copyable {
    let handle = Atomic<UInt>(0)
    /// The queue, which its host keeps.
    let queue = Atomic<UInt>(0)
  }

  /// Allocated once and never freed; the places are atomic.
  private nonisolated(unsafe) let table: UnsafeMutablePointer<Place>

  init() {
    table = .allocate(capacity: Self.places)
    for index in 0..<Self.places { (table + index).initialize(to: Place()) }
  }

  private func place(of handle: UInt) -> UnsafeMutablePointer<Place>? {
    guard let place = HandleKind.host.place(of: handle), place < Self.places else { return nil }
    return table + place
  }

  /// Gives a host's queue its place; false when there is none.
  func add(_ queue: EventQueue, for handle: UInt) -> Bool {
    guard let place = place(of: handle) else { return false }
    guard place.pointee.handle.compareExchange(expected: 0, desired: handle, ordering: .sequentiallyConsistent).exchanged else {
      return false
    }
    place.pointee.queue.store(UInt(bitPattern: Unmanaged.passUnretained(queue).toOpaque()), ordering: .sequentiallyConsistent)
    return true
  }

  func remove(_ handle: UInt) {
    guard let place = place(of: handle) else { return }
    guard place.pointee.handle.load(ordering: .sequentiallyConsistent) == handle else { return }
    place.pointee.queue.store(0, ordering: .sequentiallyConsistent)
    place.pointee.handle.store(0, ordering: .sequentiallyConsistent)
  }

  /// Wakes a host's queue; does nothing for a wrong handle.
  func wake(_ handle: OpaquePointer?) {
    let wanted = UInt(bitPattern: handle)
    guard let place = place(of: wanted) else { return }
    guard place.pointee.handle.load(ordering: .sequentiallyConsistent) == wanted,
      let address = UnsafeRawPointer(bitPattern: place.pointee.queue.load(ordering: .sequentiallyConsistent))
    else { return }
    Unmanaged<EventQueue>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.wake() }
  }
}

let wakeTable = WakeTable()

/// Returns the host of a handle.
func host(_ handle: OpaquePointer?) throws(EmbeddingError) -> EmbeddedHost {
  guard let host = hostHandles.find(handle) else { throw .invalid("the argument host is NULL or no host that is there") }
  return host
}
