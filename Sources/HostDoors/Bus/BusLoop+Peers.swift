internal import DoorKit
internal import Glibc
internal import HostService
internal import HostSurface
internal import StrictJSON

/// A program on the bus that calls the host.
///
/// Only the door's thread uses it.
final class BusPeer {
  /// The unique name of the program's connection.
  let name: String
  /// The program's session; nil until its credentials are known.
  var session: (any ServiceSession)?
  /// True for a program of the host's own user, or of root, that no sandbox holds.
  var isOwner = false
  /// The number of the session in the door's post.
  var number = 0
  /// Calls that came before the credentials.
  var waiting: [BusMessage] = []
  /// The number of calls without a reply.
  var unanswered = 0
  /// Tells when the connection ends.
  var match: BusMatch?
  /// The objects that carry calls, by the names of the providers.
  var providers: [String: String] = [:]
  /// The objects that screen callers, by the names of the screeners.
  var screeners: [String: String] = [:]

  init(_ name: String) {
    self.name = name
  }
}

// The programs on the bus.
extension BusLoop {
  private static let bus = "org.freedesktop.DBus"

  /// Takes a method call of a program.
  func take(_ message: BusMessage) {
    guard let peer = peers[message.sender] ?? welcome(message.sender) else {
      return message.fail("org.freedesktop.DBus.Error.LimitsExceeded", "\(BusSettings.peerLimit) programs call the host already")
    }
    guard peer.unanswered < BusSettings.callLimit else {
      let text = "\(BusSettings.callLimit) calls of this program have no reply yet; wait for one"
      return message.fail(MethodError(.tooMany, text, ["limit": .integer(BusSettings.callLimit)]))
    }
    peer.unanswered += 1
    if peer.session == nil { peer.waiting.append(message) } else { answer(message, from: peer) }
  }

  /// Ends the counting of a call.
  func finish(_ peer: BusPeer) { peer.unanswered -= 1 }

  /// Meets a program, and asks the bus for its credentials.
  private func welcome(_ name: String) -> BusPeer? {
    guard peers.count < BusSettings.peerLimit else { return nil }
    let peer = BusPeer(name)
    peers[name] = peer
    let rule = "type='signal',sender='\(Self.bus)',member='NameOwnerChanged',arg0='\(name)'"
    // The peer keeps the match, and the match must not keep the peer.
    peer.match = link?.match(rule) { [unowned self, weak peer] signal in
      if let peer, (try? signal.arguments())?.last == "" { drop(peer) }
    }
    let question = link?.call(
      to: Self.bus, "/org/freedesktop/DBus", Self.bus, "GetConnectionCredentials", [BusValue(.string(name), as: "s")])
    link?.send(question, timeout: .seconds(5)) { [unowned self] reply in
      guard peers[name] === peer else { return }
      guard reply.error == nil, let credentials = (try? reply.arguments())?.first else { return refuse(peer) }
      open(peer, credentials: credentials)
    }
    return peer
  }

  /// Answers a program whose credentials the bus does not tell; it has ended, most likely.
  private func refuse(_ peer: BusPeer) {
    for message in peer.waiting { message.fail("org.freedesktop.DBus.Error.AccessDenied", "the bus does not tell whose call this is") }
    drop(peer)
  }

  private func open(_ peer: BusPeer, credentials: JSONValue) {
    let uid = credentials["UnixUserID"]?.integer.flatMap { UInt32(exactly: $0) }
    var known = Peer(settings.isSystem ? .systemBus : .sessionBus, uid: uid)
    if let group = settings.group, let uid, uid != 0, let id = UserGroups.find(group) {
      let groups = credentials["UnixGroupIDs"]?.array?.compactMap(\.integer) ?? []
      known.isInGroup = groups.contains(Int(id)) || UserGroups.contains(id, user: uid)
    }
    if let process = credentials["ProcessID"]?.integer, uid == geteuid() || geteuid() == 0 {
      known.sandbox = FlatpakInfo.read(root: "/proc/\(process)/root")
    }
    peer.isOwner = known.sandbox == nil && (uid == geteuid() || uid == 0)
    open(peer, known)
    let waiting = peer.waiting
    peer.waiting = []
    for message in waiting { answer(message, from: peer) }
  }

  /// Forgets a program, whose providers and screeners end.
  func drop(_ peer: BusPeer) {
    peer.session?.close()
    peer.match = nil
    peers[peer.name] = nil
    sessions[peer.number] = nil
  }
}
