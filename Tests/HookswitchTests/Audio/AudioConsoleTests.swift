import FoundationEssentials
import Locking
import Testing

@testable import Hookswitch
@testable import HookswitchCore

@Suite("The audio console")
struct AudioConsoleTests {
  @Test("A provider that is gone costs the other effects of its batch nothing")
  func goneProvider() {
    let device = MemoryDevice()
    let console = AudioConsole(AudioSettings(clock: .manual) { _ in device }, clock: VirtualClock(), activity: Activity())
    console.perform([.ask(CallID(), "gone"), .device(.main, isNeeded: true)])
    let isOpen = console.desk.withLock { ($0.seats[.main] ?? nil)?.port != nil }
    #expect(isOpen)
    console.close()
  }
}
