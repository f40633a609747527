internal import TransportABI

@testable internal import TransportLoader

extension FuzzTarget {
  /// Passes data from a plugin to the host: descriptors, tables and reports about calls and actions, valid and not.
  static let host = FuzzTarget(name: "host") { bytes in
    let lender = Lender(Draw(bytes))
    PluginWords.readDescriptor(lender)
    PluginWords.readExtensions(lender)
    PluginWords.readOutput(lender)
    PluginWords(lender).sayAll()
  }
}
