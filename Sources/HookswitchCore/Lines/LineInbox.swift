/// The inputs that a line's drainer has taken.
///
/// The drainer owns it, so that a line at rest needs no memory for inputs.
struct LineInbox: Sendable {
  private var inputs: [LineInput]
  private var head = 0
  /// True when the source has answered about the first input (K5).
  var isAsked = false
  /// True when the source allowed the first input to add a call.
  var isAllowed = false

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

  /// The first input; only of an inbox that is not empty.
  var first: LineInput { inputs[head] }

  /// Removes and returns the first input, without a copy.
  mutating func removeFirst() -> LineInput {
    var first = LineInput.rosterChanged
    swap(&first, &inputs[head])
    head += 1
    (isAsked, isAllowed) = (false, false)
    return first
  }
}
