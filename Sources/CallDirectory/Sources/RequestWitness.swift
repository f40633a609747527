internal import Glibc
internal import Synchronization

/// The page on which the process of a plugin notes the plugin's conduct, for the conformance kit.
///
/// Both processes map its file, so that the notes survive the end of the plugin's process.
// Unchecked because it holds a raw address. The mapping lives as long as the page; its counts are only touched atomically, and its texts are
// written before the count that tells of them.
package final class RequestWitness: @unchecked Sendable {
  /// A count or a state on the page; all begin with 0.
  package enum Mark: Int, CaseIterable, Sendable {
    /// 1 once the process has the page.
    case begun
    /// 1 once the plugin is loaded, and its descriptor is good.
    case opened
    /// The function of the plugin that runs: `Function`.
    case function
    /// The functions for entries and removals, while the request was open.
    case entries
    /// The removals among them.
    case removals
    /// The removals of all entries of a kind among them.
    case clearings
    /// The uses of `complete` while the request was open.
    case completes
    /// The uses of `cancel` while the request was open.
    case cancels
    /// The tokens that `complete` refused.
    case badTokens
    /// 1 once the entry was refused as the trial says.
    case refused
    /// 1 once the process waits as the trial says.
    case held
    /// The functions for entries after the request had failed.
    case entriesAfterFailure
    /// The uses of `complete` after the request had failed.
    case completesAfterFailure
    /// All functions after `complete` or `cancel`.
    case usesAfterEnd
    /// The functions for entries that got HSW_E_CANCELLED.
    case entriesGivenUp
    /// 1 once `cancel` of the entry was called, 2 once it has returned.
    case heard
    /// 1 when `complete` said that the request had expired.
    case expired
    /// 1 once `begin_request` has returned.
    case returned
    /// The status of `begin_request`, as a bit pattern.
    case status
    /// The exit code plus 1, once the process ends by itself.
    case ended
  }

  /// A function of the plugin that the process runs on its own.
  package enum Function: UInt64, Sendable {
    case none
    case load
    case begin
  }

  /// A text on the page, of at most 256 bytes.
  package enum Text: Int, CaseIterable, Sendable {
    case id
    case name
    case version
  }

  private static let size = 4_096
  private static let textPlace = 1_024
  private static let textLimit = 256

  private let base: UnsafeMutableRawPointer

  /// Maps the page in a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - isNew: true to make the file; false for one that the other process has made.
  package init?(_ path: String, isNew: Bool) {
    let file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isNew ? O_CREAT | O_EXCL : 0), 0o600)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    if isNew { _ = ftruncate(file, off_t(Self.size)) }
    // A page of a shorter file would end the process that reads it.
    guard fstat(file, &status) == 0, status.st_size == off_t(Self.size),
      let base = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED
    else { return nil }
    self.base = base
  }

  deinit { munmap(base, Self.size) }

  /// A count.
  package subscript(mark: Mark) -> UInt64 { word(mark).pointee.load(ordering: .acquiring) }

  /// Sets a count.
  package func set(_ mark: Mark, _ value: UInt64 = 1) { word(mark).pointee.store(value, ordering: .releasing) }

  /// Adds one to a count.
  package func add(_ mark: Mark) { word(mark).pointee.wrappingAdd(1, ordering: .acquiringAndReleasing) }

  /// Writes a text, cut to its limit.
  package func write(_ text: Text, _ value: String) {
    let bytes = Array(value.utf8.prefix(Self.textLimit))
    let place = base + Self.place(of: text)
    place.storeBytes(of: UInt16(bytes.count), as: UInt16.self)
    (place + 2).copyMemory(from: bytes, byteCount: bytes.count)
  }

  /// Returns a text.
  package func text(_ text: Text) -> String {
    let place = base + Self.place(of: text)
    let count = min(Int(place.load(as: UInt16.self)), Self.textLimit)
    return String(decoding: UnsafeRawBufferPointer(start: place + 2, count: count), as: UTF8.self)
  }

  private static func place(of text: Text) -> Int { textPlace + text.rawValue * (textLimit + 16) }

  private func word(_ mark: Mark) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (base + mark.rawValue * 8).assumingMemoryBound(to: Atomic<UInt64>.self)
  }
}
