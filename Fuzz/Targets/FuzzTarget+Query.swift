internal import TransportABI
internal import TransportKit

extension FuzzTarget {
  /// Answers a host's query: the bytes are the query, whose memory ends at its stated size or at the end of the bytes.
  static let query = FuzzTarget(name: "query") { bytes in
    guard bytes.count >= 4 else { return precondition(TransportPlugin.answer(nil, with: Obedient.self) == HSW_E_INVAL) }
    let whole = MemoryLayout<hsw_query>.size
    let size = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    // Allocate the stated size, up to a little more than a query, so that a read past `size` leaves the block.
    let room = max(4, min(Int(size), whole + 64))
    let lender = Lender(Draw([]))
    let block = lender.block(room)
    block.copyMemory(from: bytes, byteCount: min(room, bytes.count))
    let before = Array(UnsafeRawBufferPointer(start: block, count: room))

    let query = block.assumingMemoryBound(to: hsw_query.self)
    let status = TransportPlugin.answer(query, with: Obedient.self)
    let after = Array(UnsafeRawBufferPointer(start: block, count: room))
    switch status {
    case HSW_OK:
      precondition(query.pointee.chosen_major >= query.pointee.major_min && query.pointee.chosen_major <= query.pointee.major_max)
      precondition(query.pointee.entry != nil, "an agreement without an entry")
    case HSW_E_VERSION:
      precondition(query.pointee.entry == nil, "an entry without an agreement")
      precondition(withUnsafeBytes(of: query.pointee.reason) { $0.contains(0) && $0.first != 0 }, "no reason, or one without an end")
    default:
      precondition(status == HSW_E_INVAL && before == after, "it answered \(status) and wrote")
    }
    precondition(before[..<min(20, room)] == after[..<min(20, room)], "it wrote into the host's fields")
    if room > whole { precondition(before[whole...] == after[whole...], "it wrote past the fields that it knows") }
    withExtendedLifetime(lender) {}
  }
}
