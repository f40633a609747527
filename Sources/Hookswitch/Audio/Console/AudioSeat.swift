internal import CallAudio

/// A line's device, and while it is open its place at the engine.
struct AudioSeat: Sendable {
  let device: any AudioDevice
  var port: DevicePort?
  /// Why it cannot be opened, for whoever asks.
  var failure: AudioDeviceError?
}
