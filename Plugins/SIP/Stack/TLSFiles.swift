internal import Glibc
internal import TransportKit

/// The files for TLS: our certificate, and the trusted authorities.
struct TLSFiles: Hashable {
  /// Our certificate, as PEM; empty: none, and no calls to us over TLS.
  var certificate = ""
  /// Its key; empty: the certificate's file contains it.
  var privateKey = ""
  /// The authorities that may sign others' certificates; empty: the system's.
  var authorities = ""

  /// The usual places of a system's authorities.
  private static let bundles = [
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
  ]

  /// Makes a folder for the stack's library, with agent.pem and cafile.pem.
  func folder() throws(TransportError) -> TLSFolder {
    var agent = ""
    if !certificate.isEmpty {
      agent = try Self.text(of: certificate, "certificate")
      if !privateKey.isEmpty { agent += "\n" + (try Self.text(of: privateKey, "private-key")) }
      guard agent.contains("-----BEGIN CERTIFICATE-----"), agent.contains("PRIVATE KEY-----") else {
        throw TransportError(
          .invalid, "configuration: /certificate must name a PEM file with a certificate, and /private-key one with its key", domain: "sip")
      }
    }
    guard let bundle = authorities.isEmpty ? Self.bundles.first(where: { access($0, R_OK) == 0 }) : authorities else {
      throw TransportError(.invalid, "the system has no list of certificate authorities: name one as /ca-file", domain: "sip")
    }
    guard try Self.text(of: bundle, "ca-file").contains("-----BEGIN") else {
      throw TransportError(.invalid, "configuration: /ca-file: \(bundle) has no certificate in it, as PEM", domain: "sip")
    }
    guard let folder = TLSFolder(agent: agent, authorities: bundle) else {
      throw TransportError(.failed, "cannot make a temporary folder for the certificates", domain: "sip")
    }
    return folder
  }

  private static func text(of path: String, _ setting: String) throws(TransportError) -> String {
    if let text = FileText.read(path) { return text }
    let why = String(cString: strerror(errno))
    throw TransportError(.invalid, "configuration: /\(setting): \(path) cannot be read: \(why)", domain: "sip")
  }
}
