internal import Glibc

/// What libraries said of themselves, so that none is asked twice: `$XDG_CACHE_HOME/hookswitch/transports.json`.
///
/// Losing it costs a process for each library, and nothing else.
struct ScanCache: Sendable {
  private static let format: Double = 1
  /// How many are kept; the oldest go first.
  private static let maximumCount = 512

  /// One answer.
  struct Entry: Equatable, Sendable {
    /// Where the library was; another answer of the same file replaces it.
    var file: String
    /// What the answer depends on.
    var key: ScanKey
    var record: ScanRecord
  }

  /// A refusal of the linker or of the library's own code: told to whoever runs nothing, and asked about again by whoever does.
  struct Refused: Equatable, Sendable {
    var file: String
    var key: ScanKey
    var refusal: TransportRefusal
  }

  private(set) var entries: [Entry] = []
  private(set) var refusals: [Refused] = []
  private(set) var hasChanged = false

  /// What is kept in `file`.
  ///
  /// Whatever in it is not as it should be is passed over.
  /// - Throws: why nothing of it is taken.
  init(reading file: KeptFile) throws(KeptFile.Failure) {
    guard let json = try file.read() else { return }
    guard json["hookswitch-scan-cache"] == .number(Self.format), let items = json["entries"]?.items else {
      throw KeptFile.Failure(sentence: "\(file.path): it is of another version, or no cache")
    }
    entries = items.compactMap(Entry.init(json:))
    refusals = (json["refusals"]?.items ?? []).compactMap(Refused.init(json:))
  }

  init() {}

  /// What the library of that key said.
  subscript(key: ScanKey) -> ScanRecord? { entries.last { $0.key == key }?.record }

  /// Keeps an answer.
  mutating func keep(_ record: ScanRecord, of file: String, key: ScanKey) {
    entries.removeAll { $0.file == file }
    refusals.removeAll { $0.file == file }
    entries.append(Entry(file: file, key: key, record: record))
    entries.removeFirst(max(0, entries.count - Self.maximumCount))
    hasChanged = true
  }

  /// How the library of that key was refused the last time.
  func refusal(of key: ScanKey) -> TransportRefusal? { refusals.last { $0.key == key }?.refusal }

  /// Keeps a refusal until the library is asked again.
  mutating func keep(_ refusal: TransportRefusal, of file: String, key: ScanKey) {
    let new = Refused(file: file, key: key, refusal: refusal)
    guard !refusals.contains(new) else { return }
    refusals.removeAll { $0.file == file }
    refusals.append(new)
    refusals.removeFirst(max(0, refusals.count - Self.maximumCount))
    hasChanged = true
  }

  /// Writes it, if there is something new.
  mutating func write(to file: KeptFile) throws(KeptFile.Failure) {
    guard hasChanged else { return }
    // Of libraries that are gone nobody will ask again.
    entries.removeAll { access($0.file, F_OK) != 0 }
    refusals.removeAll { access($0.file, F_OK) != 0 }
    let json = JSONValue.object(of: [
      "hookswitch-scan-cache": .number(Self.format), "entries": .array(entries.map(\.json)), "refusals": .array(refusals.map(\.json)),
    ])
    file.makeFolder()
    try file.replace(with: json.text + "\n")
  }
}

extension ScanCache.Entry {
  init?(json: JSONValue) {
    guard let file = json["file"]?.stringValue, let key = json["key"]?.stringValue, let record = ScanRecord(json) else { return nil }
    self.init(file: file, key: ScanKey(digest: key), record: record)
  }

  var json: JSONValue {
    guard case .object(let members) = record.json else { return .null }
    return .object([.init(name: "file", value: .string(file)), .init(name: "key", value: .string(key.digest))] + members)
  }
}

extension ScanCache.Refused {
  init?(json: JSONValue) {
    guard let file = json["library"]?.stringValue, let key = json["key"]?.stringValue, let refusal = TransportRefusal(json: json) else {
      return nil
    }
    self.init(file: file, key: ScanKey(digest: key), refusal: refusal)
  }

  var json: JSONValue {
    guard case .object(let members) = refusal.json else { return .null }
    return .object([.init(name: "library", value: .string(file)), .init(name: "key", value: .string(key.digest))] + members)
  }
}
