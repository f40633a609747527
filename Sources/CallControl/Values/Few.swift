/// A list that mostly has one element, which it keeps without allocating.
///
/// Most plans have one goal, about one call, and await one answer; a line that serves thousands of calls a second would otherwise
/// spend much of its time on arrays of one.
struct Few<Element: Hashable & Sendable>: Hashable, Sendable, RandomAccessCollection, MutableCollection, ExpressibleByArrayLiteral {
  private enum Storage: Hashable, Sendable {
    case one(Element)
    case many([Element])
  }

  private var storage: Storage

  init() {
    storage = .many([])
  }

  init(one element: Element) {
    storage = .one(element)
  }

  init(_ elements: some Sequence<Element>) {
    self.init()
    for element in elements { append(element) }
  }

  init(arrayLiteral elements: Element...) {
    self.init(elements)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.elementsEqual(right)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for element in self { hasher.combine(element) }
  }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch storage {
    case .one: 1
    case .many(let elements): elements.count
    }
  }

  subscript(position: Int) -> Element {
    get {
      switch storage {
      case .one(let element):
        precondition(position == 0, "Index out of range")
        return element
      case .many(let elements): return elements[position]
      }
    }
    set {
      switch storage {
      case .one:
        precondition(position == 0, "Index out of range")
        storage = .one(newValue)
      case .many(var elements):
        storage = .many([])
        elements[position] = newValue
        storage = .many(elements)
      }
    }
  }

  mutating func append(_ element: Element) {
    switch storage {
    case .one(let first):
      storage = .many([first, element])
    case .many(let elements) where elements.isEmpty:
      storage = .one(element)
    case .many(var elements):
      storage = .many([])
      elements.append(element)
      storage = .many(elements)
    }
  }

  mutating func remove(at position: Int) {
    switch storage {
    case .one:
      precondition(position == 0, "Index out of range")
      storage = .many([])
    case .many(var elements):
      storage = .many([])
      elements.remove(at: position)
      storage = .many(elements)
    }
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
