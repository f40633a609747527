import Foundation
import Testing

@testable import TransportLoader

/// A runner that lies, `iso.forge`: each frame fault alone is a loss with a sentence, and a neighbour does not notice.
@Suite(.enabled(if: IsolatedStage.helper != nil, "hookswitch-helper is not built"), .serialized) struct ForgeTests {
  /// A lie, and the sentence with which the host ends the runner.
  struct Lie: Sendable, CustomTestStringConvertible {
    var name: String
    var frames: String
    var sentence: String

    var testDescription: String { name }

    init(_ name: String, _ frames: String, _ sentence: String) { (self.name, self.frames, self.sentence) = (name, frames, sentence) }
  }

  private static let length = "a frame has an impossible length"
  private static let index = "an index of its ring is impossible"
  private static let sequence = "a frame was lost or repeated"
  private static let flags = "a frame has a flag that does not exist"
  /// The whole body of a completion without an error.
  private static let done = "m=32"

  static let lies: [Lie] = [
    Lie("no length", "\(done) b=0", length), Lie("shorter than a header", "\(done) b=31", length),
    Lie("longer than a frame", "\(done) b=32769", length), Lie("as long as can be", "\(done) b=4294967295", length),
    Lie("longer than what is published", "\(done) b=8192", "a frame is cut short"),
    Lie("half a header", "m=0 h=-16", "a frame is cut short"),
    Lie("a head between frames", "\(done) h=4", index), Lie("a head a ring ahead", "\(done) h=262144", index),
    Lie("a head that goes back", "\(done) h=-72", index), Lie("a tail ahead of the head", "tail 4096", index),
    Lie("a tail between frames", "tail 4", index),
    Lie("a frame again", "\(done) s=0", sequence), Lie("a frame left out", "\(done) s=2", sequence),
    Lie("a number from long ago", "\(done) s=-5", sequence),
    Lie("flag 4", "\(done) f=4", flags), Lie("flag 0x8000", "\(done) f=0x8000", flags),
    Lie("type 0", "\(done) t=0", "the type 0"), Lie("an order's type", "\(done) t=6", "the type 6"),
    Lie("the type before the first", "\(done) t=63", "the type 63"), Lie("the type behind the last", "\(done) t=86", "the type 86"),
    Lie("the largest type", "\(done) t=65535", "the type 65535"),
    Lie("no instance", "\(done) i=0", "the instance 0"), Lie("an instance that never was", "\(done) i=2", "the instance 2"),
    Lie("the largest instance", "\(done) i=65535", "the instance 65535"),
    Lie("an epoch ahead", "\(done) e=1", "the epoch 1"), Lie("an epoch far ahead", "\(done) e=32767", "the epoch 32767"),
    Lie("no body", "m=0", "the body of a frame of type 66"), Lie("a byte of a body", "m=1", "the body of a frame of type 66"),
    Lie("a byte too many", "m=33", "the body of a frame of type 66"),
    Lie("a body where none is", "t=75 m=8", "the body of a frame of type 75"),
    Lie("a text that ends behind the body", "t=70 x=05000000", "the body of a frame of type 70"),
    Lie("a text as long as can be", "t=70 x=ffffffff", "the body of a frame of type 70"),
    Lie("texts whose lengths overflow", "t=79 x=03000000ffffffff01000000", "the body of a frame of type 79"),
    Lie("a list longer than its limit", "t=73 m=64 x=0000000000000000000000ffffffffffffffffff", "a frame of type 73"),
    Lie("half an error", "x=0000000000000000000000000000000000000000020000000000000000000000", "a frame of type 66 has a field"),
    Lie("a reserved field", "t=71 m=32 x=0100000001000000", "a frame of type 71 has a field"),
    Lie("another frame in a message", "\(done) f=1;\(done) t=75 m=0", "a message of type"),
    Lie("a part without bytes", "m=0 f=1", "a message of type 66"),
    Lie("an answer to what was not asked", "t=64 m=12 o=999999", "the ticket 999999"),
    Lie("an answer to nothing", "t=64 m=12 o=0", "the ticket 0"),
    Lie("a beat that was not asked for", "t=83 m=24 i=0 o=77", "the ticket 77"),
    Lie("the answer of the kit's clock", "t=84 m=8 i=0 o=1", "the ticket 1"),
    Lie("a message that is HELLO again", "socket 1 24 0", "that nobody asked for"),
    Lie("a message of no type", "socket 99 0 0", "is no message"), Lie("a message that claims more", "socket 8 4096 0", "is no message"),
    Lie("descriptors unannounced", "socket 8 0 3", "descriptors that its type does not announce"),
    Lie("bytes that can still be changed", "socket 5 16 1", "that nobody asked for"),
  ]

  @Test(arguments: lies) func eachFrameFaultIsALossWithASentence(lie: Lie) throws {
    let neighbour = try Neighbour()
    let stage = try FaultStage(forging: lie.frames, patience: 20_000)
    stage.stage.dial("forge")
    // The lie may lie where only the next order finds it.
    stage.stage.dial("plain")
    let loss = try stage.loss()
    #expect(loss.contains("it broke the protocol: ") && loss.contains(lie.sentence), "\(lie.frames): \(loss)")
    try stage.isGone()
    #expect(neighbour.isUp)
  }
}
