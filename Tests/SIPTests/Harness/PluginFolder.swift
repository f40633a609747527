import FoundationEssentials
import Hookswitch
import TransportLoader

/// The plugins beside the tests.
enum PluginFolder {
  /// Where the tests were built.
  static let name: String = {
    let bundle = CommandLine.arguments[0]
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.startIndex)])
  }()

  static let path = SearchPath(folders: [SearchPath.Folder(path: name, source: .option)])

  /// Whether SIP can be loaded here: a narrower build has not made it, and one that was built for a sanitizer needs a runtime that the
  /// test runner does not export.
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
