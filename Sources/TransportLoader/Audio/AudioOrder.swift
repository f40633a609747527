/// A request about audio to an instance, performed on its loop.
enum AudioOrder: Sendable {
  case formats(CallHandle)
  case attach(CallHandle, TransportAudioFormat, TransportRings)
  case detach(CallHandle)
  case active(Bool)
}
