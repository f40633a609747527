internal import TransportABI

/// The parts of a parcel of the kit: a head, the transport's bytes of `prepare`, the kit's books, and the transport's bytes of `give`.
struct HandoverParts {
  /// The version of the transport's format.
  let format: UInt32
  let books: HandoverBooks
  /// The transport's bytes, those of `prepare` first.
  let bytes: [UInt8]

  /// The first bytes of every parcel: "HSWK", then the version of the kit's own format.
  private static let magic: UInt32 = 0x4b57_5348
  private static let kitFormat: UInt32 = 1

  /// Returns the head and the transport's bytes of `prepare`.
  static func head(_ id: String, _ format: UInt32, _ way: HandoverWay, _ prepared: [UInt8]) -> [UInt8] {
    let parcel = ParcelWriter()
    parcel.write(id)
    parcel.write(magic)
    parcel.write(kitFormat)
    parcel.write(format)
    parcel.write(way)
    parcel.write(prepared)
    return parcel.bytes
  }

  /// Reads a parcel as a whole.
  ///
  /// - Throws: `invalid` for one of another transport or way, `notSupported` for a later format, and the errors of ``ParcelReader``.
  init(_ parcel: [UInt8], _ way: HandoverWay, for id: String, mostFormat: UInt32) throws(TransportError) {
    let parcel = ParcelReader(parcel, format: 0, from: nil)
    let other = try parcel.text(atMost: 64)
    try parcel.check(other == id, "the parcel is of the transport \(other) and not of \(id)")
    try parcel.check(try parcel.integer() == Self.magic, "the parcel is not one of TransportKit")
    let kit: UInt32 = try parcel.integer(in: 1...UInt32.max)
    guard kit == Self.kitFormat else { throw TransportError(.notSupported, "the parcel has a later form, \(kit)") }
    format = try parcel.integer()
    guard format <= mostFormat else {
      throw TransportError(.notSupported, "the parcel has the format \(format); this version reads formats up to \(mostFormat)")
    }
    try parcel.check(try parcel.value(HandoverWay.self) == way, "the parcel was given by another way")
    let most = Int(HSW_PARCEL_MAX)
    let prepared = try parcel.data(atMost: most)
    books = try HandoverBooks(from: parcel)
    bytes = try prepared + parcel.data(atMost: most)
    try parcel.finish()
  }

  /// Reads the host's bytes to their end; the host may give them in pieces.
  static func read(_ table: hsw_parcel) throws(TransportError) -> [UInt8] {
    guard let read = table.read else { throw TransportError(.invalid, "the host gives no bytes") }
    var bytes: [UInt8] = []
    while bytes.count <= Int(HSW_PARCEL_MAX) {
      var given: Int64 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        given = read(table.ctx, start, buffer.count)
        count = Int(max(0, min(given, Int64(buffer.count))))
      }
      guard given >= 0, given <= 1 << 16 else { throw TransportError(.failed, "the host does not give the parcel") }
      if given == 0 { return bytes }
      bytes += piece
    }
    throw TransportError(.outOfRange, "the parcel is longer than \(HSW_PARCEL_MAX) bytes")
  }
}
