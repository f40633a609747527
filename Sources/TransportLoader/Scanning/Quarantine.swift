internal import StrictJSON

/// The libraries that are not loaded because their first contact failed: `$XDG_STATE_HOME/hookswitch/quarantine.json`.
public struct Quarantine: Sendable {
  private static let format = 1
  /// The largest number of entries; the oldest go first.
  private static let maximumCount = 4096

  /// The entries, the latest last.
  ///
  /// An entry counts as long as its key matches.
  public private(set) var entries: [QuarantineEntry] = []
  /// The reason why the file cannot be read and counts as empty, in one sentence; nil when it was read.
  public private(set) var trouble: String?
  /// The quarantine's file; nil where the user has no state folder.
  public var path: String? { file?.path }

  private let file: KeptFile?
  private var hasChanged = false

  /// Reads this user's quarantine.
  public init() {
    self.init(file: FirstContact.standard().quarantineFile)
  }

  init(file: KeptFile?) {
    self.file = file
    do throws(KeptFile.Failure) {
      guard let json = try file?.read() else { return }
      guard json["hookswitch-quarantine"] == .integer(Self.format), let items = json["entries"]?.array else {
        throw KeptFile.Failure(sentence: "\(file?.path ?? ""): it has another version, or is not a quarantine")
      }
      entries = items.compactMap(QuarantineEntry.init(json:))
    } catch {
      trouble = error.sentence
    }
  }

  /// The entry with this key.
  subscript(key: ScanKey) -> QuarantineEntry? { entries.last { $0.key == key.digest } }

  /// Adds an entry, in place of an earlier one of the same file.
  mutating func put(_ entry: QuarantineEntry) {
    entries.removeAll { $0.file == entry.file }
    entries.append(entry)
    entries.removeFirst(max(0, entries.count - Self.maximumCount))
    hasChanged = true
  }

  /// Removes and returns the entries that `isMeant` chooses; `save` writes the change.
  public mutating func release(_ isMeant: (QuarantineEntry) -> Bool) -> [QuarantineEntry] {
    let released = entries.filter(isMeant)
    entries.removeAll(where: isMeant)
    if !released.isEmpty { hasChanged = true }
    return released
  }

  /// Writes the changes.
  ///
  /// - Returns: the reason for a failure, in one sentence; nil on success.
  public mutating func save() -> String? {
    guard hasChanged else { return nil }
    guard let file else { return "the quarantine has no folder: neither XDG_STATE_HOME nor HOME is an absolute path" }
    let json = JSONValue.object(of: ["hookswitch-quarantine": .integer(Self.format), "entries": .array(entries.map(\.json))])
    file.makeFolder()
    do throws(KeptFile.Failure) {
      try file.replace(with: json.text + "\n")
      hasChanged = false
      return nil
    } catch {
      return error.sentence
    }
  }
}
