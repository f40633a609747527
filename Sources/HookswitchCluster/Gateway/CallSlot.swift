package import CallControl
package import ClusterControl
internal import FoundationEssentials

/// The slot of a call, which the last digits of its id are.
///
/// A call that a program named, or that came in before its line was known, may have the digits of another slot: its node is then found
/// by a question to all.
package enum CallSlot {
  /// Returns the slot that a call's id names.
  package static func slot(of call: CallID, digits: Int) -> Slot? {
    let (high, low) = (Int(call.uuid.14), Int(call.uuid.15))
    return Slot(index: (high << 8 | low) & (Slot.count(digits: digits) - 1), digits: digits)
  }

  /// Returns an id for a new call of a line.
  package static func newCall(on line: String, digits: Int) -> CallID {
    var bytes = CallID.fresh().uuid
    let slot = KnownLines.slot(of: line, digits: digits).index
    let mask = Slot.count(digits: digits) - 1
    let tail = (Int(bytes.14) << 8 | Int(bytes.15)) & ~mask | slot
    (bytes.14, bytes.15) = (UInt8(truncatingIfNeeded: tail >> 8), UInt8(truncatingIfNeeded: tail))
    return CallID(uuid: bytes)
  }
}
