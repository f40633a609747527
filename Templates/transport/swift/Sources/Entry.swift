public import TransportABI
import TransportKit

/// The one symbol that this plugin exports.
///
/// `public`, and so is the import: without either it is not in a release build.
@c(hookswitch_transport_query) @implementation
public func hookswitch_transport_query(_ q: UnsafeMutablePointer<hsw_query>?) -> hsw_status {
  TransportPlugin.answer(q, with: Network.self)
}
