/// An IPv6 address that compares equal in every spelling (RFC 5954, RFC 5952).
struct IPv6Address: Hashable, CustomStringConvertible {
  private let groups: [UInt16]

  /// Reads an address without brackets and without a zone; nil when the text is not one.
  init?(_ text: Substring.UTF8View) {
    let colon = UInt8(ascii: ":")
    let parts = text.split(separator: colon, omittingEmptySubsequences: false)
    guard (3...9).contains(parts.count) else { return nil }
    // `::` gives empty parts: one inside the address, two at an end, three when it stands alone.
    var gap: Int?
    var groups: [UInt16] = []
    for (index, part) in parts.enumerated() {
      if part.isEmpty {
        let isOuter = index == 0 || index == parts.count - 1
        let neighbour = index == 0 ? 1 : parts.count - 2
        if isOuter {
          guard parts[neighbour].isEmpty else { return nil }
        } else {
          guard gap == nil else { return nil }
          gap = groups.count
        }
      } else if index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
        guard let pair = Self.quad(part) else { return nil }
        groups += pair
      } else {
        guard part.count <= 4, part.allSatisfy(\.isHexadecimal), let group = UInt16(Substring(part), radix: 16) else { return nil }
        groups.append(group)
      }
    }
    if let gap {
      guard groups.count < 8 else { return nil }
      groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
    }
    guard groups.count == 8 else { return nil }
    self.groups = groups
  }

  /// Reads the dotted IPv4 notation of the last two groups.
  private static func quad(_ text: Substring.UTF8View) -> [UInt16]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let bytes = parts.compactMap { $0.allSatisfy(\.isDigit) && $0.count <= 3 ? UInt8(Substring($0)) : nil }
    guard parts.count == 4, bytes.count == 4 else { return nil }
    return [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
  }

  /// The RFC 5952 spelling: lower case, no leading zeros, `::` for the first of the longest runs of zeros.
  var description: String {
    var best = 0..<0
    var start = 0
    for (index, group) in groups.enumerated() {
      if group != 0 { start = index + 1 } else if index + 1 - start > best.count { best = start..<index + 1 }
    }
    func text(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
    return best.count < 2 ? text(groups[...]) : text(groups[..<best.lowerBound]) + "::" + text(groups[best.upperBound...])
  }
}
