/// A word of `data.code` in an error, besides the codes of refusals, which are those of `CallError`.
package enum ErrorWord: String, CaseIterable, Sendable {
  case parse, invalidRequest, unknownMethod, invalid
  case `internal`
  case notPermitted
  case notFound, ambiguous
  case exists, keyReused, wrongState
  case tooLarge, tooMany, tooFast
  case deadline
  case unavailable
  case rejected

  /// The number of the error in JSON-RPC.
  package var number: Int {
    switch self {
    case .parse: -32700
    case .invalidRequest: -32600
    case .unknownMethod: -32601
    case .invalid: -32602
    case .internal: -32603
    case .notPermitted: -32002
    case .notFound, .ambiguous: -32003
    case .exists, .keyReused, .wrongState: -32004
    case .tooLarge, .tooMany, .tooFast: -32005
    case .deadline: -32006
    case .unavailable: -32007
    case .rejected: -32008
    }
  }

  /// The error's name on D-Bus.
  package var busName: String {
    switch self {
    case .parse, .invalidRequest, .invalid: "org.freedesktop.DBus.Error.InvalidArgs"
    case .unknownMethod: "org.freedesktop.DBus.Error.UnknownMethod"
    case .internal: "org.hookswitch.Error.Internal"
    case .notPermitted: "org.freedesktop.DBus.Error.AccessDenied"
    case .notFound: "org.hookswitch.Error.NotFound"
    case .ambiguous: "org.hookswitch.Error.Ambiguous"
    case .exists: "org.hookswitch.Error.Exists"
    case .keyReused: "org.hookswitch.Error.KeyReused"
    case .wrongState: "org.hookswitch.Error.WrongState"
    case .tooLarge, .tooMany, .tooFast: "org.hookswitch.Error.Limit"
    case .deadline: "org.hookswitch.Error.Deadline"
    case .unavailable: "org.hookswitch.Error.Unavailable"
    case .rejected: "org.hookswitch.Error.Rejected"
    }
  }

  /// The circumstances of the error, as the table writes them.
  package var occasion: String {
    switch self {
    case .parse: "not JSON"
    case .invalidRequest: "not a request"
    case .unknownMethod: "no such method"
    case .invalid: "parameters (`data.at`: JSON pointer, `data.expected`)"
    case .internal: "a fault of ours; logged with an id"
    case .notPermitted: "the peer lacks `data.right`; `data.how` says how to grant it"
    case .notFound: "`data.what` and `data.name` say which"
    case .ambiguous: "several calls fit the name; `data.calls` has them"
    case .exists: "the name is taken"
    case .keyReused: "a key with other parameters"
    case .wrongState: "the thing is in a state that forbids it"
    case .tooLarge, .tooMany, .tooFast: "a limit; `data.limit`, `data.retryAfter`"
    case .deadline: "`timeout` passed; `data` is the `Request` so far; the request goes on"
    case .unavailable: "draining, store off or full, directory loading (`data.why`)"
    case .rejected: "settings, vCard or directory not accepted; `data.at`, `data.reason`, `data.report`"
    }
  }
}
