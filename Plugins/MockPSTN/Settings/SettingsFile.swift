internal import Glibc
internal import StrictJSON
internal import TransportKit

/// The file that the setting `file` names: one JSON object with the members of the configuration.
struct SettingsFile {
  let members: [JSONValue.Member]

  /// Reads the whole file.
  ///
  /// - Throws: A `TransportError` when the file cannot be read or is no JSON object.
  init(_ path: String) throws(TransportError) {
    func wrong(_ what: String) -> TransportError { TransportError(.invalid, "\(path): \(what)", domain: "mock-pstn") }
    let bytes = try SettingsFile.bytes(of: path, atMost: 4 << 20)
    let json: JSONValue
    do throws(JSONSyntaxError) {
      json = try JSONReader.read(bytes, limits: Configuration.limits)
    } catch {
      throw wrong("\(error)")
    }
    guard case .object(let members) = json else { throw wrong("must be a JSON object") }
    self.members = members
  }

  /// Returns the whole content of a file, limited so that a wrong path does not fill the memory.
  static func bytes(of path: String, atMost limit: Int) throws(TransportError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw TransportError(.invalid, "\(path): cannot be read: \(String(cString: strerror(errno)))", domain: "mock-pstn")
    }
    defer { Glibc.close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      guard count > 0 else {
        throw TransportError(.invalid, "\(path): cannot be read: \(String(cString: strerror(errno)))", domain: "mock-pstn")
      }
      bytes += piece[..<count]
    }
    throw TransportError(.invalid, "\(path): is longer than \(limit >> 20) MB", domain: "mock-pstn")
  }
}
