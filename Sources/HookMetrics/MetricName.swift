/// A family of the host's metrics.
///
/// No label names a line, a number, a person or a call: their values would grow without bound, and a monitoring system is no place for them.
package enum MetricName: String, CaseIterable, Sendable {
  case buildInfo = "build_info"
  case ready
  case liveCalls = "live_calls"
  case busyLines = "busy_lines"
  case calls = "calls_total"
  case callEnds = "call_ends_total"
  case callSetup = "call_setup_seconds"
  case callDuration = "call_duration_seconds"
  case requests = "requests_total"
  case refusals = "refusals_total"
  case command = "command_seconds"
  case commandTimeouts = "command_timeouts_total"
  case providerReady = "provider_ready"
  case providerLosses = "provider_losses_total"
  case misbehaviours = "misbehaviours_total"
  case audioLegs = "audio_legs"
  case audioTicks = "audio_ticks_total"
  case audioLateTicks = "audio_late_ticks_total"
  case mediaPackets = "media_packets_total"
  case mediaLost = "media_lost_packets_total"
  case mediaJitter = "media_jitter_seconds"
  case controlRequests = "control_requests_total"
  case controlSessions = "control_sessions"
  case observersLagged = "observers_lagged_total"
  case storeWrite = "store_write_seconds"
  case journalFailures = "journal_failures_total"
  case recorderBytes = "recorder_bytes"
  case recorderDropped = "recorder_dropped_records_total"
  case clusterReady = "cluster_ready"
  case clusterLease = "cluster_lease_seconds"
  case clusterSlots = "cluster_slots"
  case clusterLentLines = "cluster_lent_lines"
  case clusterStrays = "cluster_strays"
  case clusterTakeovers = "cluster_takeovers_total"
  case clusterRenewal = "cluster_renewal_seconds"
  case clusterUnshipped = "cluster_unshipped_records"
  case processStart = "process_start_time_seconds"
  case processProcessor = "process_cpu_seconds_total"
  case processMemory = "process_resident_memory_bytes"

  /// The beginning of every name but those of the process, which have the names of Prometheus' own libraries.
  package static let prefix = "hookswitch_"

  /// The name as monitoring systems know it.
  package var fullName: String {
    switch self {
    case .processStart, .processProcessor, .processMemory: rawValue
    default: Self.prefix + rawValue
    }
  }

  /// The kind of the family.
  package var kind: MetricKind {
    switch self {
    case .buildInfo: .info
    case .ready, .liveCalls, .busyLines, .providerReady, .audioLegs, .controlSessions, .recorderBytes, .processStart, .processMemory,
      .clusterReady, .clusterLease, .clusterSlots, .clusterLentLines, .clusterStrays, .clusterUnshipped:
      .gauge
    case .calls, .callEnds, .requests, .refusals, .commandTimeouts, .providerLosses, .misbehaviours, .audioTicks, .audioLateTicks,
      .mediaPackets, .mediaLost, .controlRequests, .observersLagged, .journalFailures, .recorderDropped, .processProcessor,
      .clusterTakeovers:
      .counter
    case .callSetup, .callDuration, .command, .mediaJitter, .storeWrite, .clusterRenewal: .histogram
    }
  }

  /// The names of the labels, in the order of a sample's values.
  package var labels: [String] {
    switch self {
    case .buildInfo: ["version", "abi"]
    case .liveCalls: ["state", "direction", "transport"]
    case .calls: ["direction", "transport", "outcome"]
    case .callEnds: ["reason", "cause"]
    case .callSetup, .callDuration: ["direction", "transport"]
    case .requests: ["kind", "result"]
    case .refusals: ["kind", "code"]
    case .command, .commandTimeouts: ["kind", "transport"]
    case .providerReady, .providerLosses: ["provider", "transport"]
    case .misbehaviours: ["kind"]
    case .mediaPackets, .mediaLost, .mediaJitter: ["transport", "direction"]
    case .controlRequests: ["method", "result"]
    case .ready, .busyLines, .audioLegs, .audioTicks, .audioLateTicks, .controlSessions, .observersLagged, .storeWrite, .journalFailures,
      .recorderBytes, .recorderDropped, .processStart, .processProcessor, .processMemory, .clusterReady, .clusterLease, .clusterSlots,
      .clusterLentLines,
      .clusterStrays, .clusterTakeovers, .clusterRenewal, .clusterUnshipped:
      []
    }
  }

  /// The family in one sentence.
  package var help: String {
    switch self {
    case .buildInfo: "The version of the host, and of its interface for transports."
    case .ready: "1 while the host takes new calls."
    case .liveCalls: "The calls that have not ended."
    case .busyLines: "The lines that have calls."
    case .calls: "The calls that ended or were refused, by their outcome in the history."
    case .callEnds: "The ends of calls, by reason and cause."
    case .callSetup: "The time from the beginning of a call until both sides could talk."
    case .callDuration: "The time for which both sides of a call could talk."
    case .requests: "The requests that lines judged, by the kind of their first action."
    case .refusals: "The requests and incoming calls that a rule refused, by the code of the refusal."
    case .command: "The time until a provider answered a command."
    case .commandTimeouts: "The commands that a provider did not answer in time."
    case .providerReady: "1 while a provider can place calls."
    case .providerLosses: "The losses of a provider with its calls."
    case .misbehaviours: "The messages of providers that were not obeyed."
    case .audioLegs: "The calls and devices that are connected to the audio engine."
    case .audioTicks: "The ticks of the audio engine."
    case .audioLateTicks: "The ticks of the audio engine that ended after the next was due."
    case .mediaPackets: "The media packets of calls that are over, by direction: sent or received."
    case .mediaLost: "The media packets of calls that are over that never arrived here."
    case .mediaJitter: "The jitter of the received media of a call at its end."
    case .controlRequests: "The methods that programs called, by their result: ok, or the code of the error."
    case .controlSessions: "The open connections of programs."
    case .observersLagged: "The times that a program read its events too slowly and lost some."
    case .storeWrite: "The time of a transaction of the memory of calls, with its waiting for the disk."
    case .journalFailures: "The times that a journal or the flight recorder could not keep what it got."
    case .recorderBytes: "The memory of the flight recorder."
    case .recorderDropped: "The records that the flight recorder dropped."
    case .clusterReady: "1 while the lease of a node of a cluster is good and the node does not drain."
    case .clusterLease: "The time until the lease of the node ends, unless it is renewed."
    case .clusterSlots: "The slots that the node owns."
    case .clusterLentLines: "The lines of these slots that other nodes have borrowed."
    case .clusterStrays: "The calls of nodes that are gone, as this node shows them."
    case .clusterTakeovers: "The slots that the node claimed from nodes that were gone."
    case .clusterRenewal: "The time until the engine acknowledged a renewal of the lease."
    case .clusterUnshipped: "The records of calls that wait for the engine."
    case .processStart: "The start of the process, in seconds since 1970."
    case .processProcessor: "The processor time of the process."
    case .processMemory: "The resident memory of the process."
    }
  }

  /// The table of docs/metrics.md, as Markdown.
  package static var table: String {
    let rows = allCases.map { name in
      let labels = name.labels.isEmpty ? "–" : name.labels.map { "`\($0)`" }.joined(separator: ", ")
      return "| `\(name.fullName)` | \(name.kind.rawValue) | \(labels) | \(name.help) |"
    }
    return "| name | type | labels | meaning |\n|---|---|---|---|\n" + rows.joined(separator: "\n") + "\n"
  }
}

/// The kind of a family.
package enum MetricKind: String, Sendable {
  case counter, gauge, histogram, info
}
