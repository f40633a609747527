internal import ConformanceHarness
internal import ConformanceSupervisor
internal import StrictJSON
internal import TransportABI

/// Reads a script strictly: anything unknown is an error that names its place.
struct FuzzScriptReader {
  let file: String

  /// Returns the script in the file at `path`.
  static func read(_ path: String) throws(ConformanceError) -> FuzzScript {
    try FuzzScriptReader(file: path).read(try SmallFile.read(path, limit: 16 << 20))
  }

  func read(_ bytes: [UInt8]) throws(ConformanceError) -> FuzzScript {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw .usage("\(file):\(error.line):\(error.column): \(error.reason)")
    }
    let root = try members(value, "$", known: ["hookswitch-fuzz", "kind", "seed", "number", "host", "begin", "steps"])
    guard let version = root["hookswitch-fuzz"] else { throw error("$", "has no hookswitch-fuzz: this is not a fuzz script") }
    guard version.integer == FuzzScript.version else {
      throw error("$.hookswitch-fuzz", "is \(version.text); this kit plays version \(FuzzScript.version)")
    }
    var script = FuzzScript(kind: .sequence)
    for (name, value) in root {
      let path = "$.\(name)"
      switch name {
      case "kind": script.kind = try word(value, path)
      case "seed": script.seed = try seed(value, path)
      case "number": script.number = Int(try number(value, path))
      case "host": script.host = try host(value, path)
      case "begin": script.beginning = try word(value, path)
      case "steps": script.steps = try steps(value, path)
      default: break
      }
    }
    guard root["steps"] != nil else { throw error("$", "has no steps") }
    return script
  }

  private func steps(_ value: JSONValue, _ path: String) throws(ConformanceError) -> [FuzzStep] {
    guard let items = value.array else { throw error(path, "is \(value.kind), should be an array") }
    var steps: [FuzzStep] = []
    for (index, item) in items.enumerated() { steps.append(try step(item, "\(path)[\(index)]")) }
    return steps
  }

  private func step(_ value: JSONValue, _ path: String) throws(ConformanceError) -> FuzzStep {
    let given = try members(value, path, known: ["do", "call", "with", "number", "text", "hex", "wait"])
    guard let name = given["do"] else { throw error(path, "has no do, which says what the step does") }
    var step = FuzzStep(try word(name, "\(path).do"))
    if let value = given["call"] { step.call = try call(value, "\(path).call") }
    if let value = given["with"] { step.with = try call(value, "\(path).with") }
    if let value = given["number"] { step.number = try number(value, "\(path).number") }
    if let value = given["text"] { step.text = Array(try string(value, "\(path).text").utf8) }
    if let value = given["hex"] {
      guard step.text == nil else { throw error(path, "has text and hex; give one of them") }
      guard let bytes = HexText.bytes(try string(value, "\(path).hex")) else {
        throw error("\(path).hex", "is not a row of hexadecimal digits, two for each byte")
      }
      step.text = bytes
    }
    if let value = given["wait"] { step.wait = try number(value, "\(path).wait") }
    try check(step, path)
    return step
  }

  private func check(_ step: FuzzStep, _ path: String) throws(ConformanceError) {
    let given: [(FuzzAct.Argument, Bool)] = [
      (.call, step.call != nil), (.with, step.with != nil), (.number, step.number != nil), (.text, step.text != nil),
    ]
    for (argument, isGiven) in given {
      if isGiven, !step.act.takes.contains(argument) { throw error(path, "\(step.act.rawValue) takes no \(argument.rawValue)") }
      if !isGiven, step.act.needs.contains(argument) { throw error(path, "\(step.act.rawValue) needs \(argument.rawValue)") }
    }
  }

  private func host(_ value: JSONValue, _ path: String) throws(ConformanceError) -> FuzzHost {
    let given = try members(value, path, known: ["without", "null", "refuses", "with", "shape"])
    var host = FuzzHost()
    if let value = given["without"] { host.missing = Set(try words(value, "\(path).without")) }
    if let value = given["null"] { host.absent = Set(try words(value, "\(path).null")) }
    if let odd = host.absent.subtracting(FuzzHost.optional).map(\.rawValue).min() {
      throw error("\(path).null", "\(odd) is a function that every host has")
    }
    if let value = given["refuses"] {
      let function: HostFunction = try word(value, "\(path).refuses")
      guard FuzzHost.refusable.contains(function) else {
        throw error("\(path).refuses", "\(function.rawValue) is a function that cannot refuse")
      }
      host.refusing = function
    }
    if let value = given["with"] {
      let name = try string(value, "\(path).with")
      guard let status = FuzzHost.refusals.first(where: { StatusName.of($0) == name }) else {
        throw error("\(path).with", "is \(name), not one of \(FuzzHost.refusals.map(StatusName.of).joined(separator: ", "))")
      }
      host.refusal = status
    }
    if let value = given["shape"] {
      let name = try string(value, "\(path).shape")
      guard let shape = [HostShape.usual, .exact, .future].first(where: { "\($0)" == name }) else {
        throw error("\(path).shape", "is \(name), not one of usual, exact, future")
      }
      host.shape = shape
    }
    return host
  }
}
