internal import CallStore
internal import Glibc

extension FuzzTarget {
  /// Imports a text as vCards, writes each contact as a vCard, and reads that again: name and handles stay, and no line is too long.
  static let vcard = FuzzTarget(name: "vcard") { bytes in
    precondition(StoreFormats.cardsSurvive(String(decoding: bytes, as: UTF8.self)), "a contact changed on its way through a vCard")
  }

  /// Opens a file as the spool of a dead host: every record that is read is written again as the same, and the reader stays inside the file.
  static let spool = FuzzTarget(name: "spool") { bytes in
    precondition(StoreFormats.recordSurvives(bytes), "a record changed on its way through the spool")
    precondition(
      StoreFormats.spoolSurvives(bytes, at: "/tmp/hookswitch-fuzz-spool-\(getpid())"), "the spool lost its place, or took no further record"
    )
  }
}
