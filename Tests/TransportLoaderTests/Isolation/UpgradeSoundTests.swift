import Foundation
import Locking
import Testing

@testable import TransportLoader

/// The sound and the words of calls across upgrades, counted by their numbers and not by the time.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .timeLimit(.minutes(5))) struct UpgradeSoundTests {
  private static let every = ["NOTE", "HANDOVER", "AUDIO", "FAULTS"]

  /// Sends numbered frames as fast as the far end takes them, and collects the numbers that come back.
  private struct Talk {
    let sound: SharedSound
    private(set) var heard: [Int16] = []
    private var next: Int16 = 1

    init(_ sound: SharedSound) { self.sound = sound }

    /// Goes on until `isEnough` says so of the number of frames that have come back, and for a further frame.
    mutating func goOn(until isEnough: (Int) -> Bool) async throws {
      let limit = ContinuousClock.now + .seconds(60)
      var isLast = false
      while !isLast {
        try #require(ContinuousClock.now < limit, "the far end is silent after \(heard.count) frames")
        isLast = isEnough(heard.count)
        let count = heard.count
        while heard.count == count, ContinuousClock.now < limit {
          if sound.put(next) { next += 1 }
          if sound.waiting > 0, let frame = sound.take() { heard.append(frame[0]) }
          await Task.yield()
        }
      }
    }

    /// The numbers that are missing among those that came back.
    var lost: Int { Int(heard.last ?? 0) - heard.count }
  }

  private static func upgrade(_ stage: UpgradeStage, to file: String, _ isDone: Locked<Bool>) async throws -> UpgradeWay {
    defer { isDone.withLock { $0 = true } }
    return try await stage.upgrade(to: file).way
  }

  @Test func anUpgradeLosesAtMost40MillisecondsOfSoundAndNoWord() async throws {
    let stage = try UpgradeStage(of: Self.every)
    let files = [try stage.version("1.3.0", of: Self.every), try stage.version("1.4.0", of: Self.every)]
    stage.dial("5550100")
    #expect(await stage.wait(for: "connected"))
    let memory = try #require(stage.delegate.audioMemory(of: stage.call))
    memory.setGrid(0)
    let sound = SharedSound(try memory.addRegion(bytes: SharedSound.bytes))
    let format = try #require(TransportAudioFormat(rate: 8000))
    let (call, delegate) = (stage.call, stage.delegate)
    let fault = await withCheckedContinuation { answer in
      delegate.attachAudio(of: call, format, sound.rings) { answer.resume(returning: $0) }
    }
    #expect(fault == nil)
    var talk = Talk(sound)
    let (rounds, digits) = (6, 500)
    for round in 0..<rounds {
      // The words are on their way while the version changes.
      let count = talk.heard.count
      try await talk.goOn { $0 > count + 5 }
      stage.dial("updates \(digits)", UUID())
      let before = talk.lost
      let isDone = Locked(false)
      async let upgrade = Self.upgrade(stage, to: files[round % 2], isDone)
      try await talk.goOn { _ in isDone.withLock { $0 } }
      #expect(try await upgrade == .calls)
      let after = talk.heard.count
      try await talk.goOn { $0 > after + 5 }
      #expect(talk.lost - before <= 2, "upgrade \(round) has lost \(talk.lost - before) frames")
    }
    #expect(talk.heard == talk.heard.sorted() && Set(talk.heard).count == talk.heard.count, "in order, and none twice")
    #expect(await stage.wait(for: "dtmf 5", rounds * digits))
    #expect(stage.desk.texts.filter { $0 == "dtmf 5" }.count == rounds * digits)
    #expect(stage.delegate.instance?.misbehaviour.total == 0)
  }
}
