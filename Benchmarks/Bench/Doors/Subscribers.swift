import DoorTrials
import Glibc
import Locking
import TransportLoader

/// Many subscribers, and one thread that reads for all of them.
final class Subscribers {
  private let clients: [PipeliningClient]

  init(_ path: String, count: Int) throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    clients = try (0..<count).map { _ in try PipeliningClient(path) }
    for client in clients {
      try client.subscribe()
      _ = try client.replies(atLeast: 1)
    }
  }

  /// Writes events at a steady rate, and returns the sorted times in milliseconds until each subscriber has heard each event.
  func run(_ service: TrialService, events: Int, perSecond: Int) throws -> [Double] {
    let interval = 1_000_000_000 / Int64(perSecond)
    let start = Stopwatch.nanoseconds + interval
    let isStarted = OSThread.start("events") {
      for number in 0..<events {
        let early = start + Int64(number) * interval - Stopwatch.nanoseconds
        if early > 0 { Stopwatch.sleep(nanoseconds: early) }
        service.record("state")
      }
    }
    guard isStarted else { throw TrafficError("there is no thread") }
    var heard = [Int](repeating: 0, count: clients.count)
    var polls = clients.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    var times: [Double] = []
    times.reserveCapacity(events * clients.count)
    while times.count < events * clients.count {
      guard poll(&polls, nfds_t(polls.count), 10_000) > 0 else { throw TrafficError("subscribers missed events") }
      for place in polls.indices where polls[place].revents != 0 {
        let count = try clients[place].lines()
        let now = Stopwatch.nanoseconds
        for _ in 0..<count {
          times.append(Double(now - start - Int64(heard[place]) * interval) / 1e6)
          heard[place] += 1
        }
      }
    }
    return times.sorted()
  }
}
