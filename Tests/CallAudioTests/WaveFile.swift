import Foundation

/// A strict parser of WAV files, which corrects no errors of their headers.
struct WaveFile {
  var rate = 0
  var channels = 0
  var samples: [Int16] = []

  struct Broken: Error {
    var reason: String
  }

  init(_ path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    guard bytes.count >= 12, Self.word(bytes, 0) == "RIFF", Self.word(bytes, 8) == "WAVE" else { throw Broken(reason: "not a WAV file") }
    let end = 8 + Self.number(bytes, 4)
    guard end <= bytes.count else { throw Broken(reason: "the header tells of \(end) bytes, there are \(bytes.count)") }
    var place = 12
    while place + 8 <= end {
      let size = Self.number(bytes, place + 4)
      guard place + 8 + size <= end else { throw Broken(reason: "the chunk \(Self.word(bytes, place)) is cut off") }
      switch Self.word(bytes, place) {
      case "fmt ":
        channels = Self.number(bytes, place + 10) & 0xffff
        rate = Self.number(bytes, place + 12)
      case "data":
        samples = bytes[place + 8..<place + 8 + size].withUnsafeBytes { raw in
          (0..<size / 2).map { raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self) }
        }
        return
      default: break
      }
      place += 8 + size + size % 2
    }
    throw Broken(reason: "no samples")
  }

  /// Returns one channel; 0 is the left one.
  func channel(_ number: Int) -> [Int16] { stride(from: number, to: samples.count, by: channels).map { samples[$0] } }

  private static func word(_ bytes: [UInt8], _ place: Int) -> String { String(decoding: bytes[place..<place + 4], as: UTF8.self) }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) } }
}
