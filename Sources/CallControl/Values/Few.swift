/// A list that keeps its first element without allocating.
///
/// Most plans have one goal, about one call, and await one answer; arrays of one would cost a busy line much of its time.
struct Few<Element: Hashable & Sendable>: Hashable, Sendable, RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
  // Fields and a separate count, rather than an enum: reading the count or one element copies no other element.
  private var head: Element?
  private var tail: [Element] = []
  /// The number of elements.
  private(set) var count = 0

  init() {}

  init(one element: Element) {
    head = element
    count = 1
  }

  init(_ elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  init(arrayLiteral elements: Element...) {
    self.init(elements)
  }

  @inline(__always)
  var startIndex: Int { 0 }

  @inline(__always)
  var endIndex: Int { count }

  @inline(__always)
  var isEmpty: Bool { count == 0 }

  subscript(position: Int) -> Element {
    @inline(__always)
    get {
      guard position == 0, let head else { return tail[position - 1] }
      return head
    }
    set {
      precondition(position < count, "Index out of range")
      if position == 0 { head = newValue } else { tail[position - 1] = newValue }
    }
  }

  mutating func append(_ element: Element) {
    if count == 0 { head = element } else { tail.append(element) }
    count += 1
  }

  mutating func remove(at position: Int) {
    precondition(position < count, "Index out of range")
    if position > 0 {
      tail.remove(at: position - 1)
    } else {
      head = tail.isEmpty ? nil : tail.removeFirst()
    }
    count -= 1
  }

  func filter(_ isIncluded: (Element) -> Bool) -> Few {
    var result = Few()
    for element in self where isIncluded(element) { result.append(element) }
    return result
  }

  static func + (left: Few, right: Few) -> Few {
    var result = left
    for element in right { result.append(element) }
    return result
  }
}
