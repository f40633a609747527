internal import CHookswitch
internal import Glibc
internal import Hookswitch
internal import Synchronization

/// Runs a function of the header: returns its status, and keeps its error for the thread.
func status(_ body: () throws(EmbeddingError) -> Void) -> hk_status {
  do throws(EmbeddingError) {
    try refuseForkedChild()
    try body()
    return HK_OK
  } catch {
    LastError.note(error)
    return error.status
  }
}

/// Runs a function of the header that returns a number: the number, or the error's status.
func number<Number: FixedWidthInteger>(_ body: () throws(EmbeddingError) -> Number) -> Number {
  do throws(EmbeddingError) {
    try refuseForkedChild()
    return try body()
  } catch {
    LastError.note(error)
    return Number(truncatingIfNeeded: error.status)
  }
}

/// Runs a function of the header that returns a pointer; nil after an error.
func pointer<Pointer>(_ body: () throws(EmbeddingError) -> Pointer?) -> Pointer? {
  do throws(EmbeddingError) {
    try refuseForkedChild()
    return try body()
  } catch {
    LastError.note(error)
    return nil
  }
}

/// Returns an argument that must not be NULL.
func needed<Value>(_ value: Value?, _ name: String) throws(EmbeddingError) -> Value {
  guard let value else { throw .invalid("the argument \(name) is NULL") }
  return value
}

/// Returns a text argument; nil for NULL.
func optionalText(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(EmbeddingError) -> String? {
  guard let pointer else { return nil }
  let length = strnlen(pointer, Int(HK_TEXT_MAX) + 1)
  guard length <= Int(HK_TEXT_MAX) else {
    throw EmbeddingError(HK_E_LIMIT, "the argument \(name) is longer than \(HK_TEXT_MAX) bytes")
  }
  guard let text = String(validatingCString: pointer) else { throw .invalid("the argument \(name) is not UTF-8") }
  return text
}

/// Returns a text argument that must not be NULL.
func text(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(EmbeddingError) -> String {
  guard let text = try optionalText(pointer, name) else { throw .invalid("the argument \(name) is NULL") }
  return text
}

/// Returns a name argument: a text that is not empty.
func name(_ pointer: UnsafePointer<CChar>?, _ argument: String) throws(EmbeddingError) -> String {
  let name = try text(pointer, argument)
  guard !name.isEmpty else { throw .invalid("the argument \(argument) is empty") }
  return name
}

/// Returns a line argument; NULL is `main`.
func line(_ pointer: UnsafePointer<CChar>?) throws(EmbeddingError) -> LineID {
  guard let name = try optionalText(pointer, "line"), !name.isEmpty else { return .main }
  return LineID(rawValue: name)
}

/// Returns a copy of a struct with a `size`, as far as its maker and this library both know it; nil for NULL.
func optional<Struct: BitwiseCopyable>(_ pointer: UnsafePointer<Struct>?, _ name: String) throws(EmbeddingError) -> Struct? {
  guard let pointer else { return nil }
  let source = UnsafeRawPointer(pointer)
  // Each such struct begins with its size.
  let size = Int(source.loadUnaligned(as: UInt32.self))
  guard size >= 8 else { throw .invalid("the member size of the argument \(name) is \(size); set it to sizeof, as HK_INIT does") }
  return withUnsafeTemporaryAllocation(of: Struct.self, capacity: 1) { copy in
    let memory = UnsafeMutableRawBufferPointer(copy)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    memory.copyMemory(from: UnsafeRawBufferPointer(start: source, count: min(size, memory.count)))
    return copy[0]
  }
}

/// Returns a copy of a struct that must not be NULL.
func given<Struct: BitwiseCopyable>(_ pointer: UnsafePointer<Struct>?, _ name: String) throws(EmbeddingError) -> Struct {
  guard let copy = try optional(pointer, name) else { throw .invalid("the argument \(name) is NULL") }
  return copy
}

/// Returns a flag argument.
func flag(_ value: UInt32, _ name: String) throws(EmbeddingError) -> Bool {
  guard value <= 1 else { throw .invalid("the argument \(name) is \(value), should be 0 or 1") }
  return value == 1
}

/// Gives a text to the caller, who frees it with `hk_free`.
func give(_ text: String, to out: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) throws(EmbeddingError) {
  guard let copy = strdup(text) else { throw EmbeddingError(HK_E_LIMIT, "there is no memory for the answer") }
  out.pointee = copy
}

/// The errors of threads.
enum LastError {
  /// A thread's error in C's form.
  private final class Slot {
    private let arena = TextArena.make()
    /// The error that is written when the program asks for it.
    private var unwritten: EmbeddingError?
    private var written: UnsafePointer<hk_error>

    init() {
      written = UnsafePointer(arena.error(nil))
    }

    func note(_ error: EmbeddingError) { unwritten = error }

    var record: UnsafePointer<hk_error> {
      guard let error = unwritten else { return written }
      unwritten = nil
      arena.reset()
      written = UnsafePointer(arena.error(error))
      return written
    }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    _ = pthread_key_create(&key, releaseSlot)
    return key
  }()

  /// Frees the error of a thread that ends.
  fileprivate static func release(_ slot: UnsafeMutableRawPointer) {
    Unmanaged<Slot>.fromOpaque(slot).release()
  }

  private static var slot: Slot {
    if let known = pthread_getspecific(key) { return Unmanaged<Slot>.fromOpaque(known).takeUnretainedValue() }
    let slot = Slot()
    _ = pthread_setspecific(key, Unmanaged.passRetained(slot).toOpaque())
    return slot
  }

  static func note(_ error: EmbeddingError) { slot.note(error) }

  static var record: UnsafePointer<hk_error> { slot.record }
}

private func releaseSlot(_ slot: UnsafeMutableRawPointer?) {
  if let slot { LastError.release(slot) }
}

// MARK: Forks

/// True in a child after fork, where the library's threads are not.
private let isForked = Atomic<Bool>(false)

/// Notes the fork; the child's only thread calls it.
private func noteFork() {
  isForked.store(true, ordering: .sequentiallyConsistent)
}

private let watchesForks: Void = {
  _ = pthread_atfork(nil, nil, noteFork)
}()

/// Begins to watch for forks; called before there is anything that a child could use.
func watchForks() {
  _ = watchesForks
}

/// True in a child after fork.
var isForkedChild: Bool { isForked.load(ordering: .relaxed) }

private func refuseForkedChild() throws(EmbeddingError) {
  guard isForkedChild else { return }
  throw .wrongState("this is a child after fork, which has none of the library's threads; make the host in it after exec")
}
