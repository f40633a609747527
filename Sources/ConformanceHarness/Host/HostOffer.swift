package import TransportABI

/// A host's properties, any of which a plugin must cope with.
package struct HostOffer: Sendable, Hashable {
  /// A host that offers everything in version 1.0.
  package static let full = HostOffer()
  /// The least that the contract promises: host-loop alone.
  static let bare = HostOffer(extensions: [.loop])

  /// The length of its structs.
  var shape = HostShape.usual
  /// The extensions that it offers.
  var extensions = Set(HostExtension.allCases)
  /// Extension functions that are NULL.
  package var absent: Set<HostFunction> = []
  /// Functions that return an error and do nothing.
  package var refusing: [HostFunction: hsw_status] = [:]
  /// Bits of `hsw_host.flags` in addition to those of its shape.
  package var flags: UInt32 = 0
  /// The secrets that it keeps, by name.
  var secrets: [String: String] = [:]

  package init(shape: HostShape = .usual, extensions: Set<HostExtension> = Set(HostExtension.allCases)) {
    self.shape = shape
    self.extensions = extensions
  }

  /// The same host without one of its extensions.
  package func without(_ missing: HostExtension) -> HostOffer {
    var offer = self
    offer.extensions.remove(missing)
    return offer
  }

  /// The same host with a function that returns an error.
  package func refusing(_ function: HostFunction, with status: hsw_status) -> HostOffer {
    var offer = self
    offer.refusing[function] = status
    return offer
  }

  /// The same host with these secrets.
  package func with(secrets: [String: String]) -> HostOffer {
    var offer = self
    offer.secrets = secrets
    return offer
  }

  /// The same host in another shape.
  package func shaped(_ shape: HostShape) -> HostOffer {
    var offer = self
    offer.shape = shape
    return offer
  }
}
