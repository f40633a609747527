import CConformance
import Foundation
import Testing

@testable import ConformanceHarness

/// Other tests of this program change the process too, so these look at one thing each.
@Suite("Samples of a process's surroundings", .serialized)
struct SurroundingsTests {
  private func change(_ thing: String, _ before: Surroundings, _ after: Surroundings) -> SurroundingsChange? {
    after.changes(since: before).first { $0.thing == thing }
  }

  @Test("show a variable that was set, changed and removed, without its value")
  func variables() {
    let name = "HOOKSWITCH_TEST_OF_SURROUNDINGS"
    let thing = "the environment variable \(name)"
    let before = Surroundings()
    setenv(name, "a secret", 1)
    let set = Surroundings()
    setenv(name, "another", 1)
    let changed = Surroundings()
    unsetenv(name)
    let removed = Surroundings()
    #expect(change(thing, before, set)?.words == "\(thing) from unset to set")
    #expect(change(thing, set, changed)?.words == "\(thing) from one value to another")
    #expect(change(thing, changed, removed)?.words == "\(thing) from set to unset")
    #expect(change(thing, before, removed) == nil)
  }

  @Test("show what belongs to the thread that takes them")
  func thread() throws {
    try OtherThread.run {
      // The thread that runs the tests may block all signals.
      var one = sigset_t()
      sigemptyset(&one)
      sigaddset(&one, SIGURG)
      pthread_sigmask(SIG_UNBLOCK, &one, nil)
      let before = Surroundings()
      let file = try #require(fopen("/proc/thread-self/comm", "w"))
      fputs("surroundings", file)
      fclose(file)
      pthread_sigmask(SIG_BLOCK, &one, nil)
      let after = Surroundings()
      let name = try #require(change("the name of the host's thread", before, after))
      #expect(name.kind == .thread && name.after == "\"surroundings\"")
      #expect(change("the signal mask of the host's thread", before, after)?.kind == .signals)
    }
  }

  @Test("have a name for each value, and no difference from themselves")
  func names() {
    let sample = Surroundings()
    #expect(sample.changes(since: sample) == [])
  }

  @Test("name the function that left a change, once")
  func watch() throws {
    let name = "HOOKSWITCH_TEST_OF_WATCH"
    let watch = SurroundingsWatch()
    let outer = watch.begins("instance.activate", .loop, 1)
    let inner = watch.begins("timer callback", .loop, 3)
    setenv(name, "1", 1)
    watch.returned(inner)
    watch.returned(outer)
    unsetenv(name)
    let found = watch.findings(.process).filter { $0.change.thing.hasSuffix(name) }
    #expect(found.count == 1)
    #expect(found.first?.sentence == "timer callback changed the environment variable \(name) from unset to set, in its 3rd call")
  }
}

@Suite("The system calls of a thread")
struct SystemCallWatchTests {
  @Test("are seen although they leave nothing behind")
  func calls() throws {
    try OtherThread.run {
      let watch = SystemCallWatch()
      let file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      close(file)
      rmdir("/no-such-folder-of-hookswitch")
      let found = watch.stop()
      guard watch.sees else { return }
      #expect(found == ["socket (AF_INET)", "rmdir (/no-such-folder-of-hookswitch)"])
    }
  }
}

@Suite("The files below some folders")
struct FileTreeTests {
  @Test("are listed at every depth, without following links")
  func paths() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hookswitch-tree-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data().write(to: URL(filePath: folder + "/a/b/c"))
    try FileManager.default.createSymbolicLink(atPath: folder + "/loop", withDestinationPath: folder)
    #expect(FileTree.paths(in: [folder]) == Set(["/a", "/a/b", "/a/b/c", "/loop"].map { folder + $0 }))
    #expect(FileTree.paths(in: [folder + "/none"]) == [])
  }
}
