package import ClusterControl

/// The node of a line or a slot, as this node's map has it.
package enum GatewayPlace: Hashable, Sendable {
  /// This node: the owner, with its fence, or the borrower, without one.
  case here(fence: UInt64?)
  /// Another node owns the slot.
  case owner(String)
  /// The line is lent to another node.
  case borrower(String)
  /// No living node.
  case vacant
}

/// The functions that find lines; they may be called on any thread, and wait for nothing.
package struct GatewayPlaces: Sendable {
  /// Returns the node that has a line.
  package var line: @Sendable (String) -> GatewayPlace
  /// Returns the node that owns a slot.
  package var slot: @Sendable (Slot) -> GatewayPlace

  /// Creates the functions.
  package init(line: @escaping @Sendable (String) -> GatewayPlace, slot: @escaping @Sendable (Slot) -> GatewayPlace) {
    (self.line, self.slot) = (line, slot)
  }
}

/// The settings of a gateway.
package struct GatewaySettings: Sendable {
  /// The node's name.
  package var node: String
  /// The number of digits of the slots.
  package var digits: Int
  /// The largest number of requests on their way to other nodes.
  package var outgoingLimit = 4_096
  /// The largest number of requests of other nodes that are performed at once.
  package var incomingLimit = 1_024
  /// The largest number of subscriptions of other nodes.
  package var deliveryLimit = 8_192
  /// The largest number of lines of other nodes that sessions of this node watch.
  package var watchLimit = 8_192
  /// The time after which a request without an answer is sent again.
  package var patience = Duration.seconds(3)
  /// The time before another look at a line that nobody owns.
  package var pause = Duration.milliseconds(250)
  /// The time within which a node answers a question to all.
  package var questionLimit = Duration.milliseconds(200)
  /// The number of questions to all before a call counts as unknown; each waits longer than the one before.
  package var questions = 2
  /// The time between two renewals of a subscription.
  package var renewal = Duration.seconds(10)
  /// The time after which a subscription without a renewal ends.
  package var deliverySpan = Duration.seconds(30)
  /// The time for which a subscription waits for the states of other nodes.
  package var snapshotLimit = Duration.seconds(2)

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - node: the node's name.
  ///   - digits: the number of digits of the slots.
  package init(node: String, digits: Int = 3) {
    (self.node, self.digits) = (node, digits)
  }

  /// The time for which the first question to all waits: that of the nodes, and the ways.
  var questionPatience: Duration { questionLimit + .milliseconds(300) }
}
