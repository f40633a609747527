internal import TransportABI

/// The functions that a host gives a plugin.
package enum HostFunction: String, Sendable, Hashable, CaseIterable {
  case getExtension = "host.get_extension"
  case reportProvider = "host.report_provider"
  case reportLine = "host.report_line"
  case reportReset = "host.report_reset"
  case reportIncoming = "host.report_incoming"
  case reportUpdate = "host.report_update"
  case reportState = "host.report_state"
  case reportDTMF = "host.report_dtmf"
  case reportEnded = "host.report_ended"
  case actionDone = "host.action_done"
  case deactivated = "host.deactivated"
  case post = "host.post"
  case requestRestart = "host.request_restart"
  case addFD = "host-loop.add_fd"
  case modFD = "host-loop.mod_fd"
  case delFD = "host-loop.del_fd"
  case addTimer = "host-loop.add_timer"
  case delTimer = "host-loop.del_timer"
  case now = "host-loop.now_ns"
  case logEnabled = "host-log.enabled"
  case log = "host-log.log"
  case wire = "host-log.wire"
  case isLoop = "host-threads.is_loop"
  case isMedia = "host-threads.is_media"
  case transferProgress = "host-transfer.report_progress"
  case transferRequest = "host-transfer.report_request"
  case getSecret = "host-secrets.get"

  /// True for functions that only the instance's own thread may use.
  var isLoopOnly: Bool {
    switch self {
    case .addFD, .modFD, .delFD, .addTimer, .delTimer, .getSecret: true
    default: false
    }
  }

  /// True for functions that tell the host something: an instance that a handover has stopped may use none of them.
  var isReport: Bool {
    switch self {
    case .reportProvider, .reportLine, .reportReset, .reportIncoming, .reportUpdate, .reportState, .reportDTMF, .reportEnded, .actionDone,
      .deactivated, .requestRestart, .transferProgress, .transferRequest:
      true
    default: false
    }
  }

  /// True for functions that a plugin may still use while it is being destroyed, to clean up.
  var servesTheDying: Bool {
    switch self {
    case .delFD, .delTimer, .now, .isLoop, .isMedia, .logEnabled, .log: true
    default: false
    }
  }

  /// True for functions that return a status, which the host can replace with an error.
  package var answersStatus: Bool {
    switch self {
    case .getExtension, .now, .logEnabled, .log, .wire, .isLoop, .isMedia: false
    default: true
    }
  }
}

/// The extensions that a host may offer.
package enum HostExtension: String, Sendable, Hashable, CaseIterable {
  case loop, log, threads, transfer, secrets

  var id: String {
    switch self {
    case .loop: HSW_HEXT_LOOP
    case .log: HSW_HEXT_LOG
    case .threads: HSW_HEXT_THREADS
    case .transfer: HSW_HEXT_TRANSFER
    case .secrets: HSW_HEXT_SECRETS
    }
  }
}
