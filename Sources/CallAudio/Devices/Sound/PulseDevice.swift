public import CallMixing
internal import Locking

/// A microphone and a loudspeaker at the user's sound server, PulseAudio or PipeWire.
///
/// No server is started for it. While there is none the device is absent, and it asks again after half a second, then less and less often, every ten
/// seconds at last. It follows the desktop when the default changes or something is plugged in or out.
public final class PulseDevice: AudioDevice {
  private let settings: PulseSettings
  private let shown = Locked(PulseShown())
  private let preferred = Locked<AudioRoute?>(nil)
  private let link = Locked<PulseLink?>(nil)

  /// Describes a device; nothing is asked of the server before `open`.
  public init(_ settings: PulseSettings = PulseSettings()) {
    self.settings = settings
  }

  deinit { close() }

  /// How it is at the server.
  public var state: AudioDeviceState { shown.withLock { $0.state } }

  /// What it has counted.
  public var counters: AudioDeviceCounters { shown.withLock { $0.counters } }

  /// The server's sinks and sources as they were listed last.
  public var endpoints: AudioEndpoints { shown.withLock { $0.endpoints } }

  /// Begins; whether there is a server is told by `events`.
  ///
  /// - Throws: `wrongRate`, or `exhausted` when the system gives no thread.
  public func open(
    capture: AudioRing, playback: AudioRing, events: @escaping @Sendable (AudioDeviceEvent) -> Void
  ) throws(AudioDeviceError) {
    close()
    guard capture.rate == .fullband, playback.rate == .fullband else { throw .wrongRate() }
    shown.withLock {
      $0.state = .opening
      $0.counters = AudioDeviceCounters()
    }
    let route = preferred.withLock { $0 }
    let opened = PulseLink(settings, preferred: route, capture: capture, playback: playback, shown: shown, events: events)
    guard let opened else {
      shown.withLock { $0.state = .closed }
      throw AudioDeviceError(.exhausted, "libpulse", "the system gives no thread; end some processes, or raise its limits.")
    }
    link.withLock { $0 = opened }
  }

  /// Takes leave of the server.
  public func close() {
    let closing = link.withLock { link in
      defer { link = nil }
      return link
    }
    closing?.stop()
    shown.withLock { $0.state = .closed }
  }

  /// Moves the streams to endpoints of that kind, and switches the port where that takes it.
  public func prefer(_ route: AudioRoute?) {
    preferred.withLock { $0 = route }
    link.withLock { $0 }?.prefer(route)
  }
}
