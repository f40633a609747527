// The enumerations of the table that the host's service uses; those of calls are the ones of CallControl.

/// The moment at which a request's reply comes.
package enum RequestWait: String, CaseIterable, Sendable {
  /// When the line has judged it.
  case accepted
  /// When it is performed.
  case performed
}

/// The state of a request.
package enum RequestState: String, CaseIterable, Sendable {
  case accepted, performed, failed
}

/// The state of a host.
package enum HostState: String, CaseIterable, Sendable {
  case starting, running, draining, stopping
}

/// The kind of a provider: a loaded transport, or a program that is connected.
package enum ProviderKind: String, CaseIterable, Sendable {
  case transport, program
}

/// The level of a log line, the most urgent first.
package enum LogLevel: String, CaseIterable, Sendable {
  case error, warning, info, debug, trace
}

/// The origin that a peer may name in a request.
package enum RequestOrigin: String, CaseIterable, Sendable {
  case user, client
}

/// A report that a program gives about one of its calls.
package enum ReportKind: String, CaseIterable, Sendable {
  case startedConnecting, earlyMedia, connected, ended, held, resumed, remotelyHeld, remotelyResumed, updated, transferProgress
  case transferRequested, dtmf
}

/// An action of `call.perform`.
package enum ActionKind: String, CaseIterable, Sendable {
  case start, answer, end, setHeld, setMuted, setGroup, playDTMF, transfer, deflect
}

/// The outcome that a preview of a request foresees.
package enum PreviewOutcome: String, CaseIterable, Sendable {
  /// A rule refuses the request.
  case refused
  /// The request is performed once each provider has carried out its steps.
  case performed
  /// The request is accepted, and then fails.
  case failed
  /// The request is accepted, and waits for something other than a provider's answer to its steps.
  case waiting
}

/// The kind of a refusal that the host remembers.
package enum RefusedKind: String, CaseIterable, Sendable {
  /// A rule refused the request of a program or a person.
  case request
  /// A rule refused an incoming call before a person saw it.
  case incoming
}

/// A text format of metrics.
package enum MetricsFormat: String, CaseIterable, Sendable {
  /// Prometheus text format 0.0.4.
  case prometheus
  /// OpenMetrics 1.0.
  case openmetrics
}

/// A message from the host to a client, without a reply.
package enum NotificationName: String, CaseIterable, Sendable {
  case state, record, lost, request, goodbye, levels, trace, calls
  case providerAction = "provider.action"
  case providerCancelled = "provider.cancelled"
  case providerTold = "provider.told"
  case screenerAsk = "screener.ask"
  case screenerGiveUp = "screener.giveUp"

  /// The notification's members.
  package var fields: [FieldDeclaration] {
    switch self {
    case .state:
      [
        .need("subscription", .int), .need("topic", .topic), .need("key", .text), .need("sequence", .int), .may("value", .object),
        .may("skipped", .int),
      ]
    case .record:
      [
        .need("subscription", .int), .need("topic", .topic), .need("kind", .text), .need("sequence", .int), .need("time", .time),
        .may("line", .text), .may("call", .uuid), .may("provider", .text), .need("data", .object),
      ]
    case .lost: [.need("subscription", .int), .need("from", .int), .need("to", .int), .need("count", .int)]
    case .request: HostSurface.declaration(of: .request).members ?? []
    case .goodbye: [.need("reason", .text)]
    case .levels: [.need("levels", list: .callLevel), .may("ended", .text)]
    case .trace: [.need("subscription", .int), .need("records", list: .traceEntry), .need("dropped", .int), .may("ended", .text)]
    case .calls: [.need("from", .int)] + (HostSurface.declaration(of: .callPage).members ?? []) + [.may("ended", .text)]
    case .providerAction:
      [
        .need("provider", .text), .need("action", .int), .need("kind", .text), .need("call", .uuid), .need("deadline", .seconds),
        .need("details", .object),
      ]
    case .providerCancelled: [.need("provider", .text), .need("action", .int)]
    case .providerTold: [.need("provider", .text), .need("kind", .text), .may("call", .uuid), .may("details", .object)]
    case .screenerAsk:
      [
        .need("screener", .text), .need("call", .uuid), .need("provider", .text), .need("line", .text), .need("update", .callUpdate),
        .need("deadline", .seconds),
      ]
    case .screenerGiveUp: [.need("screener", .text), .need("call", .uuid)]
    }
  }
}

/// The order of a page of calls.
package enum CallSort: String, CaseIterable, Sendable {
  /// By the names of their lines; on one line the oldest call first.
  case line
  /// The newest call first.
  case newest
}

/// The state of a node of a cluster.
package enum ClusterState: String, CaseIterable, Sendable {
  /// It has no lease yet.
  case joining
  /// It takes slots.
  case active
  /// It gives its slots away, and takes no new calls.
  case draining
  /// Its lease ran out: it adds no call until it reaches the engine again.
  case cutOff
  /// It left, or another node expired it.
  case gone
}

/// The action at the end of a drain whose time is over.
package enum DrainEnd: String, CaseIterable, Sendable {
  /// The node ends, and its calls with it.
  case end
  /// The calls that are left go on, and the node stays.
  case keep
}
