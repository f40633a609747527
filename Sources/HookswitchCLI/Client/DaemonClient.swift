internal import FoundationEssentials
internal import HostDoors
internal import HostSurface
internal import StrictJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The exit codes of the verbs that speak with a daemon.
enum ClientFailure {
  static let exitCodes: [ExitCode: String] = [
    .success: "The daemon did it.", .failure: "The daemon refused it, or it failed; the reason is printed.",
    .usage: "The arguments are wrong.", .nothingDone: "No daemon runs.", .ownFailure: "This user may not do it.",
    .deadline: "The time-out passed; the request goes on.",
  ]

  /// Returns the command's error for an error of the client.
  static func error(_ error: ClientError, verb: String) -> CommandError {
    switch error {
    case .noHost: return CommandError(sentence: "\(verb): \(error)", exitCode: .nothingDone)
    case .deadline: return CommandError(sentence: "\(verb): \(error)", exitCode: .deadline)
    case .cannot, .closed: return .failed("\(verb): \(error)")
    case .refused(let refusal):
      let code: ExitCode =
        switch refusal.code {
        case ErrorWord.notPermitted.rawValue: .ownFailure
        case ErrorWord.invalid.rawValue, ErrorWord.unknownMethod.rawValue: .usage
        case ErrorWord.deadline.rawValue: .deadline
        default: .failure
        }
      let how = refusal.data["how"]?.string.map { "; " + $0 } ?? ""
      return CommandError(sentence: "\(verb): \(refusal.message)\(how)\(inTheWay(refusal.data))", exitCode: code)
    }
  }

  /// The calls in the way of a refused request, by their short ids.
  private static func inTheWay(_ data: JSONValue) -> String {
    let calls = (data["calls"] ?? data["error"]?["calls"])?.strings ?? []
    return calls.isEmpty ? "" : " (calls \(calls.map { String($0.prefix(8)) }.joined(separator: ", ")))"
  }
}

/// The command's connection to a daemon.
struct DaemonClient: Sendable {
  let client: SocketClient
  private let verb: String

  /// Connects to the daemon of `--socket`, of this user, or of the machine.
  ///
  /// - Parameters:
  ///   - notified: receives notifications on the client's thread; nil keeps them for `next`.
  ///   - ended: is called on the client's thread when the connection has ended.
  init(
    _ arguments: Arguments, verb: String, notified: (@Sendable (ClientNotification) -> Void)? = nil,
    ended: (@Sendable (ClientError) -> Void)? = nil
  ) throws(CommandError) {
    self.verb = verb
    do throws(ClientError) {
      client = try SocketClient(Self.path(arguments), notified: notified, ended: ended)
    } catch {
      throw ClientFailure.error(error, verb: verb)
    }
  }

  /// Returns the socket to connect to: this user's, or the machine's where only that exists.
  static func path(_ arguments: Arguments) -> String {
    if let path = arguments.value("--socket") { return path }
    let environment = ProcessInfo.processInfo.environment
    let mine = (try? DaemonPaths.usual(isSystem: false, environment: environment))?.socket
    let machine = (try? DaemonPaths.usual(isSystem: true, environment: environment))?.socket ?? ""
    guard let mine, access(mine, F_OK) == 0 || access(machine, F_OK) != 0 else { return machine }
    return mine
  }

  /// Calls a method, and returns its result.
  func call(_ method: MethodName, _ parameters: JSONValue) throws(CommandError) -> JSONValue {
    try call(named: method.rawValue, parameters)
  }

  /// Calls a method by its name.
  func call(named name: String, _ parameters: JSONValue?) throws(CommandError) -> JSONValue {
    do throws(ClientError) {
      return try client.request(named: name, parameters)
    } catch {
      throw ClientFailure.error(error, verb: verb)
    }
  }
}
