internal import CallAudio

/// A line's device, and its port at the engine while it is open.
struct AudioSeat: Sendable {
  let device: any AudioDevice
  var port: DevicePort?
  var failure: AudioDeviceError?
}
