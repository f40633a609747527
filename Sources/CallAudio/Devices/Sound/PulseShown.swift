/// The published part of a `PulseDevice`.
struct PulseShown: Sendable {
  var state = AudioDeviceState.closed
  var counters = AudioDeviceCounters()
  var endpoints = AudioEndpoints()
}
