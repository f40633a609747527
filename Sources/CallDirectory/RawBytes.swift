extension Array where Element == UInt8 {
  /// Calls `body` with the bytes; unlike `withUnsafeBytes`, it keeps the type of the error.
  func withRawBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(DirectoryError) -> Result
  ) throws(DirectoryError) -> Result {
    try withUnsafeBufferPointer { (buffer) throws(DirectoryError) in try body(UnsafeRawBufferPointer(buffer)) }
  }
}
