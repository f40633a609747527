/// The registered providers, as a value that all lines share.
///
/// Changing one provider among ten thousand costs microseconds, also while lines keep the old roster, since unchanged buckets are shared. A
/// look-up takes a few comparisons at any size.
public struct Roster: Sendable {
  /// A provider's ability to place calls.
  public enum Standing: Hashable, Codable, Sendable {
    /// It can place calls.
    case ready
    /// It cannot place calls now; a Start waits for it (S8).
    case notReady
    /// It was lost too often; a Start is refused (P6).
    case quarantined
  }

  /// One provider's entry.
  public struct Entry: Hashable, Codable, Sendable {
    /// The provider's id.
    public var id: ProviderID
    /// The provider's display name, limits and capabilities.
    public var configuration: ProviderConfiguration
    /// The provider's ability to place calls.
    public var standing: Standing
    /// True while the host offers the provider its part of a transaction in one piece (X5), as it does for a program's own delegate.
    package var offersTransactions: Bool?
    /// True when the provider is tried again by itself after a quarantine, because its faults end its own calls alone (P7).
    package var recovers: Bool?

    /// Creates an entry.
    public init(id: ProviderID, configuration: ProviderConfiguration, standing: Standing) {
      self.id = id
      self.configuration = configuration
      self.standing = standing
    }
  }

  /// An entry and its number in the order of registration.
  private struct Numbered {
    let number: UInt64
    var entry: Entry
  }

  /// The entries, spread over buckets by linear hashing.
  ///
  /// Adding entries splits one bucket at a time, so no change moves all entries. Immutable and shared: a line's copy of the roster is one
  /// reference.
  private final class Storage: Sendable {
    static let empty = Storage(buckets: SharedPages([]), count: 0, next: 0)
    /// The mean number of entries in a bucket.
    static let load = 8

    let buckets: SharedPages<[Numbered]>
    let count: Int
    /// The number of the next new entry.
    let next: UInt64

    init(buckets: SharedPages<[Numbered]>, count: Int, next: UInt64) {
      self.buckets = buckets
      self.count = count
      self.next = next
    }

    /// Returns the bucket of an id among `count` buckets.
    static func bucket(of id: ProviderID, among count: Int) -> Int {
      // A host with a few providers has one bucket and needs no hash.
      if count == 1 { return 0 }
      let hash = StableHash.of(id.rawValue)
      let half = 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount)
      let place = Int(truncatingIfNeeded: hash & UInt64(half * 2 - 1))
      return place < count ? place : place - half
    }

