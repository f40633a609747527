internal import Glibc
internal import TransportKit

/// A WAV recording of what a far end hears: the audio thread puts frames into a pipe, and the loop writes them to the file.
///
/// The loop rewrites the header after every second of audio, so that the file is valid up to there even after a crash.
final class WaveRecording {
  let path: String
  /// The pipe that the audio thread fills: it holds 1.3 s.
  let pipe = AudioPipe(samplesPerFrame: LineStream.frame, frames: 64)
  private let descriptor: Int32
  private var written: UInt32 = 0
  private var announced: UInt32 = 0
  private var buffer: [Int16] = []

  /// Creates a file of this name, or with a number appended when the name is taken.
  ///
  /// - Throws: A `TransportError` when the file cannot be created.
  init(_ name: String) throws(TransportError) {
    let stem = name.hasSuffix(".wav") ? String(name.dropLast(4)) : name
    var (path, number, descriptor) = (stem + ".wav", 1, Int32(-1))
    repeat {
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor < 0, errno == EEXIST, number < 10_000 else { break }
      number += 1
      path = "\(stem)-\(number).wav"
    } while true
    guard descriptor >= 0 else {
      throw TransportError(.failed, "\(path): cannot be recorded into: \(String(cString: strerror(errno)))", domain: "mock-pstn")
    }
    self.path = path
    self.descriptor = descriptor
    writeHead()
  }

  deinit {
    finish()
    close(descriptor)
  }

  /// Writes the rest of the pipe, and the final header.
  func finish() {
    drain()
    if announced != written { writeHead() }
  }

  /// Writes the content of the pipe to the file.
  ///
  /// Called on the loop.
  func drain() {
    while pipe.reader.count > 0 {
      _ = pipe.reader.frame { samples, _ in
        for index in 0..<samples.count { buffer.append(samples[index]) }
      }
    }
    guard !buffer.isEmpty else { return }
    let bytes = buffer.count * 2
    let isWritten = buffer.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, bytes, off_t(44 + written)) == bytes }
    if isWritten { written += UInt32(bytes) }
    buffer.removeAll(keepingCapacity: true)
    if written - announced >= 16_000 { writeHead() }
  }

  /// Writes the header: RIFF, one channel of 16-bit PCM at 8,000 samples a second.
  private func writeHead() {
    var head: [UInt8] = []
    func put(_ number: UInt32, _ length: Int = 4) {
      for shift in 0..<length { head.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }
    head += Array("RIFF".utf8)
    put(36 + written)
    head += Array("WAVEfmt ".utf8)
    put(16)
    put(1, 2)
    put(1, 2)
    put(8_000)
    put(16_000)
    put(2, 2)
    put(16, 2)
    head += Array("data".utf8)
    put(written)
    _ = pwrite(descriptor, head, head.count, 0)
    announced = written
  }
}
