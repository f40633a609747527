internal import TransportABI

/// Asks a transport for the audio formats of a call.
enum AudioFormatList {
  /// The reason why the list cannot be used.
  enum Failure: Error {
    /// The transport returned this status.
    case refused(hsw_status)
    /// The transport broke the contract.
    case malformed
  }

  /// The largest number of formats that is believed.
  private static let most: UInt32 = 64

  /// The formats that the host supports, best first.
  ///
  /// Asks a second time when the first table is too small.
  ///
  /// - Parameter ask: `audio.formats`, for one call.
  static func read(
    _ ask: (UnsafeMutablePointer<hsw_audio_format>, UInt32, UnsafeMutablePointer<UInt32>) -> hsw_status
  ) throws(Failure) -> [TransportAudioFormat] {
    var count: UInt32 = 8
    var room = count
    var status = HSW_E_FAIL
    var table: [hsw_audio_format] = []
    for _ in 0..<2 {
      room = count
      table = Array(repeating: hsw_audio_format(), count: Int(room))
      status = table.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return HSW_E_FAIL }
        return ask(start, UInt32(MemoryLayout<hsw_audio_format>.stride), &count)
      }
      guard status == HSW_E_RANGE, count > room, count <= most else { break }
    }
    if status == HSW_E_RANGE { throw .malformed }
    guard status == HSW_OK else { throw .refused(status) }
    guard count > 0, count <= room else { throw .malformed }
    let told = table.prefix(Int(count))
    // 16-bit samples must be among them, and each entry must have been written whole.
    guard told.allSatisfy({ $0.size >= UInt32(MemoryLayout<hsw_audio_format>.size) }),
      told.contains(where: { $0.sample == UInt16(HSW_SAMPLE_S16LE) })
    else { throw .malformed }
    var formats: [TransportAudioFormat] = []
    for entry in told {
      if let format = TransportAudioFormat(entry), !formats.contains(format) { formats.append(format) }
    }
    return formats
  }
}
