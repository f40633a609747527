internal import CLinux
internal import CRunnerChannel
internal import Glibc
internal import Testing

@testable internal import RunnerChannel

struct ChannelMemoryTests {
  @Test func bothSidesSeeOneMemory() throws {
    let made = try ChannelMemory.make()
    let other = try ChannelMemory(descriptor: made.descriptor)
    close(made.descriptor)
    other.set(.watch, to: 77)
    #expect(made.memory.value(of: .watch) == 77)
    #expect(made.memory.value(of: .mediaBeat) == 0)
  }

  @Test func nobodyCanChangeTheSizeOfAChannel() throws {
    let (memory, descriptor) = try ChannelMemory.make()
    defer { close(descriptor) }
    #expect(ftruncate(descriptor, 0) != 0)
    #expect(ftruncate(descriptor, 1 << 20) != 0)
    #expect(memory.value(of: .watch) == 0)
  }

  @Test func aMemoryThatCanBeCutShortIsRefused() {
    let descriptor = hookswitch_make_memory("unsealed", 1)
    defer { close(descriptor) }
    #expect(ftruncate(descriptor, off_t(HRC_CHANNEL_BYTES)) == 0)
    #expect(throws: ChannelMemory.Failure(code: EINVAL)) { try ChannelMemory(descriptor: descriptor) }
  }

  @Test(arguments: [0, off_t(HRC_CHANNEL_BYTES) - 1, off_t(HRC_CHANNEL_BYTES) + 4096])
  func aMemoryOfAnotherSizeIsRefused(size: off_t) {
    let descriptor = hookswitch_make_memory("odd", 1 | 2)
    defer { close(descriptor) }
    #expect(ftruncate(descriptor, size) == 0)
    #expect(fcntl(descriptor, 1033 /* F_ADD_SEALS */, 6 /* SHRINK, GROW */) == 0)
    #expect(throws: ChannelMemory.Failure(code: EINVAL)) { try ChannelMemory(descriptor: descriptor) }
  }

  @Test func aDescriptorThatIsNoMemoryIsRefused() {
    #expect(throws: ChannelMemory.Failure.self) { try ChannelMemory(descriptor: STDERR_FILENO) }
    #expect(throws: ChannelMemory.Failure(code: EBADF)) { try ChannelMemory(descriptor: -1) }
  }
}
