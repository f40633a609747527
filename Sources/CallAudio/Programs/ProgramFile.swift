/// The samples of a sound file at a program's rate: its channels averaged, resampled.
package enum ProgramFile {
  /// Reads a file, in any format that libsndfile reads, up to a limit.
  ///
  /// Blocks on the disk.
  /// - Returns: The samples; nil when the file has more than `limit`.
  /// - Throws: `AudioDeviceError.Code.unreadable` with libsndfile's reason, or `exhausted`.
  package static func read(_ path: String, hertz: Int, limit: Int) throws(AudioDeviceError) -> [Int16]? {
    let reader = try WaveReader(path, hertz: hertz)
    var samples: [Int16] = []
    var block = [Int16](repeating: 0, count: 4_096)
    while true {
      let count = block.withUnsafeMutableBufferPointer { reader.read(into: $0, repeating: false) }
      if count == 0 { return samples }
      guard samples.count + count <= limit else { return nil }
      samples += block[..<count]
    }
  }
}
