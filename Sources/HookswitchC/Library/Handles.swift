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

/// The places of the hosts, which are found without a lock: by `hk_wake` in a signal handler, and by the thread that takes events.
///
/// A host has the same place as in the table of handles.
final class HostPlaces: Sendable {
  static let count = 1_024

  private struct Place: ~Copyable {
    let handle = Atomic<UInt>(0)
    /// The queue, which its host keeps.
    let queue = Atomic<UInt>(0)
    /// The host, which the table of handles keeps while the place has its handle.
    let host = Atomic<UInt>(0)
    /// True while a thread takes events; the host stays meanwhile.
    let isTaking = Atomic<Bool>(false)
  }

  /// Allocated once and never freed; the places are atomic.
  private nonisolated(unsafe) let table: UnsafeMutablePointer<Place>

  init() {
    table = .allocate(capacity: Self.count)
    for index in 0..<Self.count { (table + index).initialize(to: Place()) }
  }

  private func place(of handle: UInt) -> UnsafeMutablePointer<Place>? {
    guard let place = HandleKind.host.place(of: handle), place < Self.count else { return nil }
    let found = table + place
    return found.pointee.handle.load(ordering: .sequentiallyConsistent) == handle ? found : nil
  }

  /// Gives a host its place; false when there is none.
  func add(_ host: EmbeddedHost, for handle: UInt) -> Bool {
    guard let place = HandleKind.host.place(of: handle), place < Self.count else { return false }
    let found = table + place
    found.pointee.queue.store(UInt(bitPattern: Unmanaged.passUnretained(host.queue).toOpaque()), ordering: .sequentiallyConsistent)
    found.pointee.host.store(UInt(bitPattern: Unmanaged.passUnretained(host).toOpaque()), ordering: .sequentiallyConsistent)
    // Last, so that nobody finds the place of another handle.
    found.pointee.handle.store(handle, ordering: .sequentiallyConsistent)
    return true
  }

  /// Takes a host's place away, once no thread takes its events.
  func remove(_ handle: UInt) throws(EmbeddingError) {
    guard let place = place(of: handle) else { return }
    try Self.begin(place)
    place.pointee.handle.store(0, ordering: .sequentiallyConsistent)
    place.pointee.queue.store(0, ordering: .sequentiallyConsistent)
    place.pointee.host.store(0, ordering: .sequentiallyConsistent)
    place.pointee.isTaking.store(false, ordering: .releasing)
  }

  private static func begin(_ place: UnsafeMutablePointer<Place>) throws(EmbeddingError) {
    guard place.pointee.isTaking.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged else {
      throw .wrongState("another thread takes events of this host, or this one does in a function of hk_dispatch")
    }
  }

  /// Lets the calling thread take events of a host, if no other one does.
  func taking<Result>(_ handle: OpaquePointer?, _ body: (EmbeddedHost) -> Result) throws(EmbeddingError) -> Result {
    let wanted = UInt(bitPattern: handle)
    guard let place = place(of: wanted) else { throw .noHost }
    try Self.begin(place)
    defer { place.pointee.isTaking.store(false, ordering: .releasing) }
    // The host may have been freed before the mark was set.
    guard place.pointee.handle.load(ordering: .sequentiallyConsistent) == wanted,
      let address = UnsafeRawPointer(bitPattern: place.pointee.host.load(ordering: .sequentiallyConsistent))
    else { throw .noHost }
    // Counts no reference: the threads that make events use the count, too, and the mark keeps the host.
    return Unmanaged<EmbeddedHost>.fromOpaque(address)._withUnsafeGuaranteedRef { body($0) }
  }

  /// Wakes a host's queue; does nothing for a wrong handle.
  func wake(_ handle: OpaquePointer?) {
    guard let place = place(of: UInt(bitPattern: handle)),
      let address = UnsafeRawPointer(bitPattern: place.pointee.queue.load(ordering: .sequentiallyConsistent))
    else { return }
    Unmanaged<EventQueue>.fromOpaque(address)._withUnsafeGuaranteedRef { $0.wake() }
  }
}

let hostPlaces = HostPlaces()

/// Returns the host of a handle.
func host(_ handle: OpaquePointer?) throws(EmbeddingError) -> EmbeddedHost {
  guard let host = hostHandles.find(handle) else { throw .noHost }
  return host
}

extension EmbeddingError {
  fileprivate static var noHost: EmbeddingError { .invalid("the argument host is NULL or no host that is there") }
}
