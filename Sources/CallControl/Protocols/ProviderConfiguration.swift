public import FoundationEssentials

/// What a provider is and can do.
///
/// After [`CXProviderConfiguration`](https://developer.apple.com/documentation/callkit/cxproviderconfiguration).
public struct ProviderConfiguration: Hashable, Codable, Sendable {
  /// Its name for people; each of its calls shows it (`Call.providerName`).
  public var localizedName = ""
  /// The file that its calls ring with, absolute or relative to the program's working directory; nil: the host's.
  ///
  /// A host that carries the sound itself plays it (`HostSettings.audio`), unless its own book of ringtones says something else for the
  /// caller or the provider. A file that
  /// cannot be read is told at registration, and the host's bell rings.
  public var ringtoneSound: String?
  /// A square PNG whose alpha channel is its icon, for whoever lists providers (`CallHost.providers`).
  public var iconTemplateImageData: Data?
  /// How many groups its calls may be in at once, on each line by itself; a lone call is a group of one.
  public var maximumCallGroups = 2
  /// How many of its calls may be in one group; 1 means that nothing is merged.
  public var maximumCallsPerCallGroup = 5
  /// Whether its calls are kept in the history.
  public var includesCallsInRecents = true
  /// Whether its calls may carry video.
  public var supportsVideo = false
  /// The kinds of handle that it takes; nil: all.
  public var supportedHandleTypes: Set<Handle.Kind>?
  /// What its calls can do unless they say otherwise.
  public var capabilities = CallCapabilities.usual
  /// Numbers that are an emergency at this provider, beside the line's.
  public var emergencyNumbers: [String] = []
  /// Deadlines that count before the line's.
  public var deadlines = DeadlinePolicy()
  /// True while it gets its slice of a transaction in one piece whatever its delegate says (X5).
  ///
  /// A program's own delegate is offered its slice in any case (`provider(_:execute:)`), and gets its actions one after another when it
  /// declines.
  public var executesTransactions = false
  /// The line that its incoming calls ring on.
  public var line = LineID.main

  /// A provider with CallKit's limits, that can do all but video.
  public init(localizedName: String = "") {
    self.localizedName = localizedName
  }
}
