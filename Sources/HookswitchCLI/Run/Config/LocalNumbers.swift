internal import Hookswitch

#if HOOKSWITCH_PHONENUMBERS
  internal import PhoneNumbers

  /// Telephone numbers as they are dialled and written where this host stands.
  struct LocalNumbers: Hashable, Sendable {
    private let plan: NumberPlan

    /// The numbers of a region by its code, such as `GB`; nil when there is no such region.
    init?(region: String) {
      guard let region = Region(region) else { return nil }
      plan = NumberPlan(region: region)
    }

    /// The numbers of the region that the environment names, else of the US.
    static func usual(environment: [String: String]) -> LocalNumbers? {
      LocalNumbers(region: Region(environment: environment)?.code ?? "US")
    }

    /// The region, whose tones are heard too where nobody says otherwise.
    var country: String? { plan.region.code }

    /// Why a region's code was not taken.
    static let refusal = "is no region that has a number plan; write a country's two letters, such as GB"

    /// Lets a host compare by them, and know the region's emergencies.
    func apply(to settings: inout HostSettings) {
      settings.handles.register(plan)
      settings.policy.emergencyNumbers = plan.emergencyNumbers
    }

    /// A handle for people: telephone numbers as they note them, all else as a URI.
    func text(of handle: Handle) -> String {
      guard handle.type == .phoneNumber, (try? plan.number(handle.value)) != nil else { return handle.description }
      return plan.text(for: handle.value)
    }
  }
#else
  /// Stands for number plans in a command that was built without them: numbers are compared by their digits and shown as they come.
  struct LocalNumbers: Hashable, Sendable {
    init?(region: String) { nil }

    static func usual(environment: [String: String]) -> LocalNumbers? { nil }

    static let refusal = "cannot be used: this command was built without number plans (WITHOUT=phonenumbers)"

    var country: String? { nil }

    func apply(to settings: inout HostSettings) {}

    func text(of handle: Handle) -> String { handle.description }
  }
#endif
