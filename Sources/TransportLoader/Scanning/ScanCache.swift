internal import Glibc
internal import StrictJSON

/// The cached answers of libraries, so that each is scanned once: `$XDG_CACHE_HOME/hookswitch/transports.json`.
///
/// Losing it only costs another scan of each library.
struct ScanCache: Sendable {
  private static let format = 1
  /// The largest number of entries; the oldest go first.
  private static let maximumCount = 512

  /// A cached answer.
  struct Entry: Equatable, Sendable {
    /// The library's path; another answer of the same file replaces it.
    var file: String
    /// The key of the library when it answered.
    var key: ScanKey
    var record: ScanRecord
  }

  /// A refusal by the linker or the library's code: used where no code is run, and renewed by the next scan.
  struct Refused: Equatable, Sendable {
    var file: String
    var key: ScanKey
    var refusal: TransportRefusal
  }

  private(set) var entries: [Entry] = []
  private(set) var refusals: [Refused] = []
  private(set) var hasChanged = false

  /// Reads the cache from `file`.
  ///
  /// Malformed entries are skipped.
  /// - Throws: the reason why the whole file is refused.
  init(reading file: KeptFile) throws(KeptFile.Failure) {
    guard let json = try file.read() else { return }
    guard json["hookswitch-scan-cache"] == .integer(Self.format), let items = json["entries"]?.array else {
      throw KeptFile.Failure(sentence: "\(file.path): it has another version, or is not a cache")
    }
    entries = items.compactMap(Entry.init(json:))
    refusals = (json["refusals"]?.array ?? []).compactMap(Refused.init(json:))
  }

  init() {}

  /// The record of the library with this key.
  subscript(key: ScanKey) -> ScanRecord? { entries.last { $0.key == key }?.record }

  /// Keeps an answer.
  mutating func keep(_ record: ScanRecord, of file: String, key: ScanKey) {
    entries.removeAll { $0.file == file }
    refusals.removeAll { $0.file == file }
    entries.append(Entry(file: file, key: key, record: record))
    entries.removeFirst(max(0, entries.count - Self.maximumCount))
    hasChanged = true
  }

  /// The last refusal of the library with this key.
  func refusal(of key: ScanKey) -> TransportRefusal? { refusals.last { $0.key == key }?.refusal }

  /// Keeps a refusal until the next scan of the library.
  mutating func keep(_ refusal: TransportRefusal, of file: String, key: ScanKey) {
    let new = Refused(file: file, key: key, refusal: refusal)
    guard !refusals.contains(new) else { return }
    refusals.removeAll { $0.file == file }
    refusals.append(new)
    refusals.removeFirst(max(0, refusals.count - Self.maximumCount))
    hasChanged = true
  }

  /// Writes the cache if it changed.
  mutating func write(to file: KeptFile) throws(KeptFile.Failure) {
    guard hasChanged else { return }
    // Entries of deleted libraries are dropped.
    entries.removeAll { access($0.file, F_OK) != 0 }
    refusals.removeAll { access($0.file, F_OK) != 0 }
    let json = JSONValue.object(of: [
      "hookswitch-scan-cache": .integer(Self.format), "entries": .array(entries.map(\.json)), "refusals": .array(refusals.map(\.json)),
    ])
    file.makeFolder()
    try file.replace(with: json.text + "\n")
  }
}

extension ScanCache.Entry {
  init?(json: JSONValue) {
    guard let file = json["file"]?.string, let key = json["key"]?.string, let record = ScanRecord(json) else { return nil }
    self.init(file: file, key: ScanKey(digest: key), record: record)
  }

  var json: JSONValue {
    guard case .object(let members) = record.json else { return .null }
    return .object([.init(name: "file", value: .string(file)), .init(name: "key", value: .string(key.digest))] + members)
  }
}

extension ScanCache.Refused {
  init?(json: JSONValue) {
    guard let file = json["library"]?.string, let key = json["key"]?.string, let refusal = TransportRefusal(json: json) else {
      return nil
    }
    self.init(file: file, key: ScanKey(digest: key), refusal: refusal)
  }

  var json: JSONValue {
    guard case .object(let members) = refusal.json else { return .null }
    return .object([.init(name: "library", value: .string(file)), .init(name: "key", value: .string(key.digest))] + members)
  }
}
