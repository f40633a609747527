internal import TransportABI

/// A struct of the ABI that is written once and lives, unchanged, as long as the process.
///
/// `@unchecked Sendable`: the memory is filled before the pointer exists, and never written or freed after that.
struct Static<Table>: @unchecked Sendable {
  let pointer: UnsafePointer<Table>

  init(_ table: Table) {
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    memory.initialize(to: table)
    pointer = UnsafePointer(memory)
  }

  var raw: UnsafeRawPointer { UnsafeRawPointer(pointer) }
}

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
