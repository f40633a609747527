public import FoundationEssentials

/// A provider's display name, limits and capabilities.
///
/// After [`CXProviderConfiguration`](https://developer.apple.com/documentation/callkit/cxproviderconfiguration).
public struct ProviderConfiguration: Hashable, Codable, Sendable {
  /// The display name; each of the provider's calls shows it (`Call.providerName`).
  public var localizedName = ""
  /// The file of the provider's ringtone, absolute or relative to the program's working directory; nil for the host's.
  ///
  /// A host that carries media (`HostSettings.audio`) plays it, unless its own ringtone settings name another for the caller or the
  /// provider. When the file cannot be read, `CallHost.register` throws, while `Provider(configuration:host:)` logs it and the host's bell
  /// rings.
  public var ringtoneSound: String?
  /// A square PNG whose alpha channel is the icon, for lists of providers (`CallHost.providers`).
  @export(implementation)
  public var iconTemplateImageData: Data? {
    get { icon.map { Data($0.bytes) } }
    set { icon = newValue.map { Icon([UInt8]($0)) } }
  }
  @usableFromInline package var icon: Icon?
  /// The provider's own button, which programs show beside its live calls; nil for none.
  ///
  /// A press goes straight to the provider (`ProviderDelegate.provider(_:didPressButtonOf:)`); no rule judges it.
  public var callButton: CallButton?
  /// The limit on groups with the provider's calls, on each line; a lone call is a group of one.
  public var maximumCallGroups = 2
  /// The limit on the provider's calls in one group; 1 rules out merging.
  public var maximumCallsPerCallGroup = 5
  /// True when the history keeps the provider's calls.
  public var includesCallsInRecents = true
  /// True when the provider's calls may carry video.
  public var supportsVideo = false
  /// The kinds of handle that the provider takes; nil for all.
  public var supportedHandleTypes: Set<Handle.Kind>?
  /// The default capabilities of the provider's calls.
  public var capabilities = CallCapabilities.usual
  /// The provider's emergency numbers, besides the line's.
  public var emergencyNumbers: [String] = []
  /// The provider's time limits, which take precedence over the line's.
  public var deadlines = DeadlinePolicy()
  /// True when the provider takes its slice of a transaction in one piece, whatever its delegate does (X5).
  ///
  /// The host always offers a program's own delegate its slice (`provider(_:execute:)`), and sends its actions one after another if the
  /// delegate declines.
  public var executesTransactions = false
  /// The line on which the provider's incoming calls ring.
  public var line = LineID.main

  /// Creates a configuration with CallKit's limits and all capabilities but video.
  public init(localizedName: String = "") {
    self.localizedName = localizedName
  }

  private enum CodingKeys: String, CodingKey {
    case localizedName, ringtoneSound
    case icon = "iconTemplateImageData"
    case callButton, maximumCallGroups, maximumCallsPerCallGroup, includesCallsInRecents, supportsVideo, supportedHandleTypes, capabilities
    case emergencyNumbers, deadlines, executesTransactions, line
  }
}

/// A provider's own button for its live calls, such as "Send a banana".
public struct CallButton: Hashable, Codable, Sendable {
  /// The text on the button.
  public var title: String
  /// A square PNG whose alpha channel is the icon; nil for a button with text alone.
  @export(implementation)
  public var iconTemplateImageData: Data? {
    get { icon.map { Data($0.bytes) } }
    set { icon = newValue.map { Icon([UInt8]($0)) } }
  }
  @usableFromInline package var icon: Icon?

  /// Creates a button.
  ///
  /// - Parameters:
  ///   - title: the text on the button.
  ///   - iconTemplateImageData: a square PNG whose alpha channel is the icon.
  @export(implementation)
  public init(title: String, iconTemplateImageData: Data? = nil) {
    self.init(title: title, icon: iconTemplateImageData.map { Icon([UInt8]($0)) })
  }

  @usableFromInline
  package init(title: String, icon: Icon?) {
    (self.title, self.icon) = (title, icon)
  }

  private enum CodingKeys: String, CodingKey {
    case title
    case icon = "iconTemplateImageData"
  }
}
