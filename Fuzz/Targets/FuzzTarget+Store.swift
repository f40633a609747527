internal import CallStore

extension FuzzTarget {
  /// Reads vCards: the contacts survive an export.
  static let vcard = FuzzTarget(name: "vcard") { bytes in
    precondition(StoreFormats.cardsSurvive(String(decoding: bytes, as: UTF8.self)), "an export changed a contact")
  }

  /// Reads a record of the store's spool, and a time zone's file.
  static let spool = FuzzTarget(name: "spool") { bytes in
    precondition(StoreFormats.recordSurvives(bytes), "the writer changed a record")
    precondition(StoreFormats.zoneSurvives(bytes), "an offset of more than a week")
  }
}
