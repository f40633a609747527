import HostService
import StrictJSON
import Testing

/// The count of records that a session does not get, over the changes of a subscription to a flight recorder at other nodes.
@Suite struct ForeignFeedTests {
  private func records(_ count: Int, dropped: Int, lost: Int? = nil) -> JSONValue {
    .object(of: [
      "subscription": 7, "records": .array((0..<count).map { .object(of: ["number": .integer($0)]) }), "dropped": .integer(dropped),
      "lost": lost.map { .integer($0) },
    ])
  }

  /// Returns the counts of all notifications that wait.
  private func dropped(_ feed: inout ForeignFeed) -> [Int?] {
    var counts: [Int?] = []
    while let members = feed.takeNext() {
      #expect(members["subscription"]?.integer == 1 && members["lost"] == nil)
      counts.append(members["dropped"]?.integer)
    }
    return counts
  }

  @Test func `the last notification counts what those before it counted`() {
    var feed = ForeignFeed(.trace(1))
    feed.take(records(2, dropped: 40))
    #expect(dropped(&feed) == [40])
    feed.end(because: "the node is gone", call: nil)
    #expect(dropped(&feed) == [40])
  }

  @Test func `a record that was too long for a message counts from then on`() {
    var feed = ForeignFeed(.trace(1))
    feed.take(records(0, dropped: 41, lost: 1))
    #expect(dropped(&feed) == [41])
    feed.take(records(1, dropped: 40))
    #expect(dropped(&feed) == [41])
    feed.take(records(1, dropped: 43))
    #expect(dropped(&feed) == [44])
  }

  @Test func `the count does not go back at a node whose flight recorder has dropped less`() {
    var feed = ForeignFeed(.trace(1))
    feed.begin(.object(of: ["subscription": 3, "dropped": 40]))
    feed.takeAgain(.object(of: ["subscription": 4, "dropped": 2]))
    feed.take(records(1, dropped: 5))
    #expect(dropped(&feed) == [45])
    // The same flight recorder, after a loss of messages.
    feed.takeAgain(.object(of: ["subscription": 5, "dropped": 6]))
    feed.take(records(1, dropped: 6))
    #expect(dropped(&feed) == [46])
  }

  @Test func `records that the session has no room for count at once`() {
    var feed = ForeignFeed(.trace(1))
    for _ in 0..<ForeignFeed.limit + 2 { feed.take(records(3, dropped: 1)) }
    #expect(dropped(&feed).allSatisfy { $0 == 7 })
  }
}
