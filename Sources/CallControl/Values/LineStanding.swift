/// The standing of a line on this host: the answer to K5's question, asked before each act that adds a call.
///
/// A host that stands alone has the standing `mine` on every line. In a cluster of hosts another one may own the line.
public enum LineStanding: Hashable, Codable, Sendable {
  /// This host owns the line.
  case mine
  /// This host borrowed the line from its owner until it is idle.
  case borrowed
  /// This host has no contact with its cluster (K7).
  case cutOff
  /// This host drains (K14).
  case draining
  /// Another host owns the line; its SIP address is nil where it is unknown.
  ///
  /// `ownerHasFront` is false only when the owner is known to have no call in front on that line (K8).
  case elsewhere(node: String, address: String?, ownerHasFront: Bool = true)
  /// This host owns the line, and another one has borrowed it.
  case lent(node: String, address: String?, borrowerHasFront: Bool = true)
  /// No living host owns the line.
  case vacant

  /// True when calls may be added.
  ///
  /// A source that gives such an answer counts the line as busy from then on, until the host tells that it is idle.
  public var addsCalls: Bool { self == .mine || self == .borrowed }
}

extension LineStanding: CustomStringConvertible {
  /// The standing as journals show it: the case, and the host that has the line.
  public var description: String {
    switch self {
    case .mine: "mine"
    case .borrowed: "borrowed"
    case .cutOff: "cutOff"
    case .draining: "draining"
    case .elsewhere(let node, _, let isBusy): "elsewhere \(node)" + (isBusy ? "" : " (no front call)")
    case .lent(let node, _, let isBusy): "lent \(node)" + (isBusy ? "" : " (no front call)")
    case .vacant: "vacant"
    }
  }
}

/// An act that adds a call to a line (K5).
public enum LineAddition: Hashable, Sendable {
  /// A program starts a call.
  case start
  /// A program starts a call to an emergency number, which even a host that is cut off may (K7).
  case startEmergency
  /// A call comes in.
  case incoming
  /// A ringing call is answered.
  case answer
  /// A far end's transfer is accepted, which starts a call (R3).
  case acceptTransfer
}
