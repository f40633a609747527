/// A message of AudioSocket from the program: one byte of kind, two of length, most significant first, and the payload.
enum AudioSocketMessage: Equatable, Sendable {
  /// 0x00: the call should end.
  case terminate
  /// Audio of the stream's rate, as its bytes come.
  case audio([UInt8])
  /// 0xff, with the program's code.
  case error([UInt8])
  /// A kind that this side does not take, once for each message.
  case ignored(kind: UInt8)
}

/// Reads AudioSocket's messages from pieces of any size, without waiting for the end of a message with audio.
struct AudioSocketReader: Sendable {
  /// The kinds of message.
  enum Kind {
    static let terminate: UInt8 = 0x00
    static let uuid: UInt8 = 0x01
    static let digit: UInt8 = 0x03
    static let error: UInt8 = 0xFF

    /// Returns the kind of audio at a rate.
    static func audio(_ rate: Int) -> UInt8 {
      switch rate {
      case 16_000: 0x12
      case 24_000: 0x13
      case 48_000: 0x16
      default: 0x10
      }
    }
  }

  private let audio: UInt8
  private var header: [UInt8] = []
  private var left = 0
  private var kept: [UInt8] = []

  /// Creates a reader for audio of one rate; audio of others is ignored.
  init(rate: Int) { audio = Kind.audio(rate) }

  /// Reads bytes, and returns the messages in them.
  mutating func read(_ bytes: UnsafeRawBufferPointer) -> [AudioSocketMessage] {
    var messages: [AudioSocketMessage] = []
    var at = 0
    while at < bytes.count {
      if left == 0 {
        header.append(bytes[at])
        at += 1
        guard header.count == 3 else { continue }
        left = Int(header[1]) << 8 | Int(header[2])
        if left == 0 { end(&messages) }
        continue
      }
      let part = bytes[at..<min(bytes.count, at + left)]
      at += part.count
      left -= part.count
      switch header[0] {
      case audio: messages.append(.audio(Array(part)))
      // A code of one byte is usual; more is read over.
      case Kind.error where kept.count < 4: kept += part.prefix(4 - kept.count)
      default: break
      }
      if left == 0 { end(&messages) }
    }
    return messages
  }

  /// Ends a message.
  private mutating func end(_ messages: inout [AudioSocketMessage]) {
    switch header[0] {
    case audio: break
    case Kind.terminate: messages.append(.terminate)
    case Kind.error: messages.append(.error(kept))
    default: messages.append(.ignored(kind: header[0]))
    }
    header = []
    kept = []
  }

  /// Appends a message.
  static func write(_ kind: UInt8, _ payload: some Collection<UInt8>, to bytes: inout [UInt8]) {
    bytes += [kind, UInt8(truncatingIfNeeded: payload.count >> 8), UInt8(truncatingIfNeeded: payload.count)]
    bytes += payload
  }
}

/// Joins the bytes of 16-bit samples, least significant first, which come in pieces of any size.
struct SampleJoiner: Sendable {
  private var rest: UInt8?

  /// Takes bytes, and returns the whole samples.
  mutating func join(_ bytes: some Collection<UInt8>) -> [Int16] {
    guard !bytes.isEmpty else { return [] }
    let all = rest.map { [$0] + bytes } ?? Array(bytes)
    rest = all.count.isMultiple(of: 2) ? nil : all.last
    return [Int16](unsafeUninitializedCapacity: all.count / 2) { samples, count in
      all.withUnsafeBytes {
        UnsafeMutableRawBufferPointer(samples).copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<(all.count / 2 * 2)]))
      }
      count = all.count / 2
      for place in 0..<count { samples[place] = Int16(littleEndian: samples[place]) }
    }
  }
}
