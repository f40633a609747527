/// The options of the command line.
struct Options {
  /// The parts to run; empty for all.
  var only: [String] = []
  /// The path of the JSON output.
  var json: String?
  /// The id of the one transport that this process loads and times: `LoaderPart` uses it for a fresh process.
  var loadOnce: String?

  /// The port on which this process answers SIP calls and does nothing else: `SIPPart` uses it for a server.
  var servedPort: UInt16?
  /// The port that this process also calls repeatedly.
  var dialedPort: UInt16?
  /// The place of the transport that answers SIP calls.
  var place = Place.inside
  /// The length of the soak test with mixed SIP calls, in seconds; nothing else runs then.
  var soakSeconds: Int?

  /// Parses arguments.
  ///
  /// - Throws: `UsageError` with the fault and the valid choices.
  init(_ arguments: some Sequence<String>, parts: [String]) throws(UsageError) {
    var left = Array(arguments)[...]
    while let argument = left.popFirst() {
      switch argument {
      case "--only":
        guard let value = left.popFirst() else { throw UsageError("--only needs a part: \(parts.joined(separator: ", "))") }
        for name in value.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
          guard parts.contains(name) else { throw UsageError("unknown part \"\(name)\"; the parts are: \(parts.joined(separator: ", "))") }
          only.append(name)
        }
      case "--json":
        guard let value = left.popFirst() else { throw UsageError("--json needs a file") }
        json = value
      case "--serve-sip":
        guard let port = left.popFirst().flatMap(UInt16.init) else { throw UsageError("--serve-sip needs a port") }
        servedPort = port
      case "--dial-sip":
        guard let port = left.popFirst().flatMap(UInt16.init) else { throw UsageError("--dial-sip needs a port") }
        dialedPort = port
      case "--apart": place = .process
      case "--soak":
        guard let seconds = left.popFirst().flatMap(Int.init), seconds >= 30 else { throw UsageError("--soak needs seconds, 30 or more") }
        soakSeconds = seconds
      case "--load-once":
        guard let value = left.popFirst() else { throw UsageError("--load-once needs a transport's id") }
        loadOnce = value
      default:
        throw UsageError("\"\(argument)\" is not an option; the options are: --only PART, --json FILE, --soak SECONDS")
      }
    }
  }
}

/// A fault in the command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
