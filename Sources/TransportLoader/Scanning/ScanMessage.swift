internal import StrictJSON

/// A line that the scanning process sends to the host over a private descriptor.
enum ScanMessage: Equatable, Sendable {
  /// The process runs, and calls this function of the library next.
  case step(String)
  /// The library's code answered.
  case record(ScanRecord)
  /// The library cannot be loaded, or refused, or broke the contract.
  case refusal(TransportRefusal)

  /// The version of the format.
  private static let format = 1
  /// The longest line that is accepted, in bytes.
  static let maximumSize = 1024 * 1024

  /// Parses a line; nil when it is not a message of this scan.
  init?(line: some Sequence<UInt8>, nonce: String) {
    guard let json = try? JSONReader.read(Array(line)), json["hookswitch-scan"] == .integer(Self.format),
      json["nonce"]?.string == nonce
    else { return nil }
    if let step = json["step"]?.string {
      self = .step(step)
    } else if let record = json["record"].flatMap(ScanRecord.init) {
      self = .record(record)
    } else if let refusal = json["refusal"].flatMap(TransportRefusal.init(json:)) {
      self = .refusal(refusal)
    } else {
      return nil
    }
  }

  /// The message as a line, with its newline.
  func line(nonce: String) -> String {
    var members: [JSONValue.Member] = [
      .init(name: "hookswitch-scan", value: .integer(Self.format)), .init(name: "nonce", value: .string(nonce)),
    ]
    switch self {
    case .step(let step): members.append(.init(name: "step", value: .string(step)))
    case .record(let record): members.append(.init(name: "record", value: record.json))
    case .refusal(let refusal): members.append(.init(name: "refusal", value: refusal.json))
    }
    return JSONValue.object(members).text + "\n"
  }
}
