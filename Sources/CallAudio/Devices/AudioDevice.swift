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

/// The state of a device.
public enum AudioDeviceState: Hashable, Sendable {
  /// The device was never opened, or was closed.
  case closed
  /// Opened; the device does not know yet whether the server or hardware is there.
  case opening
  /// Media flows through these endpoints.
  case open(AudioPath)
  /// The device is missing and silent; one sentence gives the reason and says when media returns.
  case absent(String)

  /// The endpoints in use; nil while there are none.
  public var path: AudioPath? {
    if case .open(let path) = self { path } else { nil }
  }
}

/// An error that makes a device unusable as configured.
public struct AudioDeviceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of error.
  public enum Code: String, Sendable {
    /// The rings do not have a rate of 48,000 Hz.
    case wrongRate
    /// The input file cannot be read.
    case unreadable
    /// The output file cannot be created.
    case unwritable
    /// The system provides no thread or no memory.
    case exhausted
  }

  /// The kind of error.
  public let code: Code
  /// The object concerned, such as a path.
  public let subject: String
  /// The cause and the remedy.
  public let advice: String

  init(_ code: Code, _ subject: String, _ advice: String) {
    self.code = code
    self.subject = subject
    self.advice = advice
  }

  /// The code, subject and advice on one line.
  public var description: String { "\(code.rawValue) \"\(subject)\": \(advice)" }
}

extension AudioDeviceError {
  static func wrongRate() -> Self {
    Self(.wrongRate, "rings", "a device works on rings of 48000 Hz; take them from the engine's device port.")
  }
}

extension AudioDeviceError {
  /// One sentence: the failure, its subject and the remedy.
  public var errorDescription: String? { "The audio device \"\(subject)\" cannot be opened: \(advice)\(advice.hasSuffix(".") ? "" : ".")" }
}
