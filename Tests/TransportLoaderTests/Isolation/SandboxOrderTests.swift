import Foundation
import Testing

@testable import TransportLoader

/// The order of sandbox and library in a runner.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built")) struct SandboxOrderTests {
  @Test func theSandboxIsThereBeforeTheLibrarysFirstLine() throws {
    let place = NSTemporaryDirectory() + "hookswitch-early-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    // The scan runs the constructor, too, in another process and without rules for files.
    let opening = "open(\"\(place)\",O_CREAT|O_WRONLY|O_APPEND,0600)"
    let stage = try IsolatedStage(defines: ["NOTE", "CONSTRUCTOR=dprintf(\(opening),\"%d,\",getpid())"])
    let runner = try #require(stage.transport.runnerPID)
    let writers = (try? String(contentsOfFile: place, encoding: .utf8)) ?? ""
    #expect(!writers.split(separator: ",").contains("\(runner)"), "a constructor has written where its transport may not")
    stage.close()
  }
}
