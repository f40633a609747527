/// What is being heard of the server's endpoints, and what was heard last.
struct PulseListing {
  /// The list as it was when it was whole.
  private(set) var endpoints = AudioEndpoints()
  /// The names of the sources that only listen to sinks.
  private(set) var monitors: [String] = []
  /// Whether what the server plays on is PipeWire, which plays late without a word when asked for less than 25 ms.
  private(set) var isPipeWire = false
  /// Whether there has been a whole list since the server was reached.
  private(set) var isKnown = false

  private var isUnderWay = false
  private var isStale = false
  private var collected = AudioEndpoints()
  private var collectedMonitors: [String] = []
  private var defaults: (sink: String?, source: String?) = (nil, nil)

  /// Begins a list; false when one is under way, after which there will be another.
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

  /// The server has said what it is.
  mutating func server(named name: String?, defaultSink: String?, defaultSource: String?) {
    isPipeWire = name?.contains("PipeWire") ?? false
    defaults = (defaultSink, defaultSource)
  }

  /// A sink.
  mutating func add(output: AudioEndpoint) {
    var output = output
    output.isDefault = output.name == defaults.sink
    collected.outputs.append(output)
  }

  /// A source.
  mutating func add(input: AudioEndpoint, isMonitor: Bool) {
    guard !isMonitor else {
      collectedMonitors.append(input.name)
      return
    }
    var input = input
    input.isDefault = input.name == defaults.source
    collected.inputs.append(input)
  }

  /// The list is whole: whether it is another than before, and whether things have changed meanwhile.
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

  /// The server is gone.
  mutating func stop() {
    isUnderWay = false
    isStale = false
    isKnown = false
  }
}
