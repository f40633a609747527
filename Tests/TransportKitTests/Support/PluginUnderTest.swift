import Foundation
import Glibc
import Testing
import TransportABI
import TransportKit

/// A transport library as a host uses it: its query and its entry.
///
/// `@unchecked Sendable`: the entry and its functions are static, and tests call them as the ABI allows.
struct PluginUnderTest: @unchecked Sendable, CustomTestStringConvertible {
  typealias Query = @convention(c) (UnsafeMutablePointer<hsw_query>?) -> hsw_status

  let name: String
  let id: String
  let path: String
  let query: Query
  let entry: UnsafePointer<hsw_entry>

  var testDescription: String { name }

  init(_ name: String, id: String, path: String = "", query: Query) {
    self.name = name
    self.id = id
    self.path = path
    self.query = query
    var question = hsw_query.asked()
    guard query(&question) == HSW_OK, let entry = question.entry, entry.pointee.load?(hsw_str()) == HSW_OK else {
      fatalError("\(name) cannot be loaded")
    }
    self.entry = entry
  }

  /// Loopback from `swift test`, beside the test bundle.
  static let loopback = opened("Loopback", "org.hookswitch.loopback", folder + "/libLoopback.so")

  /// The C example, built now by the system's C compiler with only the one header.
  static let transportC: PluginUnderTest = {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let work = FileManager.default.temporaryDirectory.appending(path: "hookswitch-transport-c-\(getpid())")
    try? FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    let library = work.appending(path: "transport_c.so").path
    // Foundation's Process leaks a little, which the leak checker reports.
    let arguments = [
      "cc", "-std=c99", "-shared", "-fPIC", "-I", root.appending(path: "Sources/TransportABI/include").path,
      root.appending(path: "Examples/TransportC/transport_c.c").path, "-o", library,
    ]
    var (child, status): (pid_t, Int32) = (0, 0)
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    precondition(posix_spawnp(&child, "cc", nil, nil, words, environ) == 0, "cc cannot be run")
    waitpid(child, &status, 0)
    precondition(status == 0, "cc refuses Examples/TransportC/transport_c.c")
    defer { try? FileManager.default.removeItem(at: work) }
    return opened("TransportC", "org.hookswitch.example-c", library)
  }()

  /// The kit itself, with the tests' own transports.
  static let kit = PluginUnderTest("kit", id: Probe.descriptor.id) { answerProbes($0) }

  static let plugins = [loopback, transportC]
  static let all = [loopback, transportC, kit]

  static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path

  static func opened(_ name: String, _ id: String, _ path: String) -> PluginUnderTest {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else { fatalError("\(path): \(String(cString: dlerror()))") }
    guard let symbol = dlsym(library, "hookswitch_transport_query") else { fatalError("\(path) exports no entry") }
    // The contract fixes the type of the symbol with this name.
    return PluginUnderTest(name, id: id, path: path, query: unsafeBitCast(symbol, to: Query.self))
  }
}

extension hsw_query {
  /// Makes the query of a host that supports these versions.
  static func asked(_ low: UInt32 = 1, _ high: UInt32 = 1, minor: UInt32 = 0) -> hsw_query {
    var query = hsw_query()
    query.size = UInt32(MemoryLayout<hsw_query>.size)
    query.magic = HSW_MAGIC
    query.major_min = low
    query.major_max = high
    query.minor = minor
    return query
  }
}
