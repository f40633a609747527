/// A list that shares its pages with its copies: the change of an element copies one page and the list of the pages.
///
/// An array would copy all its elements, and count a reference of each.
struct SharedPages<Element: Sendable>: Sendable {
  private static var pageSize: Int { 32 }

  private var pages: [[Element]]
  /// The number of elements.
  private(set) var count: Int

  /// Creates a list of one element.
  init(_ first: Element) {
    (pages, count) = ([[first]], 1)
  }

  var indices: Range<Int> { 0..<count }
  /// The elements, one after another.
  var all: some Sequence<Element> { pages.joined() }

  subscript(place: Int) -> Element {
    _read { yield pages[place / Self.pageSize][place % Self.pageSize] }
    _modify { yield &pages[place / Self.pageSize][place % Self.pageSize] }
  }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    if count % Self.pageSize == 0 {
      pages.append([element])
    } else {
      pages[pages.count - 1].append(element)
    }
    count += 1
  }
}
