internal import HostConfiguration
internal import HostSurface
internal import StrictJSON

/// `hookswitch api`: calls any method of a running daemon.
enum ApiVerb: Verb {
  static let syntax = VerbSyntax(
    name: "api", summary: "Call any method of the running daemon",
    discussion: """
      It prints the result as JSON on one line. JSON is the method's parameters as an object; - reads it from standard input. \
      docs/surface.md lists the methods.
      """,
    operands: [
      VerbOperand("METHOD", .one, "The method, such as call.list."), VerbOperand("JSON", .optional, "Its parameters (default none)."),
    ], options: [VerbOption("--socket", value: "PATH", "Speak with the daemon at PATH.")],
    examples: [
      VerbExample("hookswitch api host.status", "Print the daemon's state."),
      VerbExample(#"hookswitch api call.start '{"handle": "5550100", "wait": "performed"}'"#, "Place a call."),
    ], exitCodes: ClientFailure.exitCodes)

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let name = arguments.operands[0]
    if MethodName(rawValue: name) == nil {
      let nearest = Suggestion.text(for: name, among: MethodName.allCases.map(\.rawValue))
      throw .usage("api: there is no method \(PlainText.of(name))\(nearest); docs/surface.md lists them")
    }
    var parameters: JSONValue?
    if arguments.operands.count > 1 {
      var text = Array(arguments.operands[1].utf8)
      if arguments.operands[1] == "-" {
        do { text = try InputFile.read("-", limit: 4 << 20) } catch { throw .badFile(error) }
      }
      do throws(JSONSyntaxError) {
        parameters = try JSONReader.read(text)
      } catch {
        throw .usage("api: the parameters are no JSON: \(error)")
      }
    }
    console.print(try DaemonClient(arguments, verb: syntax.name).call(named: name, parameters).text)
    return .success
  }
}
