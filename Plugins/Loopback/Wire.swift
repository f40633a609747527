internal import Synchronization
internal import TransportKit

/// The audio of a circuit between two instances: a pipe each way, created when the first instance attaches.
final class Wire: Sendable {
  private final class Pipes: Sendable {
    let forth = AudioPipe(samplesPerFrame: AudioFormat.fullband.samplesPerFrame)
    let back = AudioPipe(samplesPerFrame: AudioFormat.fullband.samplesPerFrame)
  }

  private let pipes = AtomicLazyReference<Pipes>()

  /// Returns the wire of a circuit that was taken over: the same one for both ends.
  ///
  /// - Parameters:
  ///   - circuit: The id of the caller's end.
  ///   - end: The id of the end that asks.
  static func shared(by circuit: UInt64, for end: UInt64) -> Wire {
    let wire = rejoinedWires[circuit] ?? Wire()
    rejoinedWires.take([circuit], for: end, wire)
    return wire
  }

  /// Returns one end of the circuit, for a stream of this format.
  ///
  /// - Parameter isCaller: True for the caller's end.
  func end(isCaller: Bool, _ format: AudioFormat) -> WireEnd {
    let pipes = pipes.load() ?? pipes.storeIfNil(Pipes())
    let (out, `in`) = isCaller ? (pipes.forth, pipes.back) : (pipes.back, pipes.forth)
    return WireEnd(writer: out.writer.cut(to: format.samplesPerFrame), reader: `in`.reader)
  }
}

/// One end of a circuit, for a stream: it converts incoming audio of another sample rate.
///
/// It upsamples by linear interpolation and downsamples by averaging, without filters.
struct WireEnd: BitwiseCopyable {
  let writer: RingWriter
  let reader: RingReader
  private var last: Int32 = 0

  init(writer: RingWriter, reader: RingReader) {
    self.writer = writer
    self.reader = reader
  }

  /// Sends a frame to the other end.
  func send(_ heard: Span<Int16>, _ flags: FrameFlags) {
    writer.frame(flags) { said in
      for index in 0..<min(heard.count, said.count) { said[index] = heard[index] }
    }
  }

  /// Passes the next frame from the other end to the port; returns false when there is none.
  mutating func receive(_ port: AudioPort) -> Bool {
    // Drop the backlog from before this end was attached, or from a slow clock: it would delay all later audio.
    while reader.count > 2 { reader.skip() }
    guard reader.count > 0 else { return false }
    var before = last
    let isThere = reader.frame { heard, flags in
      port.fromNet.frame(flags) { said in
        if heard.count < said.count { Self.stretch(heard, &said, &before) } else { Self.shrink(heard, &said, &before) }
      }
    }
    last = before
    return isThere != nil
  }

  private static func stretch(_ heard: Span<Int16>, _ said: inout MutableSpan<Int16>, _ before: inout Int32) {
    guard heard.count > 0 else { return }
    let times = said.count / heard.count
    for index in 0..<heard.count {
      let sample = Int32(heard[index])
      for part in 1...times {
        said[index * times + part - 1] = Int16(before + (sample - before) * Int32(part) / Int32(times))
      }
      before = sample
    }
  }

  private static func shrink(_ heard: Span<Int16>, _ said: inout MutableSpan<Int16>, _ before: inout Int32) {
    let times = max(1, heard.count / max(1, said.count))
    for index in 0..<min(said.count, heard.count / times) {
      var sum: Int32 = 0
      for part in 0..<times { sum += Int32(heard[index * times + part]) }
      before = sum / Int32(times)
      said[index] = Int16(before)
    }
  }
}

/// The wires of circuits whose ends are being taken over, by the id of the caller's end, until that is settled.
let rejoinedWires = Registry<UInt64, Wire>()
