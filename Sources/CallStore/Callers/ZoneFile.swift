internal import Glibc

/// A time zone of the system's database, in the format TZif of RFC 8536.
struct ZoneFile: Hashable, Sendable {
  /// The limit on a file's size; the largest has some kilobytes.
  private static let sizeLimit = 1 << 20

  private var transitions: [Int64] = []
  /// The offset from UTC after each transition, in seconds.
  private var offsets: [Int64] = []
  /// The offset before the first transition.
  private var first: Int64 = 0
  /// The rule after the last transition.
  private var rule: ZoneRule?

  /// The zone of `TZ`, or of `/etc/localtime`; nil for UTC.
  static var system: ZoneFile? {
    if let name = getenv("TZ").map({ String(cString: $0) }), !name.isEmpty {
      let plain = name.hasPrefix(":") ? String(name.dropFirst()) : name
      return ZoneFile(named: plain) ?? ZoneRule(plain).map { ZoneFile($0) }
    }
    return read("/etc/localtime").flatMap { ZoneFile($0) }
  }

  /// Reads a zone by its name, such as `Europe/Berlin`; nil when the system has none.
  init?(named name: String) {
    guard !name.isEmpty, name.utf8.count <= 255, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else { return nil }
    let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
    guard let bytes = Self.read("\(folder)/\(name)") else { return nil }
    self.init(bytes)
  }

  /// Creates a zone with one rule for all times.
  init(_ rule: ZoneRule) {
    self.rule = rule
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: sizeLimit)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      count += got
    }
    return Array(bytes[..<count])
  }

  /// Reads a file's bytes; nil when they are no time zone.
  init?(_ bytes: [UInt8]) {
    guard let head = Header(bytes, at: 0) else { return nil }
    // Version 1 has times of 32 bits; later ones repeat all with 64 bits.
    let isLong = head.version >= 2
    let start = isLong ? 44 + head.size(ofTime: 4) : 0
    guard let head = isLong ? Header(bytes, at: start) : head else { return nil }
    let width = isLong ? 8 : 4
    var place = start + 44
    guard head.types > 0, bytes.count >= place + head.size(ofTime: width) else { return nil }
    let times = (0..<head.times).map { Self.number(bytes, place + $0 * width, width) }
    place += head.times * width
    let kinds = bytes[place..<place + head.times].map { Int($0) }
    place += head.times
    let infos = (0..<head.types).map { (offset: Self.number(bytes, place + $0 * 6, 4), isDST: bytes[place + $0 * 6 + 4] != 0) }
    guard kinds.allSatisfy({ $0 < infos.count }), zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }),
      infos.allSatisfy({ abs($0.offset) <= 26 * 3_600 })
    else { return nil }
    transitions = times
    offsets = kinds.map { infos[$0].offset }
    first = (infos.first { !$0.isDST } ?? infos[0]).offset
    guard isLong else { return }
    let footer = bytes[(start + 44 + head.size(ofTime: 8))...]
    guard footer.first == 10, let end = footer.dropFirst().firstIndex(of: 10) else { return }
    rule = ZoneRule(String(decoding: footer[(footer.startIndex + 1)..<end], as: UTF8.self))
  }

  /// The counts of a TZif header.
  private struct Header {
    let version: Int
    let times: Int
    let types: Int
    private let rest: (utc: Int, standard: Int, leaps: Int, characters: Int)

    init?(_ bytes: [UInt8], at place: Int) {
      guard bytes.count >= place + 44, bytes[place..<place + 4].elementsEqual("TZif".utf8) else { return nil }
      let counts = (0..<6).map { Int(ZoneFile.number(bytes, place + 20 + $0 * 4, 4)) }
      guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
      version = bytes[place + 4] == 0 ? 1 : Int(bytes[place + 4]) - 48
      rest = (counts[0], counts[1], counts[2], counts[5])
      (times, types) = (counts[3], counts[4])
    }

    func size(ofTime width: Int) -> Int {
      times * (width + 1) + types * 6 + rest.characters + rest.leaps * (width + 4) + rest.standard + rest.utc
    }
  }

  private static func number(_ bytes: [UInt8], _ place: Int, _ width: Int) -> Int64 {
    var value = Int64(Int8(bitPattern: bytes[place]))
    for index in 1..<width { value = value << 8 | Int64(bytes[place + index]) }
    return value
  }

  /// Returns the offset from UTC at a time, in seconds since 1970.
  func offset(at time: Int64) -> Int64 {
    guard let last = transitions.last else { return rule?.offset(at: time) ?? first }
    if time >= last { return rule?.offset(at: time) ?? offsets[offsets.count - 1] }
    let index = transitions.firstIndex { $0 > time } ?? 0
    return index == 0 ? first : offsets[index - 1]
  }

  /// Returns the next change of the offset after a time, within a year.
  func nextTransition(after time: Int64) -> Int64? {
    let year = time + 366 * 86_400
    if let known = transitions.first(where: { $0 > time }) { return known < year ? known : nil }
    return rule?.transitions(around: time).filter { $0 > time && $0 < year }.min()
  }
}
