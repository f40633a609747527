/// The database's schema, and the steps from one version to the next.
enum Schema {
  /// The number that marks a file as a store: the bytes of HSW1.
  static let applicationID: Int64 = 0x4853_5731
  /// The newest version, which this program writes.
  static let version = 1

  /// Returns the statements that lead from the version before to `version`; nil for a version that is not known.
  static func step(to version: Int) -> String? {
    switch version {
    case 1: first
    default: nil
    }
  }

  /// The tables, in an order in which each refers only to earlier ones.
  static let tables: [(name: String, columns: [String])] = [
    ("meta", ["key", "value"]),
    (
      "contact",
      ["id", "uid", "name", "favourite", "vip", "ringtone", "image", "source", "vcard", "change"]
    ),
    ("contact_handle", ["contact", "position", "type", "value", "key", "label"]),
    (
      "call",
      [
        "id", "change", "uuid", "line", "provider", "direction", "outcome", "handle_type", "handle", "handle_key", "name", "label",
        "label_source", "contact", "began", "started", "connecting", "connected", "ended", "duration", "refusal", "decided_by", "reason",
        "cause", "made_room_for", "t_domain", "t_code", "t_cause", "t_message", "grp", "emergency", "video", "read",
      ]
    ),
    ("recording", ["call", "file"]),
    (actors, ["call", "name"]),
    (shipped, ["call"]),
    ("removed", ["change", "call"]),
    ("block", ["id", "kind", "type", "value", "key", "effect", "reason", "added_by", "added", "until", "hits", "last_hit"]),
    ("setting", ["key", "value"]),
    ("directory", ["id", "enabled", "revision", "token", "report"]),
    ("access", ["peer", "rights", "names", "asked", "granted"]),
  ]

  /// The table of the persons and programs that started, answered or declined calls.
  static let actors = "actor"
  /// The table of the ended calls whose records a cluster's stream has, above the id in `meta`.
  static let shipped = "shipped"
  /// Makes the tables that an older program of this version leaves out; it reads and writes the file all the same.
  static let additions = """
    CREATE TABLE IF NOT EXISTS actor(call INTEGER PRIMARY KEY REFERENCES call(id) ON DELETE CASCADE, name TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS shipped(call INTEGER PRIMARY KEY REFERENCES call(id) ON DELETE CASCADE);
    """

  private static let first = """
    PRAGMA application_id = 0x48535731; PRAGMA user_version = 1;
    CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE call(
      id INTEGER PRIMARY KEY AUTOINCREMENT, change INTEGER NOT NULL, uuid BLOB NOT NULL UNIQUE CHECK(length(uuid) = 16),
      line TEXT NOT NULL, provider TEXT NOT NULL, direction INTEGER NOT NULL CHECK(direction IN (0, 1)),
      outcome TEXT NOT NULL, handle_type TEXT, handle TEXT, handle_key TEXT, name TEXT, label TEXT, label_source TEXT,
      contact INTEGER REFERENCES contact(id) ON DELETE SET NULL,
      began INTEGER NOT NULL, started INTEGER, connecting INTEGER, connected INTEGER, ended INTEGER, duration INTEGER,
      refusal TEXT, decided_by TEXT, reason TEXT, cause TEXT, made_room_for BLOB,
      t_domain TEXT, t_code INTEGER, t_cause INTEGER, t_message TEXT, grp INTEGER,
      emergency INTEGER NOT NULL DEFAULT 0, video INTEGER NOT NULL DEFAULT 0, read INTEGER NOT NULL DEFAULT 0);
    CREATE INDEX call_change ON call(change);  CREATE INDEX call_handle ON call(handle_key, began);
    CREATE INDEX call_began ON call(began);    CREATE INDEX call_unread ON call(id) WHERE read = 0;
    CREATE TABLE recording(call INTEGER NOT NULL REFERENCES call(id) ON DELETE CASCADE, file TEXT NOT NULL, PRIMARY KEY(call, file)) WITHOUT ROWID;
    CREATE TABLE removed(change INTEGER PRIMARY KEY, call INTEGER NOT NULL);
    CREATE TABLE contact(
      id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, favourite INTEGER, vip INTEGER NOT NULL DEFAULT 0,
      ringtone TEXT, image TEXT, source TEXT NOT NULL, vcard TEXT, change INTEGER NOT NULL);
    CREATE TABLE contact_handle(
      contact INTEGER NOT NULL REFERENCES contact(id) ON DELETE CASCADE, position INTEGER NOT NULL, type TEXT NOT NULL, value TEXT NOT NULL,
      key TEXT NOT NULL, label TEXT, PRIMARY KEY(contact, position)) WITHOUT ROWID;
    CREATE INDEX contact_handle_key ON contact_handle(key);
    CREATE TABLE block(
      id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, type TEXT, value TEXT NOT NULL, key TEXT NOT NULL, effect TEXT NOT NULL,
      reason TEXT, added_by TEXT NOT NULL, added INTEGER NOT NULL, until INTEGER, hits INTEGER NOT NULL DEFAULT 0, last_hit INTEGER, UNIQUE(kind, key));
    CREATE TABLE setting(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE directory(id TEXT PRIMARY KEY, enabled INTEGER NOT NULL, revision INTEGER NOT NULL, token TEXT, report TEXT) WITHOUT ROWID;
    CREATE TABLE access(peer TEXT PRIMARY KEY, rights TEXT NOT NULL, names TEXT, asked INTEGER, granted INTEGER) WITHOUT ROWID;
    """
}
