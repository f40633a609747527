#if HOOKSWITCH_MOCKPSTN
  @testable internal import MockPSTN
  internal import TransportKit

  extension FuzzTarget {
    /// The settings of the mock PSTN, from JSON text to its numbers and what they do.
    static let exchangeSettings = FuzzTarget(name: "exchange-settings") { bytes in
      do throws(TransportError) {
        // Another file is another input.
        let configuration = try Configuration(String(decoding: bytes, as: UTF8.self))
        guard configuration.members["file"] == nil else { return }
        let settings = try Settings(configuration)
        precondition(settings.numbers.keys.allSatisfy { $0.hasPrefix("+") }, "a number that is not in E.164")
      } catch {
        precondition(!error.message.isEmpty, "a refusal without a reason")
      }
    }
  }
#endif
