internal import FoundationEssentials
internal import HostConfiguration
internal import HostSurface
internal import StrictJSON

// The verb about the settings of a line that all nodes of a cluster share.
extension ClientVerb {
  static let line = ClientVerb(
    "cluster line", .clusterGetLine, "Show, replace or remove the settings of a line",
    """
    Shows the settings that all nodes share. With --file it replaces them by those of a JSON file: "policy" and "accounts", with the \
    members that "policies" and "providers" of the configuration have, and "doNotDisturb". With --remove it removes them. The settings are \
    checked whole before they count. docs/cluster.md describes them. It calls cluster.setLine and cluster.removeLine too.
    """,
    operands: [VerbOperand("LINE", .one, "The line.")],
    options: [
      VerbOption("--file", value: "FILE", "Replace the settings by those of FILE; - reads them from standard input."),
      VerbOption("--remove", "Remove the settings."),
    ],
    example: VerbExample("hookswitch cluster line agent-9 --file agent-9.json", "Give the line agent-9 its account."), flow: changeLine)

  /// The largest number of bytes of a line's settings.
  private static let lineLimit = 256 << 10

  private static func changeLine(_ verb: ClientVerb, _ arguments: Arguments, _ console: Console) throws(CommandError) {
    let line = JSONValue.Member(name: "line", value: .string(arguments.operands[0]))
    guard !(arguments.has("--remove") && arguments.value("--file") != nil) else {
      throw .usage("\(verb.name): give --file or --remove, not both")
    }
    if let file = arguments.value("--file") {
      let settings = try settings(in: file)
      let client = try DaemonClient(arguments, verb: verb.name)
      let result = try client.call(.clusterSetLine, .object([line, .init(name: "settings", value: settings)]))
      return arguments.has("--json") ? console.print(result.text) : ()
    }
    let client = try DaemonClient(arguments, verb: verb.name)
    if arguments.has("--remove") {
      let result = try client.call(.clusterRemoveLine, .object([line]))
      return arguments.has("--json") ? console.print(result.text) : ()
    }
    let result = try client.call(verb.method, .object([line]))
    console.print(arguments.has("--json") ? result.text : result["settings"]?.pretty() ?? "")
  }

  private static func settings(in file: String) throws(CommandError) -> JSONValue {
    let bytes: [UInt8]
    do { bytes = try InputFile.read(file, limit: lineLimit) } catch { throw .badFile(error) }
    do throws(JSONSyntaxError) { return try JSONReader.read(bytes) } catch {
      throw .badFile(file, "is not JSON: \(error)")
    }
  }
}
