internal import CPulse

// Callbacks that libpulse calls on its thread with the link as argument. They are at file scope so that none belongs to an actor.

private func link(_ pointer: UnsafeMutableRawPointer?) -> PulseLink? {
  pointer.map { Unmanaged<PulseLink>.fromOpaque($0).takeUnretainedValue() }
}

func pulseLoopStarted(_ api: UnsafeMutablePointer<pa_mainloop_api>?, _ pointer: UnsafeMutableRawPointer?) {
  link(pointer)?.connect()
}

func pulseTimeHasCome(
  _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ event: OpaquePointer?, _ time: UnsafePointer<timeval>?,
  _ pointer: UnsafeMutableRawPointer?
) { link(pointer)?.timeHasCome() }

func pulseContextChanged(_ context: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) { link(pointer)?.contextChanged() }

func pulseServerChanged(
  _ context: OpaquePointer?, _ event: pa_subscription_event_type_t, _ index: UInt32, _ pointer: UnsafeMutableRawPointer?
) { link(pointer)?.refresh() }

func pulseServerInfo(_ context: OpaquePointer?, _ info: UnsafePointer<pa_server_info>?, _ pointer: UnsafeMutableRawPointer?) {
  link(pointer)?.serverIs(info?.pointee)
}

func pulseSinkInfo(_ context: OpaquePointer?, _ info: UnsafePointer<pa_sink_info>?, _ end: CInt, _ pointer: UnsafeMutableRawPointer?) {
  link(pointer)?.sink(end == 0 ? info?.pointee : nil)
}

func pulseSourceInfo(_ context: OpaquePointer?, _ info: UnsafePointer<pa_source_info>?, _ end: CInt, _ pointer: UnsafeMutableRawPointer?) {
  link(pointer)?.source(end == 0 ? info?.pointee : nil)
}

func pulsePlaybackChanged(_ stream: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) { link(pointer)?.streamChanged(.playback) }

func pulseCaptureChanged(_ stream: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) { link(pointer)?.streamChanged(.capture) }

func pulseStreamMoved(_ stream: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) { link(pointer)?.streamMoved() }

func pulsePlaybackWants(_ stream: OpaquePointer?, _ bytes: Int, _ pointer: UnsafeMutableRawPointer?) { link(pointer)?.serverWants(bytes) }

func pulseCaptureHas(_ stream: OpaquePointer?, _ bytes: Int, _ pointer: UnsafeMutableRawPointer?) { link(pointer)?.serverHas() }
