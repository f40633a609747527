internal import StrictJSON

extension FuzzTarget {
  /// Reads a JSON text: the values that it accepts survive the writer, and its errors lie in the text.
  static let json = FuzzTarget(name: "json") { bytes in
    let limits = JSONLimits(depth: 64, allowsNUL: false)
    do throws(JSONSyntaxError) {
      let node = try JSONReader.readNode(bytes, limits: limits)
      precondition(bytes[..<node.offset].allSatisfy { [0x20, 0x0A, 0x0D, 0x09].contains($0) }, "text before the value")
      let value = node.plain
      for text in [value.text, value.pretty(), value.sorted.text] {
        let copy = try? JSONReader.read(Array(text.utf8), limits: limits)
        precondition(copy?.sorted == value.sorted, "the writer changed a value")
      }
      precondition(value.sorted.sorted == value.sorted, "sorting is not stable")
    } catch {
      precondition((0...bytes.count).contains(error.offset) && error.line >= 1 && error.column >= 1, "an error outside the text")
      precondition(error.offset >= error.column - 1, "a column before the text")
    }
  }
}
