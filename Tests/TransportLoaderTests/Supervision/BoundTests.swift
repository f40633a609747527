import Foundation
import Glibc
import Testing
import TransportABI

@testable import TransportLoader

/// The bounds of what a runner and its host may have waiting, each at the bound.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct BoundTests {
  @Test func fault27IncomingCallsBeyondTheBoundAreRefused() throws {
    let neighbour = try Neighbour()
    let stage = try FaultStage(patience: 30_000)
    _ = try stage.run("incoming 40000", .none)
    #expect(stage.stage.recorder.wait(for: "active"))
    let begin = ContinuousClock.now
    #expect(neighbour.isUp)
    #expect(ContinuousClock.now - begin < .seconds(1))
    // Half of 65,536 words, of which the start has made three, and the call of the start.
    try awaitThat(60) { stage.stage.instance.callCount >= 32_700 }
    #expect(stage.stage.instance.callCount <= 32_769)
    stage.stage.dial("plain")
    #expect(stage.stage.recorder.wait { $0.filter { $0.text == "active" }.count == 2 })
    #expect(!stage.texts.contains { $0.hasPrefix("lost") })
    stage.stage.close()
  }

  @Test(arguments: [4_000_000, 200_000]) func fault27ReportsWithoutEndEndTheProcess(count: Int) throws {
    let neighbour = try Neighbour()
    let stage = try FaultStage()
    _ = try stage.run("updates \(count)", .none)
    #expect(try stage.loss() == "lost: it says more than can be heard, 1 call ended")
    try stage.isGone()
    #expect(neighbour.isUp)
  }

  @Test func fault28LogMessagesAreDroppedAndCounted() throws {
    let stage = try FaultStage(patience: 30_000)
    _ = try stage.run("logs 40000", .none)
    #expect(stage.stage.recorder.wait(for: "active"))
    #expect(stage.stage.recorder.wait { $0.contains { $0.text.hasSuffix(" messages were dropped") } })
    let heard = stage.texts.filter { $0 == "log fixture: again" }.count
    let told = stage.texts.compactMap { $0.wholeMatch(of: /log log: (\d+) messages were dropped/).flatMap { Int($0.1) } }
    #expect((1...16_384).contains(heard))
    #expect(told == [40_000 - heard], "told once")
    stage.stage.dial("plain")
    #expect(stage.stage.recorder.wait { $0.filter { $0.text == "active" }.count == 2 })
    stage.stage.close()
  }

  @Test func fault28PrintedLinesAreDroppedAndCounted() throws {
    let stage = try FaultStage(patience: 30_000)
    _ = try stage.run("prints 40000", .none)
    #expect(stage.stage.recorder.wait(for: "active"))
    #expect(stage.stage.recorder.wait { $0.contains { $0.text.hasSuffix(" lines were dropped") } })
    #expect(stage.texts.filter { $0.contains("nobody asked for") }.count <= 3000)
    #expect(!stage.texts.contains { $0.hasPrefix("lost") })
    stage.stage.close()
  }

  @Test func fault29WakesWithoutEndAreALoss() throws {
    let neighbour = try Neighbour()
    let stage = try FaultStage()
    _ = try stage.run("wakes", .none)
    #expect(try stage.loss().contains("it wakes the host more than 10000 times a second for nothing"))
    try stage.isGone()
    #expect(neighbour.isUp)
  }

  @Test func fault30WordsAboutWhatNeverWasAreCounted() throws {
    let stage = try FaultStage()
    _ = try stage.run("strangers 1000", .none)
    try awaitThat(10) { stage.stage.instance.misbehaviour.strange == 1000 }
    stage.stage.dial("plain")
    #expect(stage.stage.recorder.wait { $0.filter { $0.text == "active" }.count == 2 })
    stage.stage.close()
    #expect(stage.texts.last == "closed")
  }

  @Test(arguments: [1001, 10_000]) func fault30MoreThan1000In10SecondsAreALoss(count: Int) throws {
    let stage = try FaultStage()
    _ = try stage.run("strangers \(count)", .none)
    #expect(try stage.loss().contains("it has broken the contract more than 1000 times in 10 s"))
    #expect(stage.stage.instance.misbehaviour.strange == count)
    try stage.isGone()
  }

  @Test func aRunnerThatTakesNoOrdersGetsNoMoreCallsAndIsLost() throws {
    let stage = try FaultStage()
    kill(try #require(stage.pid), SIGSTOP)
    // More than the ring and the queue have room for.
    for _ in 0..<10_000 { stage.stage.dial("silent") }
    #expect(stage.stage.recorder.wait(for: "failed -8"))
    #expect(try stage.loss().contains("did not return in time"))
    // All are judged before the loss, which comes seconds later.
    let refused = stage.texts.filter { $0 == "failed -8" }.count
    #expect((10_000 - 4096 - 4096...10_000 - 4096).contains(refused), "\(refused)")
    try stage.isGone()
  }
}
