public import CallControl
public import FoundationEssentials

/// Writes the transports' messages of a journal as a pcapng file (draft-ietf-opsawg-pcapng), which packet analyzers read.
///
/// A journal has messages without addresses and ports, so that each packet is an exported PDU (link type 252): it names the dissector of
/// its protocol. The direction stands in the flags of the packet, the call and the provider in its comment.
public struct PacketCapture {
  private static let exportedPDU: UInt16 = 252
  private static let dissectorTag: UInt16 = 12
  private static let commentOption: UInt16 = 1
  private static let flagsOption: UInt16 = 2
  private static let resolutionOption: UInt16 = 9
  private static let applicationOption: UInt16 = 4

  /// The time of the journal's time zero, in nanoseconds since 1970.
  private let offset: Int64
  private let version: String

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - zero: the date of the journal's time zero, in seconds since 1970; 0 when it is unknown.
  ///   - version: the version of the program.
  public init(zero: Double, version: String) {
    offset = Int64((min(max(zero, 0), 1e9 * 8) * 1_000).rounded()) * 1_000_000
    self.version = version
  }

  /// Returns the file.
  ///
  /// - Parameters:
  ///   - records: the journal.
  ///   - call: the only call whose messages are written; nil for all.
  public func bytes(of records: [JournalRecord], call: CallID? = nil) -> [UInt8] {
    var file = sectionHeader + interface
    for record in SIPCalls.joined(records) {
      guard case .wire(let provider, let owner, protocol: let name, let text, let isOutgoing) = record.body, name != "journal",
        name != "media",
        call == nil || owner == call
      else { continue }
      let comment = owner.map { "call \($0.uuidString), provider \(provider)" } ?? "provider \(provider)"
      file += packet(name, text, isOutgoing, comment, at: record.time)
    }
    return file
  }

  private var sectionHeader: [UInt8] {
    // The byte-order magic, the version 1.0, and an unknown length of the section.
    var body = Self.little(UInt32(0x1A2B_3C4D)) + Self.little(UInt16(1)) + Self.little(UInt16(0)) + Self.little(UInt64.max)
    body += Self.option(Self.applicationOption, Array("hookswitch \(version)".utf8)) + Self.endOfOptions
    return Self.block(0x0A0D_0D0A, body)
  }

  private var interface: [UInt8] {
    var body = Self.little(Self.exportedPDU) + Self.little(UInt16(0)) + Self.little(UInt32(0))
    // Nanoseconds: ten to the power of -9.
    body += Self.option(Self.resolutionOption, [9]) + Self.endOfOptions
    return Self.block(1, body)
  }

  private func packet(_ name: String, _ text: String, _ isOutgoing: Bool, _ comment: String, at time: Instant) -> [UInt8] {
    let dissector = Array(name.lowercased().utf8)
    // Tags of exported PDUs are big-endian, and the last has no length.
    var data = Self.big(Self.dissectorTag) + Self.big(UInt16(Self.padded(dissector).count)) + Self.padded(dissector)
    data += [0, 0, 0, 0] + Array(text.utf8)
    let stamp = UInt64(max(0, time.nanoseconds &+ offset))
    var body =
      Self.little(UInt32(0)) + Self.little(UInt32(truncatingIfNeeded: stamp >> 32)) + Self.little(UInt32(truncatingIfNeeded: stamp))
    body += Self.little(UInt32(data.count)) + Self.little(UInt32(data.count)) + Self.padded(data)
    body += Self.option(Self.commentOption, Array(comment.utf8)) + Self.option(Self.flagsOption, Self.little(UInt32(isOutgoing ? 2 : 1)))
    return Self.block(6, body + Self.endOfOptions)
  }

  // MARK: Parts

  private static let endOfOptions: [UInt8] = [0, 0, 0, 0]

  private static func block(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
    let length = little(UInt32(body.count + 12))
    return little(type) + length + body + length
  }

  private static func option(_ code: UInt16, _ value: [UInt8]) -> [UInt8] {
    let value = Array(value.prefix(Int(UInt16.max)))
    return little(code) + little(UInt16(value.count)) + padded(value)
  }

  /// Returns bytes with zeros up to a multiple of four.
  private static func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4) }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

  private static func big(_ number: UInt16) -> [UInt8] { [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)] }
}
