import Foundation
import Locking
import Testing

@testable import TransportLoader

// Audio requests that wait for their answers.
extension Stage {
  /// The rates that a call offers.
  func formats(of call: CallHandle) -> [UInt32] {
    answer { answer in instance.audioFormats(of: call) { answer($0.map(\.rate)) } } ?? []
  }

  /// Attaches a call's audio; nil on success.
  func attach(_ call: CallHandle, _ sound: Sound) -> TransportFault? {
    guard let format = TransportAudioFormat(rate: 8000) else { return TransportFault(code: -1) }
    return answer { answer in instance.attach(call, format, sound.rings) { answer($0) } } ?? nil
  }

  /// Detaches a call's audio, and returns the state of the rings.
  func detach(_ call: CallHandle) -> RingFate? { answer { answer in instance.detach(call) { answer($0) } } }

  /// The far end's view.
  func sees(_ call: CallHandle) -> String {
    answer { answer in instance.peerObserve(call) { answer($0.observation ?? "") } } ?? ""
  }

  func answer<Answer: Sendable>(_ ask: (@escaping @Sendable (Answer) -> Void) -> Void) -> Answer? {
    let slot = Locked<[Answer]>([])
    let done = DispatchSemaphore(value: 0)
    ask { answer in
      slot.withLock { $0.append(answer) }
      done.signal()
    }
    #expect(done.wait(timeout: .now() + 20) == .success, "an answer comes, whatever happens")
    return slot.withLock { $0.first }
  }
}
