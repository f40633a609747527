public import CallControl

/// A person or a place in the store's address book.
public struct Contact: Hashable, Sendable {
  /// A handle of a contact.
  public struct LabelledHandle: Hashable, Sendable {
    /// The handle.
    public var handle: Handle
    /// Its label, such as `home`.
    public var label: String?

    /// Creates a labelled handle.
    ///
    /// - Parameters:
    ///   - handle: the handle.
    ///   - label: its label, such as `home`.
    public init(_ handle: Handle, label: String? = nil) {
      self.handle = handle
      self.label = label
    }
  }

  /// The largest number of contacts.
  public static let countLimit = 100_000
  /// The largest number of a contact's handles.
  public static let handleLimit = 64
  /// The longest text of a contact, in bytes.
  public static let textLimit = 4_096

  /// The contact's number in this store; 0 for a new one.
  public var id: Int64
  /// The contact's id in every address book: the UID of its vCard; empty for one that the store makes.
  public var uid: String
  /// The name.
  public var name: String
  /// The handles.
  public var handles: [LabelledHandle]
  /// The place among the favourites; nil for a contact that is none.
  public var favourite: Int64?
  /// True for a contact whom do-not-disturb always lets through (N1).
  public var isVIP: Bool
  /// The contact's ringtone: a name or a file.
  public var ringtone: String?
  /// The contact's image: a file or a URI.
  public var image: String?
  /// The origin of the contact: `user`, or the `source` of an import.
  public var source: String

  /// Creates a contact.
  ///
  /// - Parameters:
  ///   - id: the number of a known contact; 0 for a new one.
  ///   - uid: the id in every address book; empty for a new one.
  ///   - name: the name.
  ///   - handles: the handles.
  public init(id: Int64 = 0, uid: String = "", name: String, handles: [LabelledHandle] = []) {
    (self.id, self.uid, self.name, self.handles) = (id, uid, name, handles)
    isVIP = false
    source = "user"
  }

  /// Checks the limits.
  func check() throws(StoreError) {
    guard !name.isEmpty else { throw StoreError(.rejected, "name", "it is empty") }
    for (member, text) in [("name", name), ("uid", uid), ("ringtone", ringtone ?? ""), ("image", image ?? ""), ("source", source)] {
      guard text.utf8.count <= Self.textLimit else {
        throw StoreError(.tooLarge, member, "it is longer than \(Self.textLimit) bytes", limit: Self.textLimit)
      }
      guard !text.utf8.contains(0) else { throw StoreError(.rejected, member, "it contains a NUL") }
    }
    guard handles.count <= Self.handleLimit else {
      throw StoreError(.tooLarge, "handles", "there are more than \(Self.handleLimit)", limit: Self.handleLimit)
    }
    for (index, entry) in handles.enumerated() {
      let size = entry.handle.value.utf8.count
      guard size > 0, size <= Self.textLimit else {
        throw StoreError(.rejected, "handles/\(index)", "it has \(size) bytes; 1 to \(Self.textLimit) are allowed")
      }
    }
  }
}

/// The result of an import of contacts.
public struct ImportReport: Hashable, Sendable {
  /// The number of new contacts.
  public var added = 0
  /// The number of contacts that were known and changed.
  public var changed = 0
  /// The number of cards that were left out, or changed nothing.
  public var skipped = 0
  /// The reasons for the cards that were left out, each with its line; at most 100.
  public var problems: [String] = []

  /// Creates an empty report.
  public init() {}
}
