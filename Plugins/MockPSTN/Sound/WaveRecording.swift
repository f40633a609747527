internal import Glibc
internal import TransportKit

/// What a far end hears, on its way into a WAV file: the audio thread leaves frames in a pipe, the loop takes them out and writes.
///
/// The head of the file is written anew with every second, so that the file is whole up to there whatever happens.
final class WaveRecording {
  let path: String
  /// Where the audio thread leaves frames: 1.3 s fit.
  let pipe = AudioPipe(samplesPerFrame: LineStream.frame, frames: 64)
  private let descriptor: Int32
  private var written: UInt32 = 0
  private var announced: UInt32 = 0
  private var buffer: [Int16] = []

  /// Makes a file of this name, or of a name with a number behind where there is one already.
  ///
  /// - Throws: That it cannot be made, and why.
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

  /// Writes what there is, and how much it is.
  func finish() {
    drain()
    if announced != written { writeHead() }
  }

  /// Writes what the pipe has.
  ///
  /// On the loop.
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

  /// RIFF, one channel of 16-bit PCM at 8,000 samples a second.
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
