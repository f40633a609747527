import Foundation
import Glibc
import Testing
import TransportABI

@testable import TransportLoader

/// The judged bytes are loaded, even if files are replaced or overwritten meanwhile.
@Suite struct SwappedFileTests {
  /// Asks a thread to end, and signals its end.
  final class Flag: Sendable {
    let end = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
  }

  enum Way: CaseIterable { case renamed, writtenInPlace }

  @Test("A file that changes all the time never gets code run that its manifest does not allow", arguments: Way.allCases)
  func neverUnjudged(way: Way) throws {
    let bench = try Workshop()
    let good = try bench.compile("good", defines: ["NOTE"], flags: ["-Wl,--build-id=0x600d"])
    let bad = try bench.compile(
      "bad", defines: ["NOTE", "CONSTRUCTOR=close(open(\"\(bench.folder)/bad-ran\", O_CREAT | O_WRONLY, 0600))"],
      flags: ["-Wl,--build-id=0x0bad"])
    let contents = try [good, bad].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    for round in 0..<12 {
      let rig = try ContactRig()
      let target = rig.workshop.folder + "/fixture.so"
      try contents[0].write(to: URL(fileURLWithPath: target))
      try rig.workshop.write("fixture.transport.json", manifest(["build-id": "600d"]))
      let flag = Flag()
      let swapper = Thread {
        var turn = 0
        repeat {
          turn += 1
          Self.swap(contents[turn % 2], target, way)
        } while flag.end.wait(timeout: .now() + .microseconds(500 + turn % 7 * 500)) == .timedOut
        flag.isDone.signal()
      }
      swapper.start()
      for _ in 0..<8 {
        guard let candidate = CatalogTests.look([rig.workshop.folder]).usable.first else { continue }
        _ = try? LoadedTransport(candidate, contact: round % 2 == 0 ? rig.contact : .none)
      }
      flag.end.signal()
      flag.isDone.wait()
      // Without further changes the good file can be used, unless it was loaded in between.
      Self.swap(contents[0], target, .renamed)
      do {
        _ = try LoadedTransport(CatalogTests.look([rig.workshop.folder]).candidates[0], contact: rig.contact)
      } catch {
        #expect(error.kind == .replaced, "\(error)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: bench.folder + "/bad-ran"))
  }

  private static func swap(_ content: Data, _ target: String, _ way: Way) {
    switch way {
    case .renamed:
      try? content.write(to: URL(fileURLWithPath: target + ".new"))
      rename(target + ".new", target)
    case .writtenInPlace:
      let file = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
      content.withUnsafeBytes { _ = write(file, $0.baseAddress, $0.count) }
      close(file)
    }
  }

  @Test("A part is loaded as it was judged, even when it is overwritten after that")
  func aPartIsACopy() throws {
    let place = try ClosureTests.Place()
    // A file shows which one ran: the environment would change under other tests, which read it without a lock.
    func mark(_ name: String) -> String { "\(place.folder)/ran-\(name)" }
    func ran(_ name: String) -> Bool { access(mark(name), F_OK) == 0 }
    try place.build(path: "$ORIGIN/parts", part: ["CONSTRUCTOR=close(creat(\"\(mark("judged"))\", 0600))"])
    let library = try TransportJudge().judge(loading: place.candidate())
    let workshop = try Workshop()
    rename(
      try workshop.compile("part", defines: ["CONSTRUCTOR=close(creat(\"\(mark("another"))\", 0600))"]), place.parts + "/part.so")
    #expect(throws: TransportRefusal.self) { try LinkedLibrary(library) }
    #expect(!ran("judged") && !ran("another"))
    let again = try LoadedTransport(place.candidate(), contact: .none)
    #expect(ran("another") && !ran("judged"))
    // Truncating a mapped file would crash the process; the mapping is of a copy.
    truncate(again.candidate.file, 0)
    truncate(place.parts + "/part.so", 0)
    #expect(again.descriptor.name == "Fixture")
    #expect(again.module.entry.descriptor?(0) != nil)
  }

  @Test("A library that was loaded and has been replaced since is not loaded a second time")
  func replaced() throws {
    let workshop = try Workshop()
    let path = try workshop.compile()
    _ = try LoadedTransport(CatalogTests.look([workshop.folder]).candidates[0], contact: .none)
    rename(try workshop.compile("new", defines: ["NOTE", "VERSION=\"2\""]), path)
    let refusal = #expect(throws: TransportRefusal.self) {
      try LoadedTransport(CatalogTests.look([workshop.folder]).candidates[0], contact: .none)
    }
    #expect(refusal?.kind == .replaced && refusal?.advice.contains("restart") == true)
  }
}
