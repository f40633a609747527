internal import TransportKit

/// The numbers with a script, and their scripts.
///
/// Examples/TransportC has the same numbers with the same scripts.
///
/// Any other number rings at the instance that owns it (the setting `own-numbers`), or is not in service.
enum NumberPlan {
  /// The behaviour of a number.
  struct Entry: Sendable {
    /// A description, for people.
    var does: String
    /// The far end's script for a call to it.
    var script: [Step] = []
    /// The actions that are never completed, or fail.
    var faults: Faults = []
  }

  /// The number of the test peer: its far end does nothing except what a test orders.
  static let testPeer = "5550199"

  /// The frequency of an announcement, in Hz.
  static let announcement: UInt32 = 500

  static let entries: [String: Entry] = [
    "5550100": Entry(does: "answers at once", script: [.connecting, .answer]),
    "5550101": Entry(does: "rings for 3 s, then answers", script: [.connecting, .ring, .wait(.seconds(3)), .answer]),
    "5550102": Entry(does: "is busy", script: [.connecting, .hangUp(.busy)]),
    "5550103": Entry(does: "rings without an answer", script: [.connecting, .ring, .waitForNoAnswer, .hangUp(.noAnswer)]),
    "5550104": Entry(does: "rings for 1 s, then declines", script: [.connecting, .ring, .wait(.seconds(1)), .hangUp(.rejected)]),
    "5550105": Entry(does: "is not in service", script: [.hangUp(.unallocated)]),
    "5550106": Entry(does: "cannot be reached: no circuit", script: [.hangUp(.congestion)]),
    "5550107": Entry(
      does: "answers, and hangs up after 2 s", script: [.connecting, .answer, .wait(.seconds(2)), .hangUp(.normal)]),
    "5550108": Entry(
      does: "answers, holds us after 1 s, and resumes us 1 s later",
      script: [.connecting, .answer, .wait(.seconds(1)), .hold, .wait(.seconds(1)), .resume]),
    "5550109": Entry(
      does: "answers, and sends 1234# after 1 s", script: [.connecting, .answer, .wait(.seconds(1)), .digits("1234#")]),
    "5550110": Entry(
      does: "is busy, and calls back after 1 s", script: [.connecting, .callBack([.waitForNoAnswer, .hangUp(.noAnswer)]), .hangUp(.busy)]),
    "5550111": Entry(
      does: "is busy, calls back after 1 s, and gives up after 3 s",
      script: [.connecting, .callBack([.wait(.seconds(3)), .hangUp(.normal)]), .hangUp(.busy)]),
    "5550112": Entry(
      does: "is busy, calls back after 1 s, and after 3 s another device of ours answers",
      script: [.connecting, .callBack([.wait(.seconds(3)), .answerElsewhere]), .hangUp(.busy)]),
    "5550113": Entry(does: "never completes the start of the call", faults: .deafToStart),
    "5550114": Entry(
      does: "answers, and never completes hold, mute, DTMF and grouping", script: [.connecting, .answer], faults: .deafToChanges),
    "5550115": Entry(does: "answers, and never completes the end", script: [.connecting, .answer], faults: .deafToEnd),
    "5550116": Entry(does: "answers, and refuses to be held", script: [.connecting, .answer], faults: .refusesHold),
    "5550117": Entry(
      does: "plays an announcement for 2 s, then answers", script: [.connecting, .earlyMedia, .wait(.seconds(2)), .answer]),
  ]
}
