internal import CHookswitch
internal import Hookswitch
internal import Locking
internal import Synchronization

// The handles of the header are numbers that were never addresses: a wrong or freed one is recognised, and nothing is read through it.

/// The handles of one kind with their objects.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
  private struct State {
    var objects: [UInt: Object] = [:]
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
      state.count += 1
      let number = kind.handle(state.count)
      state.objects[number] = object
      return OpaquePointer(bitPattern: number)
    }
  }

  func find(_ handle: OpaquePointer?) -> Object? {
    state.withLock { $0.objects[UInt(bitPattern: handle)] }
  }

  /// Takes an object's handle away.
  func remove(_ handle: OpaquePointer?) -> Object? {
    state.withLock { $0.objects.removeValue(forKey: UInt(bitPattern: handle)) }
  }
}

/// The kinds of handles, so that one of another kind is recognised.
enum HandleKind: UInt, Sendable {
  case host = 1
  case clock = 2
  case audio = 3

  /// Returns the handle of an object; odd, so that it is the address of nothing.
  func handle(_ number: UInt) -> UInt { number << 4 | rawValue << 1 | 1 }
  /// Returns the number of a handle; nil for one of another kind.
  func number(of handle: UInt) -> UInt? { handle & 15 == rawValue << 1 | 1 ? handle >> 4 : nil }
}

let hostHandles = HandleTable<EmbeddedHost>(.host)
let clockHandles = HandleTable<EmbeddedClock>(.clock)
#if HOOKSWITCH_SOUND
  let audioHandles = HandleTable<AudioAttachment>(.audio)
#endif

/// The queues of the hosts, for `hk_wake` in a signal handler, which may take no lock.
///
/// A host whose handle has the number N has the place N modulo the number of places.
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

  /// Gives a host's queue its place; false when another host has it.
  func add(_ queue: EventQueue, for handle: UInt) -> Bool {
    guard let number = HandleKind.host.number(of: handle) else { return false }
    let place = table + Int(number % UInt(Self.places))
    guard place.pointee.handle.compareExchange(expected: 0, desired: handle, ordering: .sequentiallyConsistent).exchanged else {
      return false
    }
    place.pointee.queue.store(UInt(bitPattern: Unmanaged.passUnretained(queue).toOpaque()), ordering: .sequentiallyConsistent)
    return true
  }

  func remove(_ handle: UInt) {
    guard let number = HandleKind.host.number(of: handle) else { return }
    let place = table + Int(number % UInt(Self.places))
    guard place.pointee.handle.load(ordering: .sequentiallyConsistent) == handle else { return }
    place.pointee.queue.store(0, ordering: .sequentiallyConsistent)
    place.pointee.handle.store(0, ordering: .sequentiallyConsistent)
  }

  /// Wakes a host's queue; does nothing for a wrong handle.
  func wake(_ handle: OpaquePointer?) {
    let wanted = UInt(bitPattern: handle)
    guard let number = HandleKind.host.number(of: wanted) else { return }
    let place = table + Int(number % UInt(Self.places))
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
