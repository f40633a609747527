import Foundation
import Testing
import TransportABI

extension PluginUnderTest {
  /// The path of the mock PSTN from `swift test`.
  static let mockPSTN = opened("MockPSTN", "org.hookswitch.mock-pstn", folder + "/libMockPSTN.so")

  /// True when it was built; the build can omit it.
  static let hasMockPSTN = FileManager.default.fileExists(atPath: folder + "/libMockPSTN.so")
}

extension Trait where Self == ConditionTrait {
  /// Enables tests only when the mock PSTN was built.
  static var mockPSTN: Self { .enabled(if: PluginUnderTest.hasMockPSTN, "the mock PSTN was left out of this build") }
}

extension Rig {
  /// An exchange, by default without tones, so that calls clear at once.
  static func exchange(_ members: String = "", tones: Bool = false) throws -> Rig {
    let all = [tones ? "" : #""tone-s": 0"#, members].filter { !$0.isEmpty }
    return try Rig(.mockPSTN, "{" + all.joined(separator: ", ") + "}")
  }

  /// Its counters.
  func counter(_ name: String) throws -> Int {
    let diag = try #require(find(HSW_EXT_DIAG, hsw_diag.self))
    let text = try #require(written { diag.dump!(context, hsw_call(id: 0), 1, $0) })
    let counters = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(counters?[name] as? Int, "\(text)")
  }
}
