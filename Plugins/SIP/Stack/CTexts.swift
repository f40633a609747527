internal import Glibc

/// Lends texts as C strings; NULL for nil.
func withTexts<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { text in text.flatMap { strdup($0) } }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { UnsafePointer($0) })
}

/// Lends a text as a C string; NULL for nil.
func withText<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return text.withCString(body)
}

extension String {
  /// Copies a borrowed text; empty for NULL.
  init(borrowed pointer: UnsafePointer<CChar>?) { self = pointer.map { String(cString: $0) } ?? "" }
}
