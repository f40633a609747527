/// The registered providers as a line sees them: a value that all lines share.
///
/// Adding or changing one provider among ten thousand costs microseconds, also while every line keeps the roster as it was: the buckets
/// that do not
/// change are shared. Looking one up takes a few comparisons, however many there are.
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

  /// One provider.
  public struct Entry: Hashable, Codable, Sendable {
    /// Its name.
    public var id: ProviderID
    /// Its name for people, its limits and capabilities.
    public var configuration: ProviderConfiguration
    /// Its ability to place calls.
    public var standing: Standing
    /// True while the host offers its part of a transaction in one piece (X5), as it does to a program's own delegates.
    package var offersTransactions: Bool?

    /// Describes one provider.
    public init(id: ProviderID, configuration: ProviderConfiguration, standing: Standing) {
      self.id = id
      self.configuration = configuration
      self.standing = standing
    }
  }

  /// An entry with its place in the order of registration.
  private struct Numbered {
    let number: UInt64
    var entry: Entry
  }

  /// The entries, spread over buckets by linear hashing: each few entries that are added split one bucket in two, so that no single
  /// change has to move all entries.
  ///
  /// Immutable and shared: a line's copy of the roster is one reference.
  private final class Storage: Sendable {
    static let empty = Storage(buckets: [[]], count: 0, next: 0)
    /// The mean number of entries in a bucket.
    static let load = 8

    let buckets: [[Numbered]]
    let count: Int
    /// The number that the next new entry gets.
    let next: UInt64

    init(buckets: [[Numbered]], count: Int, next: UInt64) {
      self.buckets = buckets
      self.count = count
      self.next = next
    }

    /// Returns the bucket of a name where there are `count` buckets.
    static func bucket(of id: ProviderID, among count: Int) -> Int {
      // A host with a few providers has one bucket, and nothing to hash.
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

  /// No provider at all.
  public init() {}

  /// Providers in the order of registration; of two with one name the later counts.
  public init(_ entries: [Entry]) {
    for entry in entries { set(entry) }
  }

  /// The providers, in the order in which they registered; reading them takes as long as sorting them.
  public var entries: [Entry] {
    get { storage.buckets.joined().sorted { $0.number < $1.number }.map(\.entry) }
    set { self = Roster(newValue) }
  }

  /// The number of providers.
  public var count: Int { storage.count }

  /// The provider of that name; nil when none is registered.
  public subscript(id: ProviderID) -> Entry? {
    read(id) { $0 }
  }

  /// The first provider, in the order of registration, that meets a condition.
  public func first(where meets: (Entry) -> Bool) -> Entry? {
    place(ofFirst: meets).map { storage.buckets[$0.bucket][$0.index].entry }
  }

  /// The name of the first provider, in the order of registration, that meets a condition.
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

  /// Adds a provider as the newest; one of the same name goes.
  mutating func set(_ entry: Entry) {
    remove(entry.id)
    var buckets = storage.buckets
    buckets[Storage.bucket(of: entry.id, among: buckets.count)].append(Numbered(number: storage.next, entry: entry))
    let count = storage.count + 1
    if count > buckets.count * Storage.load { Self.split(&buckets) }
    storage = Storage(buckets: buckets, count: count, next: storage.next + 1)
  }

  /// Changes a provider in its place; false when there is none of that name, or nothing changed.
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

  /// Takes a provider out; false when there is none of that name.
  @discardableResult
  mutating func remove(_ id: ProviderID) -> Bool {
    guard let (bucket, index) = storage.place(of: id) else { return false }
    var buckets = storage.buckets
    buckets[bucket].remove(at: index)
    storage = Storage(buckets: buckets, count: storage.count - 1, next: storage.next)
    return true
  }

  /// Adds one bucket, and moves there what belongs there from the one bucket that it was split from.
  private static func split(_ buckets: inout [[Numbered]]) {
    let new = buckets.count
    let source = new - (1 << (Int.bitWidth - 1 - new.leadingZeroBitCount))
    let all = buckets[source]
    buckets[source] = all.filter { Storage.bucket(of: $0.entry.id, among: new + 1) == source }
    buckets.append(all.filter { Storage.bucket(of: $0.entry.id, among: new + 1) == new })
  }

  // MARK: Look-ups of the rules

  // The rules look at one field at a time, many times a second; copying an entry costs more than the rest of the rule.
  @inline(__always)
  private func read<Field>(_ id: ProviderID, _ field: (Entry) -> Field) -> Field? {
    guard let (bucket, index) = storage.place(of: id) else { return nil }
    return field(storage.buckets[bucket][index].entry)
  }

  func contains(_ id: ProviderID) -> Bool {
    storage.place(of: id) != nil
  }

  /// A provider's name for people; its id where it has none.
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

  func takes(_ kind: Handle.Kind, _ id: ProviderID) -> Bool {
    read(id) { $0.configuration.supportedHandleTypes?.contains(kind) ?? true } ?? true
  }

  /// The kinds of handle that a provider takes, in order; nil: all.
  func kinds(of id: ProviderID) -> [Handle.Kind]? {
    read(id) { $0.configuration.supportedHandleTypes?.sorted() } ?? nil
  }

  func emergencyNumbers(of id: ProviderID) -> [String] {
    read(id) { $0.configuration.emergencyNumbers } ?? []
  }

  func deadline(_ deadline: Deadline, of id: ProviderID) -> Duration? {
    read(id) { $0.configuration.deadlines[deadline] } ?? nil
  }
}

// By the providers in their order; how they are spread over buckets is nobody's business.
extension Roster: Hashable, Codable {
  private enum CodingKeys: String, CodingKey { case entries }

  /// True when both have the same providers in the same order.
  public static func == (left: Roster, right: Roster) -> Bool {
    left.storage === right.storage || (left.count == right.count && left.entries == right.entries)
  }

  /// Hashes the providers in their order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
  }

  /// Reads what `encode(to:)` wrote.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .entries))
  }

  /// Writes the providers in their order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(entries, forKey: .entries)
  }
}
