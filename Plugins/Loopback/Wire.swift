internal import Synchronization
internal import TransportKit

/// The sound of a circuit between two instances: a pipe each way, made when the first of them attaches.
final class Wire: Sendable {
  private final class Pipes: Sendable {
    let forth = AudioPipe(samplesPerFrame: AudioFormat.fullband.samplesPerFrame)
    let back = AudioPipe(samplesPerFrame: AudioFormat.fullband.samplesPerFrame)
  }

  private let pipes = AtomicLazyReference<Pipes>()

  /// One end of it, for a stream of that format.
  ///
  /// - Parameter isCaller: whether it is the end of whoever called.
  func end(isCaller: Bool, _ format: AudioFormat) -> WireEnd {
    let pipes = pipes.load() ?? pipes.storeIfNil(Pipes())
    let (out, `in`) = isCaller ? (pipes.forth, pipes.back) : (pipes.back, pipes.forth)
    return WireEnd(writer: out.writer.cut(to: format.samplesPerFrame), reader: `in`.reader)
  }
}
