internal import CLtdlShim

/// The names by which the dynamic linker knows what is in the process: it does not look for a library of such a name.
enum LoadedNames {
  private final class Collection {
    var names: Set<String> = []
  }

  /// The names as they are now: each file's path, and the name that it gives itself.
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
