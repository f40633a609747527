#if HOOKSWITCH_MOCKPSTN
  @testable internal import MockPSTN
  internal import TransportKit

  extension FuzzTarget {
    /// Reads the settings of the mock PSTN, from JSON text to the scripts of its numbers.
    static let exchangeSettings = FuzzTarget(name: "exchange-settings") { bytes in
      do throws(TransportError) {
        // A file that the settings name is not part of the input.
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
