public import CallMixing
internal import Locking

/// A microphone and a loudspeaker of the user's sound server, PulseAudio or PipeWire.
///
/// The device never starts a server. While there is none it is absent, and retries after 0.5 s, then at growing intervals up to 10 s. It
/// follows the desktop when the default changes or equipment is plugged in or out.
public final class PulseDevice: AudioDevice {
  private let settings: PulseSettings
  private let shown = Locked(PulseShown())
  private let preferred = Locked<AudioRoute?>(nil)
  private let link = Locked<PulseLink?>(nil)

  /// Creates a device; contacts no server before `open`.
  public init(_ settings: PulseSettings = PulseSettings()) {
    self.settings = settings
  }

  deinit { close() }

  /// The present state at the server.
  public var state: AudioDeviceState { shown.withLock { $0.state } }

  /// The counts since `open`.
  public var counters: AudioDeviceCounters { shown.withLock { $0.counters } }

  /// The server's sinks and sources, as last listed.
  public var endpoints: AudioEndpoints { shown.withLock { $0.endpoints } }

  /// Starts connecting; `events` reports whether there is a server.
  ///
  /// - Throws: `wrongRate`, or `exhausted` when the system provides no thread.
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
      throw AudioDeviceError(.exhausted, "libpulse", "the system cannot start a thread; end some processes, or raise its limits.")
    }
    link.withLock { $0 = opened }
  }

  /// Disconnects from the server.
  public func close() {
    let closing = link.withLock { link in
      defer { link = nil }
      return link
    }
    closing?.stop()
    shown.withLock { $0.state = .closed }
  }

  /// Moves the streams to endpoints with `route`, and switches ports where necessary.
  public func prefer(_ route: AudioRoute?) {
    preferred.withLock { $0 = route }
    link.withLock { $0 }?.prefer(route)
  }
}

/// The published part of a `PulseDevice`.
struct PulseShown: Sendable {
  var state = AudioDeviceState.closed
  var counters = AudioDeviceCounters()
  var endpoints = AudioEndpoints()
}

/// The settings of a client of the sound server.
public struct PulseSettings: Hashable, Sendable {
  /// The server's address, for example `unix:/run/user/1000/pulse/native`; nil for the user's own server.
  public var server: String?
  /// The authentication cookie file; nil for the user's own, which libpulse creates if missing.
  public var cookie: String?
  /// The sink to play to, by the server's name; nil for the desktop's default.
  public var output: String?
  /// The source to capture from, by the server's name; nil for the desktop's default.
  ///
  /// A default that is the monitor of a sink is not used, because it would send the far end its own voice.
  public var input: String?
  /// The program's name in mixers.
  public var applicationName = "Hookswitch"
  /// The stream's name in mixers.
  public var streamName = "Call"
  /// The media role; desktops lower music while a `phone` stream plays.
  public var role = "phone"

  /// Creates settings that follow the desktop's defaults.
  public init() {}
}

/// A sink's or source's description of itself, from its properties.
struct PulseDeviceKind: Hashable {
  /// `device.form_factor`: its shape.
  var formFactor: String?
  /// `device.bus`: its bus.
  var bus: String?
  /// `device.api`: its driver interface.
  var api: String?

  var isBluetooth: Bool { bus == "bluetooth" || api == "bluez" || api == "bluez5" }

  /// The route that the shape suggests; nil when it suggests none.
  var route: AudioRoute? {
    if isBluetooth { return .bluetooth }
    return switch formFactor {
    case "internal", "speaker", "portable", "car", "hifi", "computer", "microphone", "webcam": .speaker
    case "headset", "headphone", "hands-free": .headset
    case "handset": .earpiece
    case "tv": .hdmi
    default: nil
    }
  }
}

/// The delay before the next connection attempt: 0.5 s, doubled each time up to 10 s.
struct ReconnectDelay {
  private var next = 500_000

  /// Returns the delay in microseconds and doubles the next.
  mutating func wait() -> UInt64 {
    defer { next = min(next * 2, 10_000_000) }
    return UInt64(next)
  }

  /// Resets the delay after a successful connection.
  mutating func succeeded() { next = 500_000 }
}
