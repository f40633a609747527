import SIPWire
import Testing

/// A server's digest challenge and its check of the answer, with hashes from other programs.
struct DigestCheck: Sendable, CustomTestStringConvertible {
  var algorithm: String?
  var qop: String?
  var opaque: String?

  static let realm = "an \\\"apt\\\" realm"

  static let all = [
    DigestCheck(), DigestCheck(qop: "auth", opaque: "kept/as=it+is"), DigestCheck(algorithm: "MD5", qop: "auth-int,auth"),
    DigestCheck(algorithm: "SHA-256"), DigestCheck(algorithm: "SHA-256", qop: "auth", opaque: ""),
  ]

  var testDescription: String { "\(algorithm ?? "no algorithm"), \(qop.map { "qop=\($0)" } ?? "no qop")" }

  /// The challenge with this nonce.
  func challenge(_ nonce: String, isStale: Bool = false) -> String {
    var text = "Digest realm=\"\(Self.realm)\", nonce=\"\(nonce)\""
    if let algorithm { text += ", algorithm=\(algorithm)" }
    if let qop { text += ", qop=\"\(qop)\"" }
    if let opaque { text += ", opaque=\"\(opaque)\"" }
    return text + (isStale ? ", stale=true" : "")
  }

  /// Checks the parts of a request's credentials, and computes the expected response.
  func verify(_ request: Reply, _ name: String, nonce: String, count: Int) async throws {
    let given = request.header(name)
    let uri = String(request.text.split(separator: " ")[1])
    #expect(given.hasPrefix("Digest "), "\(request.text)")
    #expect(Self.part("username", of: given) == "alice")
    #expect(given.contains("realm=\"\(Self.realm)\""), "\(given)")
    #expect(Self.part("nonce", of: given) == nonce)
    // RFC 7616 section 3.4: exactly as in the request line.
    #expect(Self.part("uri", of: given) == uri)
    #expect(Self.part("algorithm", of: given) == algorithm)
    #expect(Self.part("opaque", of: given) == opaque)
    let number = "0000000\(count)"
    let cnonce = Self.part("cnonce", of: given)
    #expect(Self.part("qop", of: given) == (qop == nil ? nil : "auth"))
    #expect(Self.part("nc", of: given) == (qop == nil ? nil : number))
    #expect((cnonce != nil) == (qop != nil), "\(given)")
    let secret = try await hash("alice:an \"apt\" realm:wonder: \"land\"")
    let asked = try await hash("\(request.method):\(uri)")
    let middle = qop == nil ? nonce : "\(nonce):\(number):\(cnonce ?? ""):auth"
    #expect(try await Self.part("response", of: given) == hash("\(secret):\(middle):\(asked)"), "\(given)")
  }

  /// Hashes a text with a system program, independently of our code.
  private func hash(_ text: String) async throws -> String {
    let program = algorithm == "SHA-256" ? "sha256sum" : "md5sum"
    let process = try PeerProcess(program, ["text"], files: ["text": text])
    let line = try #require(await process.output.first { $0 }, "\(program) says nothing")
    return String(line.prefix { $0 != " " })
  }

  /// A parameter's value without its quotes; nil if it is missing.
  private static func part(_ name: String, of header: String) -> String? {
    let found = header.ranges(of: name + "=").first { place in
      header[..<place.lowerBound].last.map { " ,".contains($0) } ?? true
    }
    guard let found else { return nil }
    let rest = header[found.upperBound...]
    return rest.hasPrefix("\"") ? String(rest.dropFirst().prefix { $0 != "\"" }) : String(rest.prefix { $0 != "," && $0 != " " })
  }
}
