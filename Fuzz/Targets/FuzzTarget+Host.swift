internal import TransportABI

@testable internal import TransportLoader

extension FuzzTarget {
  /// What a plugin hands to the host: descriptors, tables, and words about calls and actions, sound and not.
  static let host = FuzzTarget(name: "host") { bytes in
    let lender = Lender(Draw(bytes))
    PluginWords.readDescriptor(lender)
    PluginWords.readExtensions(lender)
    PluginWords.readOutput(lender)
    PluginWords(lender).sayAll()
  }
}
