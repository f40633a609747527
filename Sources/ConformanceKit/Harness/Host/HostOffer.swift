internal import TransportABI

/// What a host is like, for a plugin that must live with any.
struct HostOffer: Sendable, Hashable {
  /// Everything, as version 1.0 has it.
  static let full = HostOffer()
  /// The least that the contract promises: host-loop alone.
  static let bare = HostOffer(extensions: [.loop])

  /// How long its structs are.
  var shape = HostShape.usual
  /// What it offers beside its own table.
  var extensions = Set(HostExtension.allCases)
  /// Functions of its extensions that are NULL.
  var absent: Set<HostFunction> = []
  /// Functions that answer an error instead of doing anything.
  var refusing: [HostFunction: hsw_status] = [:]
  /// Bits of `hsw_host.flags` beside those of its shape.
  var flags: UInt32 = 0
  /// The secrets that it keeps, by name.
  var secrets: [String: String] = [:]

  init(shape: HostShape = .usual, extensions: Set<HostExtension> = Set(HostExtension.allCases)) {
    self.shape = shape
    self.extensions = extensions
  }

  /// The same host without one of its extensions.
  func without(_ missing: HostExtension) -> HostOffer {
    var offer = self
    offer.extensions.remove(missing)
    return offer
  }

  /// The same host with a function that answers an error.
  func refusing(_ function: HostFunction, with status: hsw_status) -> HostOffer {
    var offer = self
    offer.refusing[function] = status
    return offer
  }

  /// The same host, keeping these secrets.
  func with(secrets: [String: String]) -> HostOffer {
    var offer = self
    offer.secrets = secrets
    return offer
  }

  /// The same host in another shape.
  func shaped(_ shape: HostShape) -> HostOffer {
    var offer = self
    offer.shape = shape
    return offer
  }
}
