internal import CLtdlShim

/// The names of the libraries in the process: the dynamic linker does not look for a library of such a name.
enum LoadedNames {
  private final class Collection {
    var names: Set<String> = []
  }

  /// The present names: each library's path and its own name.
  static var current: Set<String> {
    let collection = Collection()
    hookswitch_ltdl_each_name(take, Unmanaged.passUnretained(collection).toOpaque())
    return collection.names
  }

  private static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void = { context, name in
    guard let context, let name else { return }
    Unmanaged<Collection>.fromOpaque(context).takeUnretainedValue().names.insert(String(cString: name))
  }
}
