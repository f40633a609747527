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
