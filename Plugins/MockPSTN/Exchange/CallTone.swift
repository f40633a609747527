/// The tones of a network, by what they say.
enum CallTone: String, CaseIterable, Hashable, Sendable {
  /// It rings there.
  case ringback
  /// The number is busy.
  case busy
  /// No circuit, try again: the congestion or fast busy tone.
  case reorder
  /// Special information: the number is not in service.
  case unallocated
  /// Special information: no circuit.
  case noCircuit = "no-circuit"
  /// A service of the exchange was set.
  case confirmation
}
