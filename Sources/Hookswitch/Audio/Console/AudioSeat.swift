internal import CallAudio

/// A line's device, and its port at the engine while it is open.
struct AudioSeat: Sendable {
  let device: any AudioDevice
  var port: DevicePort?
  /// The reason why the device cannot be opened.
  var failure: AudioDeviceError?
}
