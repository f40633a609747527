internal import FoundationEssentials
internal import HostDoors
internal import HostSurface
internal import StrictJSON

/// `hookswitch watch`: prints what happens at a running daemon.
enum WatchVerb: Verb {
  static let syntax = VerbSyntax(
    name: "watch", summary: "Show what happens at the running daemon",
    discussion: """
      On a terminal it shows the lines with their calls and timers, the providers, and the last events, at most 10 times a second. The \
      arrow keys, j and k choose a call; a answers it, d ends it, h holds it, r resumes it, m mutes or unmutes it, s swaps the active \
      and the held call, and q leaves.

      With --json, and in a pipe, it prints lines of JSON: first snapshot with the states, then state, record and lost as the socket \
      sends them. On a terminal that can draw no screen (TERM is dumb), and in the background, it prints a line for each event.

      When the daemon goes away it waits, connects again with its place in the events, and says what it missed.
      """,
    options: [
      VerbOption("--line", value: "LINE", repeats: true, "Only this line."),
      VerbOption("--topic", value: "TOPIC", repeats: true, "Only this topic (default line, call, provider and history)."),
      VerbOption("--socket", value: "PATH", "Speak with the daemon at PATH."), .json,
    ],
    examples: [
      VerbExample("hookswitch watch", "Watch calls."), VerbExample("hookswitch watch --json | jq .", "Watch them in a program."),
    ], exitCodes: ClientFailure.exitCodes)

  /// The time between two tries to connect again.
  private static let pause = Duration.seconds(1)

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let isJSON = arguments.has("--json") || !WatchText.isTerminal
    if !isJSON, let terminal = WatchTerminal(console: console) {
      defer { terminal.close() }
      return try WatchSession(arguments, terminal).run()
    }
    let text = WatchText(console: console, isJSON: isJSON)
    var cursor: JSONValue?
    // The first connection fails as any verb's does; later ones wait for the daemon.
    var client = try DaemonClient(arguments, verb: syntax.name)
    while true {
      let subscription = try client.call(.eventsSubscribe, parameters(arguments, since: cursor))
      text.show(subscription)
      cursor = subscription["cursor"]
      do throws(ClientError) {
        while true {
          guard let news = try client.client.next(within: .seconds(3_600)) else { continue }
          text.show(news)
          cursor = moved(cursor, to: news.parameters["sequence"])
        }
      } catch {
        console.complain("hookswitch: watch: \(error); waits for the daemon")
      }
      while true {
        try? await Task.sleep(for: pause)
        do throws(CommandError) {
          client = try DaemonClient(arguments, verb: syntax.name)
          break
        } catch {
          if error.exitCode != .nothingDone { throw error }
        }
      }
    }
  }

  /// Returns the parameters of the subscription.
  static func parameters(_ arguments: Arguments, since cursor: JSONValue?) -> JSONValue {
    let topics = arguments.values("--topic")
    let lines = arguments.values("--line")
    return .object(of: [
      "topics": .strings(topics.isEmpty ? ["line", "call", "provider", "history"] : topics), "lines": lines.isEmpty ? nil : .strings(lines),
      "since": cursor,
    ])
  }

  private static func moved(_ cursor: JSONValue?, to sequence: JSONValue?) -> JSONValue? {
    guard let sequence else { return cursor }
    return .object(of: ["epoch": cursor?["epoch"], "sequence": sequence])
  }
}

/// Writes what a watcher hears, for people or as JSON lines.
private struct WatchText {
  let console: Console
  let isJSON: Bool

  static var isTerminal: Bool { Console.takesColour(descriptor: 1, environment: [:]) }

  func show(_ subscription: JSONValue) {
    if isJSON { return console.print(JSONValue.object(of: ["method": "snapshot", "params": subscription]).text) }
    for state in subscription["states"]?.array ?? [] where state["topic"]?.string == Topic.line.rawValue {
      for call in state["value"]?["calls"]?.array ?? [] { console.print(line(of: call)) }
    }
    if subscription["lost"]?.integer == -1 { console.print("the daemon began anew; hookswitch history has what happened meanwhile") }
  }

  func show(_ news: ClientNotification) {
    if isJSON { return console.print(JSONValue.object(of: ["method": .string(news.method), "params": news.parameters]).text) }
    switch news.method {
    case NotificationName.record.rawValue: console.print(WatchEvent.text(of: news.parameters))
    case NotificationName.lost.rawValue: console.print("\(ClientTable.plain(news.parameters["count"])) events were missed")
    default: break
    }
  }

  private func line(of call: JSONValue) -> String {
    let parts = ["call", "state", "provider", "displayName"].map { name in
      ClientTable.plain(call[name])
    }
    return PlainText.line(parts.joined(separator: "  "))
  }
}
