import FoundationEssentials
import Hookswitch
import TransportLoader

/// The plugins beside the tests.
enum PluginFolder {
  /// The folder of the built tests.
  static let name: String = {
    let bundle = CommandLine.arguments[0]
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.startIndex)])
  }()

  static let path = SearchPath(folders: [SearchPath.Folder(path: name, source: .option)])

  /// True when Loopback can be loaded here: a partial build lacks it, and a sanitizer's build needs a runtime that the test runner does not
  /// export.
  static let hasLoopback: Bool = {
    guard FileManager.default.fileExists(atPath: name + "/libLoopback.so") else { return false }
    guard let candidate = TransportCatalog(searching: path).usable(id: "org.hookswitch.loopback") else { return true }
    do throws(TransportRefusal) {
      _ = try LoadedTransport(candidate)
      return true
    } catch {
      return !["__tsan", "__asan"].contains { error.description.contains("undefined symbol: \($0)") }
    }
  }()
}
