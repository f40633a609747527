public import TransportABI
import TransportKit

/// The one symbol that this plugin exports.
///
/// It and the import are `public`, because a release build drops it otherwise.
@c(hookswitch_transport_query) @implementation
public func hookswitch_transport_query(_ q: UnsafeMutablePointer<hsw_query>?) -> hsw_status {
  TransportPlugin.answer(q, with: Network.self)
}
