package import HostSurface
package import StrictJSON

/// An event that the bridge takes in.
package enum DesktopEvent: Sendable {
  /// The buses are being looked for.
  case started
  /// A bus is there, or gone.
  case bus(DesktopBus, isThere: Bool)
  /// The bus can start these services on demand; all owners have been told before.
  case activatable(DesktopBus, Set<DesktopService>)
  /// A service has this unique name, or none.
  case owner(DesktopService, String?)
  /// A music player has this unique name, or none.
  case player(String, String?)
  case reply(DesktopTag, DesktopReply)
  case signal(DesktopSignal)
  /// A state of the host; nil when its key has ended.
  case state(Topic, key: String, JSONValue?)
  /// A record of the host.
  case record(JSONValue)
  /// Records of the host are lost.
  case lost
  /// The host ends, and all calls with it.
  case hostEnds
  /// The host's answer to a method; nil when it refused.
  case answer(HostTag, JSONValue?)
  case settings(DesktopSettings)
  /// A program asks the person.
  case question(Int, DesktopQuestion)
  case timer(DesktopTimer)
}

/// A signal of a service.
package struct DesktopSignal: Equatable, Sendable {
  package var sender: String
  package var path: String
  package var member: String
  package var values: [JSONValue]

  /// Creates a signal.
  package init(_ sender: String, _ path: String, _ member: String, _ values: [JSONValue]) {
    (self.sender, self.path, self.member, self.values) = (sender, path, member, values)
  }
}

/// A question to the person.
package enum DesktopQuestion: Hashable, Sendable {
  /// A program wants to call a handle; `isServiceCode` is true for one that may change the subscription.
  case call(String, isServiceCode: Bool)
  /// A program wants to carry calls (`provide`) or screen callers (`screen`) under a name.
  case access(peer: String, Right, name: String)
}

/// The person's answer to a question about a call.
package enum DesktopDecision: Hashable, Sendable {
  case yes, no
  /// No service can ask the person.
  case unavailable
}

/// A method of the host whose answer the bridge needs.
package enum HostTag: Hashable, Sendable {
  /// The grants, before the person's answer to a question changes them.
  case grants(DesktopQuestion, isAllowed: Bool)
  /// The questions of programs that wait already.
  case pending
}

/// A timer of the bridge.
package enum DesktopTimer: Hashable, Sendable {
  /// The person has not answered a question.
  case question(Int)
  /// The machine sleeps, even if calls have not ended.
  case sleep
}

/// An effect that the bridge requests, in order.
package enum DesktopEffect: Equatable, Sendable {
  case call(DesktopCall)
  /// Call a method of the host.
  case ask(MethodName, JSONValue, HostTag? = nil)
  /// Have the host's own ringtone play, or not.
  case ownRingtone(Bool)
  /// Close the descriptor of a lock.
  case release(DesktopLock)
  case timer(DesktopTimer, Duration)
  /// Tell the host that the machine has slept.
  case woke
  /// Tell the asking program the person's answer.
  case decided(Int, DesktopDecision)
}
