/// A question to a name server (RFC 1035 section 4.1), and the answer to it.
struct NameQuestion {
  enum Kind: UInt16 {
    case address = 1
    case address6 = 28
    case service = 33
    case pointer = 35
  }

  var name: String
  var type: UInt16
  /// Its number, and the question itself as it came.
  private var number: ArraySlice<UInt8>
  private var question: ArraySlice<UInt8>

  init?(_ message: ArraySlice<UInt8>) {
    guard message.count > 16 else { return nil }
    number = message.prefix(2)
    var (labels, at) = ([String](), message.startIndex + 12)
    while at < message.endIndex, message[at] > 0 {
      let end = at + 1 + Int(message[at])
      guard end < message.endIndex else { return nil }
      labels.append(String(decoding: message[(at + 1)..<end], as: UTF8.self))
      at = end
    }
    guard at + 5 <= message.endIndex else { return nil }
    name = labels.joined(separator: ".").lowercased()
    type = UInt16(message[at + 1]) << 8 | UInt16(message[at + 2])
    question = message[(message.startIndex + 12)..<(at + 5)]
  }

  /// The answer: 127.0.0.1 for an address, the port for a service; nothing for what there is none of.
  func answer(port: UInt16?) -> [UInt8] {
    var data: [UInt8]?
    switch Kind(rawValue: type) {
    case .address where !name.hasPrefix("_"): data = [127, 0, 0, 1]
    case .service:
      // Priority, weight, port, and the host behind it: the domain itself.
      data = port.map { [0, 1, 0, 1, UInt8($0 >> 8), UInt8($0 & 255)] + Self.labels(["host", "example", "org"]) }
    default: break
    }
    // What there is no service of does not exist.
    let code: UInt8 = data == nil && name.hasPrefix("_") ? 3 : 0
    var answer = Array(number) + [0x84, code, 0, 1, 0, data == nil ? 0 : 1, 0, 0, 0, 0] + question
    guard let data else { return answer }
    answer += [0xC0, 12, UInt8(type >> 8), UInt8(type & 255), 0, 1, 0, 0, 0, 60, UInt8(data.count >> 8), UInt8(data.count & 255)] + data
    return answer
  }

  private static func labels(_ names: [String]) -> [UInt8] { names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0] }
}
