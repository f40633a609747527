internal import FoundationEssentials
internal import HostDoors
internal import HostSurface
internal import StrictJSON

/// `hookswitch watch`: prints what happens at a running daemon.
enum WatchVerb: Verb {
  static let syntax = VerbSyntax(
    name: "watch", summary: "Print what happens at the running daemon",
    discussion: """
      It prints the calls that are there, and then each event as it happens, until it is interrupted. With --json, and in a pipe, each \
      is a line of JSON: first snapshot with the states, then state, record and lost as the socket sends them. When the daemon goes \
      away it waits, connects again with its place in the events, and says what it missed.
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

  private static func parameters(_ arguments: Arguments, since cursor: JSONValue?) -> JSONValue {
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
    case NotificationName.record.rawValue: if let text = record(news.parameters) { console.print(text) }
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

  private func record(_ record: JSONValue) -> String? {
    let time = ClientTable.plain(record["time"]).split(separator: "T").last.map { String($0.prefix(12)) } ?? ""
    let call = ClientTable.plain(record["call"])
    let data = record["data"] ?? .object([])
    let kind = ClientTable.plain(record["kind"])
    let detail: String
    switch kind {
    case "added": detail = "\(ClientTable.plain(data["direction"])) \(ClientTable.plain(data["displayName"]))"
    case "state", "tone", "dtmf", "ended", "lost":
      detail = ["state", "media", "tone", "digits", "reason", "cause"].compactMap { data[$0].map { ClientTable.plain($0) } }.joined(
        separator: " ")
    default: detail = data == .object([]) ? "" : data.text
    }
    return PlainText.line([time, call, ClientTable.plain(record["provider"]), kind, detail].filter { !$0.isEmpty }.joined(separator: "  "))
  }
}
