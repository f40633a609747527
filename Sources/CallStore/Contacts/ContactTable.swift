internal import CallControl

/// The tables of contacts and their handles.
struct ContactTable {
  let connection: Connection
  let handles: StoreHandles

  init(_ connection: Connection, _ handles: StoreHandles) {
    self.connection = connection
    self.handles = handles
  }

  private static let columns = "SELECT id, uid, name, favourite, vip, ringtone, image, source FROM contact"

  /// Returns contacts ordered by id.
  func list(text: String?, favourites: Bool, after: Int64, limit: Int) throws(SQLiteError) -> [Contact] {
    var conditions = ["id > ?"]
    var values: [SQLValue] = [.integer(after)]
    if favourites { conditions.append("favourite IS NOT NULL") }
    if let text, !text.isEmpty {
      conditions.append(
        "(instr(lower(name), lower(?)) OR id IN (SELECT contact FROM contact_handle WHERE instr(lower(value), lower(?)) OR instr(key, ?)))")
      values += [.text(text), .text(text), .text(text)]
    }
    values.append(.integer(Int64(limit)))
    return try contacts("WHERE \(conditions.joined(separator: " AND ")) ORDER BY id LIMIT ?", values)
  }

  func contact(_ id: Int64) throws(SQLiteError) -> Contact? {
    try contacts("WHERE id = ?", [.integer(id)]).first
  }

  /// Returns the contact with a handle; of several, the one that was added first.
  func match(_ handle: Handle) throws(SQLiteError) -> Contact? {
    let key = handles.key(of: handle)
    let found = try contacts("WHERE id IN (SELECT contact FROM contact_handle WHERE key = ?) ORDER BY id", [.text(key)])
    return found.first { contact in contact.handles.contains { handles.matches($0.handle, handle) } } ?? found.first
  }

  /// Returns each contact's vCard as it was imported, by id; nil for one that was never imported.
  func card(_ id: Int64) throws(SQLiteError) -> String? {
    try connection.value("SELECT vcard FROM contact WHERE id = ?", [.integer(id)]).text
  }

  private func contacts(_ rest: String, _ values: [SQLValue]) throws(SQLiteError) -> [Contact] {
    var contacts = try connection.rows("\(Self.columns) \(rest)", values) { row in
      var contact = Contact(id: row.integer(0) ?? 0, uid: row.text(1) ?? "", name: row.text(2) ?? "")
      contact.favourite = row.integer(3)
      contact.isVIP = row.integer(4) == 1
      (contact.ringtone, contact.image, contact.source) = (row.text(5), row.text(6), row.text(7) ?? "user")
      return contact
    }
    for index in contacts.indices {
      contacts[index].handles = try connection.rows(
        "SELECT type, value, label FROM contact_handle WHERE contact = ? ORDER BY position", [.integer(contacts[index].id)]
      ) { row in
        Contact.LabelledHandle(Handle(type: Handle.Kind(rawValue: row.text(0) ?? "generic"), value: row.text(1) ?? ""), label: row.text(2))
      }
    }
    return contacts
  }

  /// Returns the contacts as the judge needs them, by the keys of their handles; the contact that was added first has a shared handle.
  func judged() throws(SQLiteError) -> [String: CallerRules.Contact] {
    let sql = "SELECT key, id, favourite, vip FROM contact_handle JOIN contact ON contact.id = contact_handle.contact ORDER BY id"
    let rows = try connection.rows(sql) { row in
      (row.text(0) ?? "", CallerRules.Contact(id: row.integer(1) ?? 0, isFavourite: row.integer(2) != nil, isVIP: row.integer(3) == 1))
    }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Changes

  /// Writes a contact and its handles; `card` is the vCard that it came from, nil to keep the present one.
  ///
  /// - Returns: the contact's id.
  func put(_ contact: Contact, card: String?, change: Int64) throws(SQLiteError) -> Int64 {
    var id = contact.id
    let values: [SQLValue] = [
      .text(contact.uid), .text(contact.name), SQLValue(contact.favourite), SQLValue(contact.isVIP), SQLValue(contact.ringtone),
      SQLValue(contact.image), .text(contact.source), SQLValue(card), .integer(change),
    ]
    if id == 0 {
      try connection.run(
        "INSERT INTO contact(uid, name, favourite, vip, ringtone, image, source, vcard, change) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
      id = connection.lastID
    } else {
      try connection.run(
        """
        UPDATE contact SET uid = ?, name = ?, favourite = ?, vip = ?, ringtone = ?, image = ?, source = ?, vcard = coalesce(?, vcard),
          change = ? WHERE id = ?
        """, values + [.integer(id)])
      try connection.run("DELETE FROM contact_handle WHERE contact = ?", [.integer(id)])
    }
    for (position, entry) in contact.handles.enumerated() {
      try connection.run(
        "INSERT INTO contact_handle(contact, position, type, value, key, label) VALUES(?, ?, ?, ?, ?, ?)",
        [
          .integer(id), .integer(Int64(position)), .text(entry.handle.type.rawValue), .text(entry.handle.value),
          .text(handles.key(of: entry.handle)), SQLValue(entry.label),
        ])
    }
    return id
  }

  /// Returns the entries of the history that get a contact: calls with one of its handles and without a contact, the newest 1,000.
  func unmatchedCalls(of contact: Int64) throws(SQLiteError) -> [Int64] {
    try connection.rows(
      """
      SELECT id FROM call WHERE contact IS NULL AND ended IS NOT NULL
        AND handle_key IN (SELECT key FROM contact_handle WHERE contact = ?) ORDER BY id DESC LIMIT 1000
      """, [.integer(contact)]
    ) { $0.integer(0) ?? 0 }
  }
}
