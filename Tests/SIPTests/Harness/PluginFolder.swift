import FoundationEssentials
import Hookswitch
import TransportLoader

/// The plugins of this build.
enum PluginFolder {
  /// The folder of the test build.
  static let name: String = {
    let bundle = CommandLine.arguments[0]
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.startIndex)])
  }()

  static let path = SearchPath(folders: [SearchPath.Folder(path: name, source: .option)])

  /// True when SIP can be loaded here.
  ///
  /// A partial build lacks it, and a sanitizer build of it needs a runtime that the test runner does not export.
  static let hasSIP: Bool = {
    guard FileManager.default.fileExists(atPath: name + "/libSIP.so") else { return false }
    guard let candidate = TransportCatalog(searching: path).usable(id: "org.hookswitch.sip") else { return true }
    do throws(TransportRefusal) {
      _ = try LoadedTransport(candidate)
      return true
    } catch {
      return !["__tsan", "__asan"].contains { error.description.contains("undefined symbol: \($0)") }
    }
  }()
}
