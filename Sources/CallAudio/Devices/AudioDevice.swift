public import CallMixing

/// A microphone and a loudspeaker, seen from the engine.
///
/// A device copies samples between the hardware (or a file, or memory) and two 48,000 Hz rings of the engine. It copies on its own thread,
/// or in `pump` when the program drives the engine by hand. The rings must outlive `close`.
///
/// A missing device (no server, no soundcard, headset unplugged) is a state, not an error: calls continue in silence, and the device
/// reconnects by itself.
public protocol AudioDevice: AnyObject, Sendable {
  /// The present state. [any thread]
  var state: AudioDeviceState { get }

  /// The counts since the device was opened. [any thread]
  var counters: AudioDeviceCounters { get }

  /// The inputs and outputs in the last list received. [any thread]
  var endpoints: AudioEndpoints { get }

  /// Starts copying: microphone frames into `capture`, and frames of `playback` to the loudspeaker.
  ///
  /// The device is the producer of `capture` and the consumer of `playback`. An open device is closed first. Returns at once and reports
  /// through `events`, one event at a time and in order, on the device's own thread; a device that is always present reports before this
  /// returns. `events` must return soon and must not wait for a caller of the device. It may call every function of the device but `open`
  /// and `close`.
  ///
  /// - Throws: An error that no retry can fix, such as a missing file. A missing server is not an error.
  func open(capture: AudioRing, playback: AudioRing, events: @escaping @Sendable (AudioDeviceEvent) -> Void) throws(AudioDeviceError)

  /// Stops copying.
  ///
  /// After it returns, the device touches no ring and delivers no event. Do not call it from `events`.
  func close()

  /// Copies between the device and the rings on the calling thread.
  ///
  /// Call it once before each tick by hand, never concurrently with `close`. A device with its own thread does nothing.
  func pump()

  /// Prefers endpoints with `route` from now on; nil follows the desktop's default. [any thread]
  ///
  /// While no such endpoint is plugged in, the media stays where it is; it moves when one appears.
  func prefer(_ route: AudioRoute?)
}

extension AudioDevice {
  /// No endpoints: the device offers no choice.
  public var endpoints: AudioEndpoints { AudioEndpoints() }

  /// Does nothing.
  public func pump() {}

  /// Does nothing: there is nothing to choose from.
  public func prefer(_ route: AudioRoute?) {}
}

/// An event from an open device.
public enum AudioDeviceEvent: Hashable, Sendable {
  /// The device appeared, went away or moved to other endpoints (new default, headset plugged in or out).
  case changed(AudioDeviceState)
  /// The list of endpoints changed.
  case listed(AudioEndpoints)
}

/// A device's counts since it was opened.
///
/// All count samples at 48,000 Hz (48 samples are 1 ms) except `returns`.
public struct AudioDeviceCounters: Hashable, Codable, Sendable {
  /// Microphone samples put into the capture ring.
  public var captured: UInt64 = 0
  /// Microphone samples that never arrived or found the capture ring full.
  public var captureLost: UInt64 = 0
  /// Microphone samples dropped to keep the device's clock and the engine's together.
  public var captureSkipped: UInt64 = 0
  /// Samples of the playback ring that were played.
  public var played: UInt64 = 0
  /// Samples of silence played because the playback ring was empty during playback.
  public var playedSilence: UInt64 = 0
  /// Samples of the playback ring dropped to keep the two clocks together.
  public var playSkipped: UInt64 = 0
  /// The number of times the device went away and came back.
  public var returns: UInt64 = 0

  /// Creates counters at zero.
  public init() {}
}
