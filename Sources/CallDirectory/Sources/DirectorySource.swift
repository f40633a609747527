internal import CallControl

/// A source of a directory's records.
package enum DirectorySource: Hashable, Sendable {
  /// A program with its arguments, which writes records to its standard output.
  case executable([String], network: Bool)
  /// A shared object that exports `hookswitch_directory_query` (directory.h), and its settings as JSON.
  case plugin(String, settings: String, network: Bool)
  /// A file with numbers, and the region of national ones.
  case file(String, region: String?)

  /// The hash of the source, by which a table shows that it comes from another one.
  package var origin: UInt64 {
    switch self {
    case .executable(let words, _): StableHash.of(words.joined(separator: "\u{0}"))
    case .plugin(let path, let settings, _): StableHash.of("\(path)\u{0}\(settings)\u{0}plugin")
    case .file(let path, let region): StableHash.of("\(path)\u{0}\(region ?? "")")
    }
  }
}

/// A directory of a configuration.
package struct DirectorySettings: Hashable, Sendable {
  /// The directory's id.
  package var id: String
  /// The name for people.
  package var name: String
  /// The source.
  package var source: DirectorySource
  /// True when the directory counts until a person switches it.
  package var isEnabled = true
  /// The place in look-ups; equal ones keep the order of the configuration.
  package var order = 0
  /// The limits of a load.
  package var limits = LoadLimits()
  /// The seconds between loads; nil for none but those that are asked for.
  package var every: Double?
  /// The longest time of a load, in seconds.
  package var deadline = 300.0

  /// Creates settings.
  package init(id: String, name: String? = nil, source: DirectorySource) {
    (self.id, self.name, self.source) = (id, name ?? id, source)
  }
}

/// The identity of a file, by which a change shows.
package struct FileStamp: Hashable, Sendable {
  package var inode: UInt64
  package var size: Int64
  package var modified: Int64

  /// The stamp as the token of a load.
  package var token: String { "\(inode):\(size):\(modified)" }
}
