/// A query to a name server (RFC 1035 section 4.1), and its answer.
struct NameQuestion {
  enum Kind: UInt16 {
    case address = 1
    case address6 = 28
    case service = 33
    case pointer = 35
  }

  var name: String
  var type: UInt16
  /// The query's number, and the question section as received.
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

  /// Returns the answer with all matching records, or an empty one.
  func answer(_ records: NameRecords) -> [UInt8] {
    let data = records.data(Kind(rawValue: type), of: name)
    // A name without a service record does not exist.
    let code: UInt8 = data.isEmpty && name.hasPrefix("_") ? 3 : 0
    var answer = Array(number) + [0x84, code, 0, 1, 0, UInt8(data.count), 0, 0, 0, 0] + question
    for data in data {
      answer += [0xC0, 12, UInt8(type >> 8), UInt8(type & 255), 0, 1, 0, 0, 0, 60, UInt8(data.count >> 8), UInt8(data.count & 255)] + data
    }
    return answer
  }
}
