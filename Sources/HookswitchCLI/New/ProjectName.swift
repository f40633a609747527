/// The name of a new project and the id of its transport or directory, checked so that the templates can contain them.
struct ProjectName: Equatable, Sendable {
  var name: String
  var id: String

  /// Checks the name and the id.
  ///
  /// - Parameters:
  ///   - id: nil for `org.example.NAME`.
  ///   - kind: the kind of the project, for errors.
  /// - Throws: a usage error that describes a valid name or id.
  init(_ name: String, id: String?, _ kind: ProjectKind) throws(CommandError) {
    let isShort = name.utf8.count <= 40
    guard isShort, name.utf8.first.map(Self.isLetter) == true, name.utf8.allSatisfy(Self.isOfNames), name.utf8.last != Self.dash else {
      let rule = "it begins with a-z, goes on with a-z 0-9 -, and has at most 40 letters"
      throw .usage("new: \(name) cannot be the name of a \(kind.rawValue): \(rule)")
    }
    guard name != "hookswitch" else { throw .usage("new: the name hookswitch is reserved: choose another name") }
    let id = id ?? "org.example.\(name)"
    let parts = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (3...64).contains(id.utf8.count), parts.count >= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isOfNames) }) else {
      throw .usage("new: --id \(id) cannot be an id: it is reverse-DNS, such as org.example.\(name), 3 to 64 of a-z 0-9 . -")
    }
    self.name = name
    self.id = id
  }

  private static let dash = UInt8(ascii: "-")

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  private static func isOfNames(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == dash
  }
}
