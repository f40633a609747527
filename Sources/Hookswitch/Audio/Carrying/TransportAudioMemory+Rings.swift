internal import CallAudio
internal import TransportLoader

// The engine's rings for calls whose transport runs in a process of its own.
extension TransportAudioMemory: RingMemory {
  package func makeRegion(bytes: Int) throws(ArenaError) -> any RingRegion {
    do throws(Failure) { return try addRegion(bytes: bytes) } catch { throw ArenaError(bytes: bytes, code: error.code) }
  }
}

extension TransportAudioMemory.Region: RingRegion {}
