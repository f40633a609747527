/// The inputs that a line's drainer has taken.
///
/// The drainer owns it, so that a line at rest needs no memory for inputs.
struct LineInbox: Sendable {
  private var inputs: [LineInput]
  private var head = 0

  init(_ inputs: consuming [LineInput] = []) {
    self.inputs = inputs
  }

  var isEmpty: Bool { head == inputs.count }
  /// The inputs not yet received.
  var rest: ArraySlice<LineInput> { inputs[head...] }

  /// True when the first input is a provider's loss.
  var beginsWithLoss: Bool {
    guard !isEmpty, case .lost = inputs[head] else { return false }
    return true
  }

  /// Removes and returns the first input, without a copy.
  mutating func removeFirst() -> LineInput {
    var first = LineInput.rosterChanged
    swap(&first, &inputs[head])
    head += 1
    return first
  }
}
