public import TransportABI
import TransportKit

/// The one symbol that this plugin exports.
///
/// It and the import are `public`, because a release build drops it otherwise.
@c(hookswitch_directory_query) @implementation
public func hookswitch_directory_query(_ q: UnsafeMutablePointer<hsw_directory_query>?) -> hsw_status {
  DirectoryPlugin.answer(q, with: Directory.self)
}
