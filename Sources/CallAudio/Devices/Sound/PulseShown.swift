/// What others may see of a device at the sound server.
struct PulseShown: Sendable {
  var state = AudioDeviceState.closed
  var counters = AudioDeviceCounters()
  var endpoints = AudioEndpoints()
}
