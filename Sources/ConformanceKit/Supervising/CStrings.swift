#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Passes texts to C as an array of strings that ends with NULL.
enum CStrings {
  typealias Array = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  /// Runs `body` with the texts, which live until it returns.
  static func with<Result>(_ texts: [String], _ body: (Array) -> Result) -> Result {
    let strings = Array.allocate(capacity: texts.count + 1)
    strings.initialize(repeating: nil, count: texts.count + 1)
    for (index, text) in texts.enumerated() { strings[index] = strdup(text) }
    defer {
      for index in texts.indices { free(strings[index]) }
      strings.deallocate()
    }
    return body(strings)
  }
}
