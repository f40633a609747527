public import CallMixing

/// A microphone and a loudspeaker: what the engine hears and is heard with.
///
/// A device only copies between what it stands for and two rings of 48,000 Hz that the engine gives it. It does so on a thread of its own, or
/// in `pump`, when whoever ticks the engine by hand does that too. The rings must outlive `close`.
///
/// A device that is not there (no server, no soundcard, the headset pulled out) is a state and never an error: calls go on in silence, and the
/// device comes back by itself.
public protocol AudioDevice: AnyObject, Sendable {
  /// How it is now. [any thread]
  var state: AudioDeviceState { get }

  /// What it has counted since it was opened. [any thread]
  var counters: AudioDeviceCounters { get }

  /// Everything that sound can come from and go to, as it was heard of last. [any thread]
  var endpoints: AudioEndpoints { get }

  /// Begins to copy: frames of the microphone into `capture`, of which the device is the producer, and frames of `playback`, of which it is the
  /// consumer, to the loudspeaker.
  ///
  /// Returns at once; what becomes of it is told by `events`, one at a time and in order, on a thread of the device's own or, by a device that is there
  /// in any case, before this returns. `events` must return soon, must not wait for anybody who calls the device, and may call every function of the device but `open` and `close`. An open device is closed first.
  ///
  /// - Throws: what can never work, such as a file that is not there; a server that is not there is no such thing.
  func open(capture: AudioRing, playback: AudioRing, events: @escaping @Sendable (AudioDeviceEvent) -> Void) throws(AudioDeviceError)

  /// Stops copying. When it returns, no ring is touched and no event is under way any more. Never from `events`.
  func close()

  /// Moves what the rings have room for and what is in them, on the calling thread: once before each tick by hand and never beside `close`.
  /// A device with a thread of its own does nothing.
  func pump()

  /// Prefers endpoints of that kind, nil for the desktop's own choice, for as long as the device lives. Where there is none that is plugged in,
  /// sound stays where it is, and moves when one comes. [any thread]
  func prefer(_ route: AudioRoute?)
}

extension AudioDevice {
  /// No endpoints: a device that is no more than itself.
  public var endpoints: AudioEndpoints { AudioEndpoints() }

  /// Does nothing.
  public func pump() {}

  /// Does nothing: there is only one way.
  public func prefer(_ route: AudioRoute?) {}
}