    func place(of id: ProviderID) -> (bucket: Int, index: Int)? {
      let bucket = Self.bucket(of: id, among: buckets.count)
      return buckets[bucket].firstIndex { $0.entry.id == id }.map { (bucket, $0) }
    }
  }

  private var storage = Storage.empty

  /// Creates an empty roster.
  public init() {}

  /// Creates a roster in the order of registration; a later entry replaces one of the same id.
  public init(_ entries: [Entry]) {
    for entry in entries { set(entry) }
  }

  /// The providers in the order of registration; reading takes as long as sorting them.
  public var entries: [Entry] {
    get { storage.buckets.all.joined().sorted { $0.number < $1.number }.map(\.entry) }
    set { self = Roster(newValue) }
  }

  /// The number of providers.
  public var count: Int { storage.count }

  /// The provider with this id, if registered.
  public subscript(id: ProviderID) -> Entry? {
    read(id) { $0 }
  }

  /// Returns the first provider, in the order of registration, that meets a condition.
  public func first(where meets: (Entry) -> Bool) -> Entry? {
    place(ofFirst: meets).map { storage.buckets[$0.bucket][$0.index].entry }
  }

  /// Returns the id of the first provider, in the order of registration, that meets a condition.
  package func firstName(where meets: (Entry) -> Bool) -> ProviderID? {
    place(ofFirst: meets).map { storage.buckets[$0.bucket][$0.index].entry.id }
  }

  private func place(ofFirst meets: (Entry) -> Bool) -> (bucket: Int, index: Int)? {
    var found: (bucket: Int, index: Int)?
    var least = UInt64.max
    for bucket in storage.buckets.indices {
      for index in storage.buckets[bucket].indices where storage.buckets[bucket][index].number < least {
        guard meets(storage.buckets[bucket][index].entry) else { continue }
        found = (bucket, index)
        least = storage.buckets[bucket][index].number
      }
    }
    return found
  }

  // MARK: Changes

  /// Adds a provider as the newest, replacing one of the same id.
  mutating func set(_ entry: Entry) {
    remove(entry.id)
    var buckets = storage.buckets
    buckets[Storage.bucket(of: entry.id, among: buckets.count)].append(Numbered(number: storage.next, entry: entry))
    let count = storage.count + 1
    if count > buckets.count * Storage.load { Self.split(&buckets) }
    storage = Storage(buckets: buckets, count: count, next: storage.next + 1)
  }

  /// Changes a provider in place; returns false when it is unknown or unchanged.
  @discardableResult
  mutating func update(_ id: ProviderID, _ change: (inout Entry) -> Void) -> Bool {
    guard let (bucket, index) = storage.place(of: id) else { return false }
    var entry = storage.buckets[bucket][index].entry
    let before = entry
    change(&entry)
    guard entry != before else { return false }
    var buckets = storage.buckets
    buckets[bucket][index].entry = entry
    storage = Storage(buckets: buckets, count: storage.count, next: storage.next)
    return true
  }

  /// Removes a provider; returns false when it is unknown.
  @discardableResult
  mutating func remove(_ id: ProviderID) -> Bool {
    guard let (bucket, index) = storage.place(of: id) else { return false }
    var buckets = storage.buckets
    buckets[bucket].remove(at: index)
    storage = Storage(buckets: buckets, count: storage.count - 1, next: storage.next)
    return true
  }

  /// Adds one bucket, and moves its entries there from the bucket that it splits.
  private static func split(_ buckets: inout SharedPages<[Numbered]>) {
    let new = buckets.count
    let source = new - (1 << (Int.bitWidth - 1 - new.leadingZeroBitCount))
    let all = buckets[source]
    buckets[source] = all.filter { Storage.bucket(of: $0.entry.id, among: new + 1) == source }
    buckets.append(all.filter { Storage.bucket(of: $0.entry.id, among: new + 1) == new })
  }

  // MARK: Look-ups of the rules

  // The rules read one field at a time, many times a second; copying an entry would cost more than the rest of the rule.
  @inline(__always)
  private func read<Field>(_ id: ProviderID, _ field: (Entry) -> Field) -> Field? {
    guard let (bucket, index) = storage.place(of: id) else { return nil }
    return field(storage.buckets[bucket][index].entry)
  }

  func contains(_ id: ProviderID) -> Bool {
    storage.place(of: id) != nil
  }

  /// Returns a provider's display name, or its id when it has none.
  func localizedName(of id: ProviderID) -> String {
    let name = read(id) { $0.configuration.localizedName } ?? ""
    return name.isEmpty ? id.rawValue : name
  }

  func standing(of id: ProviderID) -> Standing? {
    read(id) { $0.standing }
  }

  func capabilities(of id: ProviderID) -> CallCapabilities {
    read(id) { $0.configuration.capabilities } ?? .usual
  }

  func maximumCallGroups(of id: ProviderID) -> Int {
    read(id) { $0.configuration.maximumCallGroups } ?? .max
  }

  func maximumCallsPerCallGroup(of id: ProviderID) -> Int {
    read(id) { $0.configuration.maximumCallsPerCallGroup } ?? .max
  }

  func supportsVideo(_ id: ProviderID) -> Bool {
    read(id) { $0.configuration.supportsVideo } ?? false
  }

  func executesTransactions(_ id: ProviderID) -> Bool {
    read(id) { $0.offersTransactions == true || $0.configuration.executesTransactions } ?? false
  }

  func recovers(_ id: ProviderID) -> Bool {
    read(id) { $0.recovers == true } ?? false
  }

  func takes(_ kind: Handle.Kind, _ id: ProviderID) -> Bool {
    guard let (bucket, index) = storage.place(of: id) else { return true }
    return storage.buckets[bucket][index].entry.configuration.supportedHandleTypes?.contains(kind) ?? true
  }

  /// Returns the kinds of handle that a provider takes, sorted; nil for all.
  func kinds(of id: ProviderID) -> [Handle.Kind]? {
    read(id) { $0.configuration.supportedHandleTypes?.sorted() } ?? nil
  }

  func emergencyNumbers(of id: ProviderID) -> [String] {
    read(id) { $0.configuration.emergencyNumbers } ?? []
  }

  func deadline(_ deadline: Deadline, of id: ProviderID) -> Duration? {
    // In place: a call inside the closure of `read` copies the entry.
    guard let (bucket, index) = storage.place(of: id) else { return nil }
    return storage.buckets[bucket][index].entry.configuration.deadlines[deadline]
  }
}

// Rosters compare and encode by their ordered providers; the buckets do not matter.
extension Roster: Hashable, Codable {
  private enum CodingKeys: String, CodingKey { case entries }

  /// Compares the providers and their order.
  public static func == (left: Roster, right: Roster) -> Bool {
    left.storage === right.storage || (left.count == right.count && left.entries == right.entries)
  }

  /// Hashes the ordered providers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
  }

  /// Decodes a roster that `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .entries))
  }

  /// Encodes the ordered providers.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(entries, forKey: .entries)
  }
}
