internal import CallControl
internal import DesktopBridge
internal import HostService
internal import HostSurface
internal import StrictJSON

/// `hookswitch open`: calls the number of a link, for desktops that hand links over.
enum OpenVerb: Verb {
  static let syntax = VerbSyntax(
    name: "open", summary: "Call the number or URI of a link",
    discussion: """
      URL is tel: by RFC 3966, sip: or sips:, or the kind of handle that a provider takes as a scheme, such as chat:ann. Header fields \
      and method= of a SIP URI are refused. A local number is dialed as it is; an extension (;ext=) is printed, for hookswitch dtmf.

      A link comes from a stranger, so a person must want the call: open dials when it runs at a terminal, or with --yes; else a \
      notification of the desktop asks. A number with * or # can change the subscription, such as a diversion of all calls: a person \
      must confirm it at the terminal or the notification, also with --yes.
      """,
    operands: [VerbOperand("URL", .one, "The link.")],
    options: [
      VerbOption("--yes", "Dial without a terminal, unless the number has * or #."),
      VerbOption("--provider", value: "PROVIDER", "Call through this provider (default the first that takes the kind of handle)."),
      VerbOption("--line", value: "LINE", "Call on this line (default main)."),
      VerbOption("--no-wait", "Return once the request is accepted."),
    ] + ClientVerb.common,
    examples: [
      VerbExample("hookswitch open 'tel:+1-202-555-0100'", "Call the number of a link."),
      VerbExample("hookswitch open --yes sip:bob@example.org", "Call a URI from a script."),
    ], exitCodes: ClientFailure.exitCodes)

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let text = arguments.operands[0]
    let client: DaemonClient
    let url: OpenedURL
    // The usual schemes need no daemon to be judged, so that a wrong link is a wrong argument in any case.
    if ["tel", "sip", "sips"].contains(text.prefix { $0 != ":" }.lowercased()) {
      url = try read(text, [])
      client = try DaemonClient(arguments, verb: syntax.name)
    } else {
      client = try DaemonClient(arguments, verb: syntax.name)
      url = try read(text, kinds(client))
    }
    switch question(about: url, isAllowed: arguments.has("--yes"), isInteractive: console.isInteractive) {
    case .none: break
    case .terminal(let question):
      console.explain(question)
      guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else { throw .failed("open: not dialed") }
    case .notification:
      let decision = DesktopBridge.confirm(call: url.handle.value, isServiceCode: url.isServiceCode, .ofThisProcess)
      if let refusal = refusal(of: url, decision) { throw refusal }
    }
    let result = try client.call(.callStart, parameters(arguments, url))
    if arguments.has("--json") {
      console.print(result.text)
    } else if let call = result["call"]?.string {
      console.print(call)
      if let digits = url.extension {
        console.complain("hookswitch: open: the number has the extension \(digits): hookswitch dtmf \(digits) \(call.prefix(8)) sends it")
      }
    }
    return .success
  }

  private static func read(_ text: String, _ schemes: Set<String>) throws(CommandError) -> OpenedURL {
    do throws(StartCallRequestError) {
      return try OpenedURL(text, schemes: schemes)
    } catch {
      throw .usage("open: \(error)")
    }
  }

  /// Returns the kinds of handle of all providers.
  private static func kinds(_ client: DaemonClient) throws(CommandError) -> Set<String> {
    let providers = try client.call(.providerList, .object([]))["providers"]?.array ?? []
    return Set(providers.flatMap { $0["handleTypes"]?.strings ?? [] })
  }

  /// A question that a person must answer before a call.
  enum Question: Equatable {
    case none
    /// A question with its text.
    case terminal(String)
    case notification
  }

  /// Returns the question that a person must answer before the call.
  ///
  /// - Parameters:
  ///   - url: the link.
  ///   - isAllowed: true with `--yes`.
  ///   - isInteractive: true when the command has a terminal to ask at.
  static func question(about url: OpenedURL, isAllowed: Bool, isInteractive: Bool) -> Question {
    guard isInteractive else { return url.isServiceCode || !isAllowed ? .notification : .none }
    let shown = PlainText.of(url.handle.value)
    return url.isServiceCode ? .terminal("\(shown) is a service code, which can change the subscription. Dial it? [y/N]") : .none
  }

  /// Returns the error of a link that no person allowed; nil for an allowed one.
  ///
  /// - Parameters:
  ///   - url: the link.
  ///   - decision: the answer to the notification.
  static func refusal(of url: OpenedURL, _ decision: DesktopDecision) -> CommandError? {
    let shown = PlainText.of(url.handle.value)
    switch decision {
    case .yes: return nil
    case .no: return .failed("open: not dialed")
    case .unavailable:
      let isCode = url.isServiceCode
      let reason = isCode ? "\(shown) is a service code, which a person must confirm" : "a link does not dial \(shown) by itself"
      return .failed(
        "open: \(reason), and no service of the desktop can ask: run hookswitch open at a terminal\(isCode ? "" : ", or with --yes")")
    }
  }

  private static func parameters(_ arguments: Arguments, _ url: OpenedURL) -> JSONValue {
    .object(of: [
      "handle": url.handle.json, "provider": arguments.value("--provider").map { .string($0) },
      "line": arguments.value("--line").map { .string($0) }, "origin": "user",
      "wait": .string(arguments.has("--no-wait") ? "accepted" : "performed"),
    ])
  }
}
