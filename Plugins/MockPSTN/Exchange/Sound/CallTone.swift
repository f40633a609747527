/// The tones of a network, named for their meaning.
enum CallTone: String, CaseIterable, Hashable, Sendable {
  /// The called telephone rings.
  case ringback
  /// The number is busy.
  case busy
  /// No circuit, try again: the congestion (fast busy) tone.
  case reorder
  /// Special information: the number is not in service.
  case unallocated
  /// Special information: no circuit.
  case noCircuit = "no-circuit"
  /// The exchange has accepted a service code.
  case confirmation
}
