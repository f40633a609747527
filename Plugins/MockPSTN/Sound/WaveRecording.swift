internal import Glibc
internal import TransportKit

/// A WAV recording of what a far end hears: the audio thread puts frames into a pipe, and the loop writes them to the file.
///
/// The loop rewrites the header after every second of audio, so that the file is valid up to there even after a crash.
final class WaveRecording {
  let path: String
  /// The pipe that the audio thread fills: it holds 1.3 s.
  let pipe = AudioPipe(samplesPerFrame: LineStream.frame, frames: 64)
  let descriptor: Int32
  private(set) var written: UInt32 = 0
  private var announced: UInt32 = 0
  private var buffer: [Int16] = []
  /// True once the file cannot grow: later audio is dropped.
  private(set) var hasFailed = false
  /// True once another process writes the file.
  private var isAbandoned = false
  private let whenItFails: (String) -> Void

  /// Creates a file of this name, or with a number appended when the name is taken.
  ///
  /// - Parameter whenItFails: Called once, on the loop, with a sentence for the log when the file cannot grow.
  /// - Throws: A `TransportError` when the file cannot be created.
  init(_ name: String, whenItFails: @escaping (String) -> Void) throws(TransportError) {
    self.whenItFails = whenItFails
    let stem = name.hasSuffix(".wav") ? String(name.dropLast(4)) : name
    var (path, number, descriptor) = (stem + ".wav", 1, Int32(-1))
    repeat {
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor < 0, errno == EEXIST, number < 10_000 else { break }
      number += 1
      path = "\(stem)-\(number).wav"
    } while true
    guard descriptor >= 0 else {
      throw TransportError(.failed, "\(path): cannot be written: \(String(cString: strerror(errno)))", domain: "mock-pstn")
    }
    self.path = path
    self.descriptor = descriptor
    writeHead()
  }

  /// Goes on with the recording of a former version.
  init(_ path: String, _ file: consuming OwnedDescriptor, written: UInt32, hasFailed: Bool, whenItFails: @escaping (String) -> Void) {
    (self.path, self.written, announced, self.hasFailed, self.whenItFails) = (path, written, written, hasFailed, whenItFails)
    descriptor = file.release()
  }

  deinit {
    if !isAbandoned { finish() }
    close(descriptor)
  }

  /// Writes the rest of the pipe, and the final header.
  func finish() {
    drain()
    if announced != written { writeHead() }
  }

  /// Leaves the file to another process.
  func abandon() { isAbandoned = true }

  /// Writes the content of the pipe to the file, or drops it once the file cannot grow.
  ///
  /// Called on the loop.
  func drain() {
    while pipe.reader.count > 0 {
      _ = pipe.reader.frame { samples, _ in
        for index in 0..<samples.count { buffer.append(samples[index]) }
      }
    }
    if !hasFailed { buffer.withUnsafeBytes { write($0) } }
    buffer.removeAll(keepingCapacity: true)
    if written - announced >= 16_000 { writeHead() }
  }

  /// Appends bytes to the file, all of them unless the file cannot grow.
  private func write(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    guard rest.count <= Int(UInt32.max) - 36 - Int(written) else { return fail("a WAV file cannot be longer") }
    while !rest.isEmpty {
      let count = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, 44 + off_t(written))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return fail(String(cString: strerror(errno))) }
      written += UInt32(count)
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the recording after its last whole sample.
  private func fail(_ reason: String) {
    hasFailed = true
    written &= ~1
    whenItFails("\(path): the recording ends after \(written / 16_000) s: \(reason)")
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
