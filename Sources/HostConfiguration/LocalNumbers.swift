package import Hookswitch

#if HOOKSWITCH_PHONENUMBERS
  internal import PhoneNumbers

  /// Telephone numbers as people in the host's region dial and write them.
  package struct LocalNumbers: Hashable, Sendable {
    private let plan: NumberPlan

    /// The numbers of a region by its code, such as `GB`; nil when there is no such region.
    package init?(region: String) {
      guard let region = Region(region) else { return nil }
      plan = NumberPlan(region: region)
    }

    /// The variables of the environment that `usual` reads.
    package static var variables: [String] { Region.variables }

    /// The numbers of the region in the environment, default US.
    package static func usual(environment: [String: String]) -> LocalNumbers? {
      LocalNumbers(region: Region(environment: environment)?.code ?? "US")
    }

    /// The region, whose tones are the default for the host's audio.
    package var country: String? { plan.region.code }

    /// The error message for an unknown region.
    package static let refusal = "is not a region with a number plan; write a country's two letters, such as GB"

    /// Lets a host compare numbers by this plan, and know the region's emergency numbers.
    package func apply(to settings: inout HostSettings) {
      settings.handles.register(plan)
      settings.policy.emergencyNumbers = plan.emergencyNumbers
    }

    /// Lets a running host compare numbers by this plan.
    package func apply(to host: CallHost) { host.register(plan) }

    /// A handle for display: telephone numbers in the region's format, others as a URI.
    package func text(of handle: Handle) -> String {
      guard handle.type == .phoneNumber, (try? plan.number(handle.value)) != nil else { return handle.description }
      return plan.text(for: handle.value)
    }
  }
#else
  /// The replacement in a build without number plans: numbers are compared by their digits and shown unchanged.
  package struct LocalNumbers: Hashable, Sendable {
    package init?(region: String) { nil }

    package static var variables: [String] { [] }

    package static func usual(environment: [String: String]) -> LocalNumbers? { nil }

    package static let refusal = "cannot be used: this command was built without number plans (WITHOUT=phonenumbers)"

    package var country: String? { nil }

    package func apply(to settings: inout HostSettings) {}

    package func apply(to host: CallHost) {}

    package func text(of handle: Handle) -> String { handle.description }
  }
#endif
