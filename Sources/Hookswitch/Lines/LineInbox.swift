/// What waits for a line's turn, in order.
struct LineInbox: Sendable {
  private var inputs: [LineInput] = []
  private var head = 0

  var isEmpty: Bool { head == inputs.count }
  var first: LineInput? { isEmpty ? nil : inputs[head] }

  mutating func append(contentsOf more: some Sequence<LineInput>) {
    inputs.append(contentsOf: more)
  }

  mutating func removeFirst() {
    head += 1
    if head == inputs.count {
      inputs.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 256 && head * 2 > inputs.count {
      inputs.removeFirst(head)
      head = 0
    }
  }
}
