import Testing

@testable import ConformanceHarness

@Suite("A map of a process's memory")
struct MemoryMapTests {
  private let map = MemoryMap(
    """
    559400000000-559400001000 r--p 00000000 fe:00 12 /usr/bin/with a space.so
    559400001000-559400003000 rwxp 00001000 fe:00 12 /usr/bin/with a space.so
    7f0000000000-7f0000002000 rw-p 00000000 00:00 0
    7f0000002000-7f0000008000 ---p 00000000 00:00 0
    7ffc00000000-7ffc00021000 rwxp 00000000 00:00 0                          [stack]
    not a line of it
    9-1 rw-p 0 0 0
    """)

  @Test("has the regions with their rights and names")
  func regions() {
    #expect(map.regions.count == 5)
    #expect(map.regions[0].name == "/usr/bin/with a space.so" && map.regions[0].isReadable && !map.regions[0].isWritable)
    #expect(map.region(of: 0x5594_0000_1004) == map.regions[1])
    #expect(map.region(of: 0) == nil)
    #expect(map.files == ["/usr/bin/with a space.so"])
  }

  @Test("tells what can be changed and run")
  func writableCode() {
    #expect(map.writableCode.map(\.name) == ["/usr/bin/with a space.so", "[stack]"])
    #expect(map.writableCode[0].words == "559400001000-559400003000 (/usr/bin/with a space.so)")
  }

  @Test("of this process has this code, and none that can be changed")
  func current() {
    #expect(!MemoryMap(ofProcess: "/proc/self").files.isEmpty)
    #expect(MemoryMap(ofProcess: "/proc/self").writableCode == [])
  }
}
