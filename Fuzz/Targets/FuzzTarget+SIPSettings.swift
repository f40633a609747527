#if HOOKSWITCH_SIP
  @testable internal import SIP
  internal import TransportKit

  extension FuzzTarget {
    /// Reads the settings of an account, from JSON text to the values for the stack and the registrar.
    static let sipSettings = FuzzTarget(name: "sip-settings") { bytes in
      do throws(TransportError) {
        let settings = try Settings(Configuration(String(decoding: bytes, as: UTF8.self)))
        let texts = [settings.ownURI(port: 5060), settings.contact(port: 5060, tlsPort: 5061) ?? "", settings.route ?? "", settings.server]
        for text in texts { precondition(!text.utf8.contains { $0 == 10 || $0 == 13 }, "a header that ends in the middle") }
      } catch {
        precondition(!error.message.isEmpty, "a refusal without a reason")
      }
    }
  }
#endif
