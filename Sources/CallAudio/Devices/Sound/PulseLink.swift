internal import CPulse
internal import CallMixing
internal import Locking

/// The connection of an open device to the sound server: a main loop with its thread, a context and two streams.
///
/// Everything but `stop` and `prefer` runs on libpulse's thread, from the C functions in PulseCallbacks.swift. The sequence is `connect` →
/// `contextChanged` → `refresh` lists the endpoints → `settle` creates, moves and drops streams → `show`. A later change at the server
/// restarts at `refresh`; a lost server restarts at `connect` after a delay.
///
/// `@unchecked Sendable`: all mutable state is accessed under the main loop's lock, which libpulse's thread holds in every callback.
final class PulseLink: @unchecked Sendable {
  let settings: PulseSettings
  let shown: Locked<PulseShown>
  private let events: @Sendable (AudioDeviceEvent) -> Void
  private let loop: OpaquePointer
  private let api: UnsafeMutablePointer<pa_mainloop_api>

  var preferred: AudioRoute?
  var context: OpaquePointer?
  var listing = PulseListing()
  var settled = EndpointChoice()
  var playback: PulseStream?
  var capture: PulseStream?
  private var drain: PlaybackDrain
  private var feed: CaptureFeed
  private var timer: OpaquePointer?
  /// True from the loss of the server until the next attempt to connect.
  private var isLost = false
  private var delay = ReconnectDelay()
  private var wasOpen = false
  private var returns: UInt64 = 0

  /// Starts the thread, which connects; nil when the system provides none.
  init?(
    _ settings: PulseSettings, preferred: AudioRoute?, capture: AudioRing, playback: AudioRing, shown: Locked<PulseShown>,
    events: @escaping @Sendable (AudioDeviceEvent) -> Void
  ) {
    guard let loop = pa_threaded_mainloop_new() else { return nil }
    guard let api = pa_threaded_mainloop_get_api(loop), pa_threaded_mainloop_start(loop) == 0 else {
      pa_threaded_mainloop_free(loop)
      return nil
    }
    pa_threaded_mainloop_set_name(loop, "sound-server")
    self.settings = settings
    self.preferred = preferred
    self.shown = shown
    self.events = events
    self.loop = loop
    self.api = api
    drain = PlaybackDrain(playback)
    feed = CaptureFeed(capture)
    pa_threaded_mainloop_lock(loop)
    pa_mainloop_api_once(api, pulseLoopStarted, pointer)
    pa_threaded_mainloop_unlock(loop)
  }

  /// This link as the callbacks' argument; `stop` ends the callbacks before the link is freed.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Ends the streams, the connection and the thread.
  ///
  /// Do not call it on libpulse's thread.
  func stop() {
    pa_threaded_mainloop_lock(loop)
    disconnect()
    pa_threaded_mainloop_unlock(loop)
    pa_threaded_mainloop_stop(loop)
    pa_threaded_mainloop_free(loop)
  }

  /// Prefers another route from now on. [any thread]
  func prefer(_ route: AudioRoute?) {
    let isInside = pa_threaded_mainloop_in_thread(loop) != 0
    if !isInside { pa_threaded_mainloop_lock(loop) }
    preferred = route
    settle()
    if !isInside { pa_threaded_mainloop_unlock(loop) }
  }

  // MARK: The connection

  func connect() {
    guard let properties = pa_proplist_new() else { return }
    defer { pa_proplist_free(properties) }
    pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, settings.applicationName)
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ICON_NAME, "call-start")
    guard let context = pa_context_new_with_proplist(api, nil, properties) else { return }
    self.context = context
    if let cookie = settings.cookie { pa_context_load_cookie_from_file(context, cookie) }
    pa_context_set_state_callback(context, pulseContextChanged, pointer)
    pa_context_set_subscribe_callback(context, pulseServerChanged, pointer)
    if pa_context_connect(context, settings.server, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 { lose() }
  }

  /// Handles a connection that is ready or lost.
  func contextChanged() {
    guard let context else { return }
    switch pa_context_get_state(context) {
    case PA_CONTEXT_READY:
      delay.succeeded()
      let mask = PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SOURCE.rawValue | PA_SUBSCRIPTION_MASK_SERVER.rawValue
      forget(pa_context_subscribe(context, pa_subscription_mask_t(rawValue: mask), nil, nil))
      refresh()
    case PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: lose()
    default: break
    }
  }

  private func lose() {
    guard let context, !isLost else { return }
    isLost = true
    // The timer may run for a failed stream, which has gone with the server.
    clearTimer()
    let reason = PulseReading.text(pa_strerror(pa_context_errno(context))) ?? "no reason given"
    dropStreams()
    listing.stop()
    change(
      to: .absent(
        wasOpen
          ? "The sound server disconnected (\(reason)): calls are silent here until it is back."
          : "There is no sound server (\(reason)): calls are silent here until there is one."))
    wait(delay.wait())
  }

  /// Starts the timer, unless it runs already.
  func wait(_ microseconds: UInt64) {
    guard let context, timer == nil else { return }
    timer = pa_context_rttime_new(context, pa_rtclock_now() + microseconds, pulseTimeHasCome, pointer)
  }

  /// Handles the timer: reconnects to a lost server, or lists the endpoints again.
  func timeHasCome() {
    clearTimer()
    guard let context else { return }
    if pa_context_get_state(context) == PA_CONTEXT_READY {
      refresh()
    } else {
      disconnect()
      connect()
    }
  }

  private func clearTimer() {
    if let timer { api.pointee.time_free(timer) }
    timer = nil
  }

  private func disconnect() {
    clearTimer()
    isLost = false
    dropStreams()
    listing.stop()
    guard let context else { return }
    pa_context_set_state_callback(context, nil, nil)
    pa_context_set_subscribe_callback(context, nil, nil)
    pa_context_disconnect(context)
    pa_context_unref(context)
    self.context = nil
  }

  private func dropStreams() {
    drop(.playback)
    drop(.capture)
    settled = EndpointChoice()
  }

  func drop(_ direction: PulseStream.Direction) {
    switch direction {
    case .playback:
      playback?.end()
      playback = nil
    case .capture:
      capture?.end()
      capture = nil
    }
  }

  // MARK: Samples

  /// Handles the server's request for playback samples.
  func serverWants(_ bytes: Int) {
    playback?.write(bytes, from: &drain)
    count()
  }

  /// Handles captured samples at the server.
  func serverHas() {
    capture?.read(into: &feed)
    count()
  }

  /// Discards samples that waited while there was no playback stream.
  func restartPlayback() { drain.restart() }

  /// Discards an incomplete frame from the previous capture stream.
  func restartCapture() { feed.restart() }

  private func count() {
    var counters = AudioDeviceCounters()
    counters.captured = feed.captured
    counters.captureLost = feed.lost
    counters.captureSkipped = feed.skipped
    counters.played = drain.played
    counters.playedSilence = drain.silence
    counters.playSkipped = drain.skipped
    counters.returns = returns
    shown.withLock { [counters] in $0.counters = counters }
  }

  // MARK: Telling

  /// Sets the state, and reports it if it changed.
  func change(to state: AudioDeviceState) {
    let before = shown.withLock { shown in
      defer { shown.state = state }
      return shown.state
    }
    guard before != state else { return }
    if case .absent = before, state.path != nil, wasOpen { returns += 1 }
    wasOpen = wasOpen || state.path != nil
    count()
    events(.changed(state))
  }

  func tell(_ endpoints: AudioEndpoints) {
    shown.withLock { $0.endpoints = endpoints }
    events(.listed(endpoints))
  }
}
