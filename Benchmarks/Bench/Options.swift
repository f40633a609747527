/// What the command line asks for.
struct Options {
  /// The parts to run; empty: all.
  var only: [String] = []
  /// Where the figures go for machines.
  var json: String?
  /// The id of a transport that this process is to load and time, and nothing else: how `LoaderPart` gets a fresh process.
  var loadOnce: String?

  /// Where this process is to answer SIP calls, and nothing else: how `SIPPart` gets a server.
  var servedPort: UInt16?
  /// Whom that process also calls, again and again.
  var dialedPort: UInt16?
  /// For how long mixed SIP calls are to be carried, and nothing else.
  var soakSeconds: Int?

  /// Reads arguments.
  ///
  /// - Throws: `UsageError` that says what is wrong and what would be right.
  init(_ arguments: some Sequence<String>, parts: [String]) throws(UsageError) {
    var left = Array(arguments)[...]
    while let argument = left.popFirst() {
      switch argument {
      case "--only":
        guard let value = left.popFirst() else { throw UsageError("--only needs a part: \(parts.joined(separator: ", "))") }
        for name in value.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
          guard parts.contains(name) else { throw UsageError("there is no part \"\(name)\"; there are: \(parts.joined(separator: ", "))") }
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
      case "--soak":
        guard let seconds = left.popFirst().flatMap(Int.init), seconds >= 30 else { throw UsageError("--soak needs seconds, 30 or more") }
        soakSeconds = seconds
      case "--load-once":
        guard let value = left.popFirst() else { throw UsageError("--load-once needs a transport's id") }
        loadOnce = value
      default:
        throw UsageError("\"\(argument)\" is no option; there are: --only PART, --json FILE, --soak SECONDS")
      }
    }
  }
}
