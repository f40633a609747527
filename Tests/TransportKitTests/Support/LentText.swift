import Glibc
import TransportABI

/// A string that is lent for one call and inaccessible afterwards.
final class LentText {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  let string: hsw_str

  convenience init(_ text: String) {
    self.init(bytes: Array(text.utf8))
  }

  init(bytes content: [UInt8]) {
    bytes = .allocate(capacity: content.count + 1)
    _ = bytes.initialize(from: content + [0])
    string = hsw_str(p: UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self), n: content.count)
  }

  deinit {
    bytes.update(repeating: 0xee)
    bytes.deallocate()
  }
}
