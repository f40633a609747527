import Foundation
import Testing
import TransportABI

extension PluginUnderTest {
  /// The mock PSTN as `swift test` built it.
  static let mockPSTN = opened("MockPSTN", "org.hookswitch.mock-pstn", folder + "/libMockPSTN.so")

  /// Whether it was: it can be left out.
  static let hasMockPSTN = FileManager.default.fileExists(atPath: folder + "/libMockPSTN.so")
}

extension Trait where Self == ConditionTrait {
  /// For tests of the mock PSTN.
  static var mockPSTN: Self { .enabled(if: PluginUnderTest.hasMockPSTN, "the mock PSTN was left out of this build") }
}

extension Rig {
  /// An exchange that lets no tones be heard, so that calls clear at once, unless told otherwise.
  static func exchange(_ members: String = "", tones: Bool = false) throws -> Rig {
    let all = [tones ? "" : #""tone-s": 0"#, members].filter { !$0.isEmpty }
    return try Rig(.mockPSTN, "{" + all.joined(separator: ", ") + "}")
  }

  /// What it counts.
  func counter(_ name: String) throws -> Int {
    let diag = try #require(find(HSW_EXT_DIAG, hsw_diag.self))
    let text = try #require(written { diag.dump!(context, hsw_call(id: 0), 1, $0) })
    let counters = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(counters?[name] as? Int, "\(text)")
  }
}
