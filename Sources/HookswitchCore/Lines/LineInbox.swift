/// Inputs that a drainer of a line has taken, and lets the line hear one after the other.
///
/// It is the drainer's own, so that a line at rest keeps no room for inputs.
struct LineInbox: Sendable {
  private var inputs: [LineInput]
  private var head = 0

  init(_ inputs: consuming [LineInput] = []) {
    self.inputs = inputs
  }

  var isEmpty: Bool { head == inputs.count }
  /// What was not heard yet.
  var rest: ArraySlice<LineInput> { inputs[head...] }

  /// Whether the first is about a provider's loss.
  var beginsWithLoss: Bool {
    guard !isEmpty, case .lost = inputs[head] else { return false }
    return true
  }

  /// Takes the first out, without a copy.
  mutating func removeFirst() -> LineInput {
    var first = LineInput.rosterChanged
    swap(&first, &inputs[head])
    head += 1
    return first
  }
}
