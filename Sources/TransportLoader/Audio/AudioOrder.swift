/// One thing about audio that is asked of an instance, on its way to the loop.
enum AudioOrder: Sendable {
  case formats(CallHandle)
  case attach(CallHandle, TransportAudioFormat, TransportRings)
  case detach(CallHandle)
  case active(Bool)
}
