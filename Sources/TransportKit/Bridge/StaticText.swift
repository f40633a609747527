internal import TransportABI

/// Strings in the form of the ABI that live as long as this object: UTF-8 with a NUL, at fixed addresses.
///
/// Its maker fills it once; afterwards the kit and the host only read it.
///
/// `@unchecked Sendable`: the maker fills it before any other thread sees it.
final class StaticText: @unchecked Sendable {
  private var pieces: [UnsafeMutableBufferPointer<CChar>] = []
  private var lists: [UnsafeMutableBufferPointer<hsw_str>] = []

  deinit {
    for piece in pieces { piece.deallocate() }
    for list in lists { list.deallocate() }
  }

  /// Keeps a copy of the text.
  func keep(_ text: String) -> hsw_str {
    let bytes = text.utf8
    let piece = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
    _ = piece.initialize(from: bytes.lazy.map { CChar(bitPattern: $0) } + [0])
    pieces.append(piece)
    return hsw_str(p: piece.baseAddress, n: bytes.count)
  }

  /// Keeps copies of the texts as an array.
  func keep(_ texts: [String]) -> UnsafePointer<hsw_str>? {
    let list = UnsafeMutableBufferPointer<hsw_str>.allocate(capacity: texts.count)
    _ = list.initialize(from: texts.map(keep))
    lists.append(list)
    return UnsafePointer(list.baseAddress)
  }
}
