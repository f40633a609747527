internal import Synchronization
internal import TransportKit

/// The audio of a circuit between two instances: a pipe each way, created when the first instance attaches.
final class Wire: Sendable {
  private final class Pipes: Sendable {
    let forth = AudioPipe(samplesPerFrame: AudioFormat.fullband.samplesPerFrame)
    let back = AudioPipe(samplesPerFrame: AudioFormat.fullband.samplesPerFrame)
  }

  private let pipes = AtomicLazyReference<Pipes>()

  /// Returns one end of the circuit, for a stream of this format.
  ///
  /// - Parameter isCaller: True for the caller's end.
  func end(isCaller: Bool, _ format: AudioFormat) -> WireEnd {
    let pipes = pipes.load() ?? pipes.storeIfNil(Pipes())
    let (out, `in`) = isCaller ? (pipes.forth, pipes.back) : (pipes.back, pipes.forth)
    return WireEnd(writer: out.writer.cut(to: format.samplesPerFrame), reader: `in`.reader)
  }
}
