import TransportKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The list of numbers.
///
/// Replace it with your source: a database, or a service, for which the directory's configuration needs
/// `"network": true`.
struct NumberList {
  /// A line of the list.
  struct Entry {
    enum State {
      case gone, blocked
      case labelled(String)
    }

    var number: Int64
    /// The edition of the line's last change; at least 1.
    var edition: Int64
    var state: State
  }

  /// This directory's own codes; the host reports them with its id.
  private enum Code {
    static let cannotOpen: Int32 = 1
    static let wrongLine: Int32 = 2
  }

  var path: String

  /// Reads the list.
  ///
  /// - Throws: the reason with this directory's own code.
  func entries() throws(TransportError) -> [Entry] {
    guard let file = fopen(path, "re") else {
      throw TransportError(.failed, "cannot open \(path): \(String(cString: strerror(errno)))", native: Code.cannotOpen)
    }
    defer { fclose(file) }
    var entries: [Entry] = []
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    var place = 0
    while getline(&line, &room, file) > 0, let start = line {
      place += 1
      let text = String(cString: start)
      let fields = text.prefix { !$0.isNewline }.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      if text.hasPrefix("#") || fields.first?.isEmpty != false { continue }
      guard let entry = Entry(fields) else {
        let shape = "NUMBER EDITION, and block, identify LABEL or gone"
        throw TransportError(.invalid, "line \(place) of \(path) is not \(shape)", native: Code.wrongLine)
      }
      entries.append(entry)
    }
    guard ferror(file) == 0 else { throw TransportError(.failed, "cannot read \(path)", native: Code.wrongLine) }
    return entries
  }
}

extension NumberList.Entry {
  /// Reads the fields of a line; nil for others.
  init?(_ fields: [Substring]) {
    guard fields.count == 3, let number = Int64(fields[0]), let edition = Int64(fields[1]), number >= 1, edition >= 1 else { return nil }
    let word = "identify "
    switch fields[2] {
    case "gone": self.init(number: number, edition: edition, state: .gone)
    case "block": self.init(number: number, edition: edition, state: .blocked)
    case let rest where rest.hasPrefix(word):
      self.init(number: number, edition: edition, state: .labelled(String(rest.dropFirst(word.count))))
    default: return nil
    }
  }
}
