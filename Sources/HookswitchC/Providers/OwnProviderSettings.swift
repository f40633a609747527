internal import CHookswitch
internal import Hookswitch
internal import HostConfiguration
internal import StrictJSON

/// The settings of one of the program's own providers: `hk_provider_options`, checked.
struct OwnProviderSettings {
  var configuration = ProviderConfiguration()
  var data: UInt64 = 0
  var isReady = true
  var comesInPieces = false
  var restarts = false
  /// The schemes of its kinds of handle, the first one first.
  var schemes: [String] = []

  /// Reads the settings; NULL is all defaults.
  init(_ options: UnsafePointer<hk_provider_options>?) throws(EmbeddingError) {
    configuration.capabilities = try Numbers.capabilities(HK_CAN_USUAL & ~HK_CAN_AUDIO, "capabilities")
    guard let options = try optional(options, "options") else { return }
    let known = HK_PROVIDER_NOT_READY | HK_PROVIDER_IN_PIECES | HK_PROVIDER_RESTARTS | HK_PROVIDER_NO_HISTORY
    guard options.flags & ~known == 0 else { throw .invalid("the member flags has unknown bits: \(options.flags & ~known)") }
    data = options.data
    isReady = options.flags & HK_PROVIDER_NOT_READY == 0
    comesInPieces = options.flags & HK_PROVIDER_IN_PIECES != 0
    restarts = options.flags & HK_PROVIDER_RESTARTS != 0
    configuration.executesTransactions = comesInPieces
    configuration.includesCallsInRecents = options.flags & HK_PROVIDER_NO_HISTORY == 0
    configuration.localizedName = try optionalText(options.display_name, "display_name") ?? ""
    if let path = try optionalText(options.ringtone, "ringtone"), !path.isEmpty { configuration.ringtoneSound = path }
    configuration.line = try HookswitchC.line(options.line)
    if let kinds = try optionalText(options.handle_kinds, "handle_kinds") {
      let names = Self.list(kinds)
      configuration.supportedHandleTypes = Set(names.map { Handle.Kind(rawValue: $0) })
      schemes = names.map(Self.scheme)
    }
    configuration.emergencyNumbers = Self.list(try optionalText(options.emergency_numbers, "emergency_numbers") ?? "")
    if let text = try optionalText(options.deadlines, "deadlines") { configuration.deadlines = try Self.deadlines(text) }
    if options.capabilities != 0 { configuration.capabilities = try Numbers.capabilities(options.capabilities, "capabilities") }
    if options.max_groups > 0 { configuration.maximumCallGroups = Int(options.max_groups) }
    if options.max_calls_per_group > 0 { configuration.maximumCallsPerCallGroup = Int(options.max_calls_per_group) }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.drop { $0 == " " } }.map { String($0.reversed().drop { $0 == " " }.reversed()) }.filter {
      !$0.isEmpty
    }
  }

  /// The scheme of a kind of handle.
  private static func scheme(_ kind: String) -> String {
    switch Handle.Kind(rawValue: kind) {
    case .phoneNumber: "tel"
    case .sipURI: "sip"
    case .emailAddress: "mailto"
    default: kind
    }
  }

  private static func deadlines(_ text: String) throws(EmbeddingError) -> DeadlinePolicy {
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(Array(text.utf8), limits: JSONLimits(depth: 4))
    } catch {
      throw .invalid("the member deadlines is not JSON: \(error.description)")
    }
    do throws(RunConfigError) {
      return try ConfigNode(file: "deadlines", path: "$", value: value).deadlines
    } catch {
      throw .invalid(error.description)
    }
  }
}
