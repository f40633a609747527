package import ClusterControl
package import StrictJSON

/// The settings of a line as the bucket `lines` has them, read.
package struct LineSettings: Equatable, Sendable {
  /// The accounts.
  package var accounts: [LineAccount] = []
  /// Do-not-disturb; nil where the key says nothing.
  package var doNotDisturb: Bool?
  /// The members of the line's policy; nil where it is that of the configuration.
  package var policy: JSONValue?

  /// Creates settings that say nothing.
  package init() {}
}

/// A value of the bucket `lines` that cannot be used: nothing of it counts, and the line keeps its earlier settings.
package struct LineFault: Error, Hashable, Sendable {
  /// The place and the reason, as one sentence.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// The part of the program that carries the lines' settings out; it is called on the store's lane, and must not wait.
package struct LineHands: Sendable {
  /// Reads and checks the settings of a line; members that this version does not know are ignored.
  package var read: @Sendable (_ line: String, _ value: JSONValue) throws(LineFault) -> LineSettings
  /// Carries orders about accounts out, in their order.
  package var carryOut: @Sendable ([AccountOrder]) -> Void
  /// Switches do-not-disturb on a line of the host.
  package var setDoNotDisturb: @Sendable (_ isOn: Bool, _ line: String) -> Void
  /// Gives a line of the host a policy; with nil that of the configuration.
  package var setPolicy: @Sendable (_ policy: JSONValue?, _ line: String) -> Void
  /// Takes the problem of a line's settings; nil when they are right.
  package var tell: @Sendable (_ problem: String?, _ line: String) -> Void

  /// Creates hands.
  package init(
    read: @escaping @Sendable (_ line: String, _ value: JSONValue) throws(LineFault) -> LineSettings,
    carryOut: @escaping @Sendable ([AccountOrder]) -> Void, setDoNotDisturb: @escaping @Sendable (_ isOn: Bool, _ line: String) -> Void,
    setPolicy: @escaping @Sendable (_ policy: JSONValue?, _ line: String) -> Void,
    tell: @escaping @Sendable (_ problem: String?, _ line: String) -> Void
  ) {
    (self.read, self.carryOut, self.setDoNotDisturb, self.setPolicy, self.tell) = (read, carryOut, setDoNotDisturb, setPolicy, tell)
  }
}
