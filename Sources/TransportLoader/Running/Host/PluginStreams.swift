/// Collects the bytes that a plugin writes through a sink, up to a limit.
///
/// It lives on the loop's thread for one plugin function.
final class TextPage {
  private static let maximumSize = 1024 * 1024
  private(set) var bytes: [UInt8] = []

  /// The bytes as text; nil when they are not UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }

  fileprivate func write(_ start: UnsafeRawPointer, _ count: Int) -> Int64 {
    guard (0...Self.maximumSize - bytes.count).contains(count) else { return -1 }
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    return Int64(count)
  }
}

func textPageWrite(_ context: UnsafeMutableRawPointer?, _ start: UnsafeRawPointer, _ count: Int) -> Int64 {
  guard let context else { return -1 }
  return Unmanaged<TextPage>.fromOpaque(context).takeUnretainedValue().write(start, count)
}

/// The bytes that a plugin reads through a source.
///
/// It lives on the loop's thread for one plugin function.
final class BytesSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  fileprivate func read(_ start: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
    guard count >= 0 else { return -1 }
    let taken = rest.prefix(count)
    UnsafeMutableRawBufferPointer(start: start, count: taken.count).copyBytes(from: taken)
    rest = rest.dropFirst(taken.count)
    return Int64(taken.count)
  }
}

func bytesSourceRead(_ context: UnsafeMutableRawPointer?, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int64 {
  guard let context else { return -1 }
  return Unmanaged<BytesSource>.fromOpaque(context).takeUnretainedValue().read(start, count)
}
