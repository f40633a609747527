public import TransportABI
internal import TransportKit

/// The only symbol that this plugin exports.
@c(hookswitch_transport_query) @implementation
public func hookswitch_transport_query(_ q: UnsafeMutablePointer<hsw_query>?) -> hsw_status {
  TransportPlugin.answer(q, with: SIPAccount.self)
}
