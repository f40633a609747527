/// The list of endpoints being received, and the last complete one.
struct PulseListing {
  /// The last complete list.
  private(set) var endpoints = AudioEndpoints()
  /// The names of sources that monitor sinks.
  private(set) var monitors: [String] = []
  /// True for PipeWire, which silently plays late at a latency below 25 ms.
  private(set) var isPipeWire = false
  /// True after a complete list since the connection was made.
  private(set) var isKnown = false

  private var isUnderWay = false
  private var isStale = false
  private var collected = AudioEndpoints()
  private var collectedMonitors: [String] = []
  private var defaults: (sink: String?, source: String?) = (nil, nil)

  /// Starts a list; returns false while one is in progress, and then marks it stale.
  mutating func begin() -> Bool {
    guard !isUnderWay else {
      isStale = true
      return false
    }
    isUnderWay = true
    collected = AudioEndpoints()
    collectedMonitors = []
    return true
  }

  /// Records the server's properties.
  mutating func server(named name: String?, defaultSink: String?, defaultSource: String?) {
    isPipeWire = name?.split { !$0.isLetter }.contains("PipeWire") ?? false
    defaults = (defaultSink, defaultSource)
  }

  mutating func add(output: AudioEndpoint) {
    var output = output
    output.isDefault = output.name == defaults.sink
    collected.outputs.append(output)
  }

  mutating func add(input: AudioEndpoint, isMonitor: Bool) {
    guard !isMonitor else {
      collectedMonitors.append(input.name)
      return
    }
    var input = input
    input.isDefault = input.name == defaults.source
    collected.inputs.append(input)
  }

  /// Completes the list; returns whether it differs from the last one, and whether a change made it stale meanwhile.
  mutating func end() -> (isNew: Bool, isStale: Bool) {
    defer {
      endpoints = collected
      monitors = collectedMonitors
      isKnown = true
      isUnderWay = false
      isStale = false
    }
    return (!isKnown || endpoints != collected, isStale)
  }

  /// Forgets the list in progress, because the server is gone.
  mutating func stop() {
    isUnderWay = false
    isStale = false
    isKnown = false
  }
}
