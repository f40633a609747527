import DoorTrials
import Foundation
import HostDoors
import HostSurface
import Locking
import StrictJSON
import Testing

@Suite("SocketClient: requests, notifications and ends")
struct SocketClientTests {
  @Test("A client greets, asks, waits and is refused")
  func asking() async throws {
    let stage = try Stage()
    let client = try SocketClient(stage.path)
    #expect(try client.hello(client: "test", version: "1")["host"]?.string == "trial")
    #expect(try client.request(.lineGet, .object(of: ["a": .string("b\n")])).text == #"{"a":"b\n"}"#)
    #expect(try await client.result(of: .callList)["door"]?.string == "socket")
    let refusal = #expect(throws: ClientError.self) { try client.request(named: "no.such") }
    guard case .refused(let error) = refusal else { throw TestFailure("not refused: \(String(describing: refusal))") }
    #expect(error.code == "unknownMethod" && error.number == -32601)
  }

  @Test("A request without an answer ends at its deadline, and others go on")
  func deadline() throws {
    let stage = try Stage()
    let client = try SocketClient(stage.path)
    #expect(throws: ClientError.deadline) { try client.request(.hostDrain, deadline: .milliseconds(50)) }
    #expect(try client.request(.hostHello)["host"] != nil)
    stage.service.answerHeld()
    #expect(try client.request(.hostHello)["host"] != nil, "a late answer is dropped")
  }

  @Test("Notifications wait for next, or go to a function")
  func notifications() throws {
    let stage = try Stage()
    let heard = Locked<[Int]>([])
    let listener = try SocketClient(
      stage.path, notified: { notification in heard.withLock { $0.append(notification.parameters["sequence"]?.integer ?? 0) } })
    let reader = try SocketClient(stage.path)
    for client in [listener, reader] { _ = try client.request(.eventsSubscribe) }
    stage.service.records(300, bytes: 10)
    for number in 1...300 {
      let notification = try reader.next(within: .seconds(20))
      #expect(notification?.method == "record" && notification?.parameters["sequence"]?.integer == number)
    }
    #expect(try reader.next(within: .milliseconds(1)) == nil)
    #expect(eventually { heard.withLock { $0 } == Array(1...300) })
  }

  @Test("A client that takes no notifications gets them all later")
  func backlog() throws {
    let stage = try Stage()
    let client = try SocketClient(stage.path)
    _ = try client.request(.eventsSubscribe)
    stage.service.records(10_000, bytes: 10)
    #expect(throws: ClientError.deadline) { try client.request(.hostHello, deadline: .milliseconds(200)) }
    for number in 1...10_000 where try client.next(within: .seconds(20))?.parameters["sequence"]?.integer != number {
      Issue.record("notification \(number) is missing")
      break
    }
    #expect(try client.request(.hostHello)["host"] != nil)
  }

  @Test("When the host stops, requests under way get closed with its reason, and later ones too")
  func ending() throws {
    let stage = try Stage()
    let ended = Locked<ClientError?>(nil)
    let client = try SocketClient(stage.path, ended: { error in ended.withLock { $0 = error } })
    let answer = Locked<Result<JSONValue, ClientError>?>(nil)
    client.send(MethodName.hostDrain.rawValue) { result in answer.withLock { $0 = result } }
    #expect(stage.until { stage.service.count(of: "host.drain") == 1 })
    stage.door.stop(reason: "stopping")
    #expect(eventually { ended.withLock { $0 } == .closed(reason: "stopping") })
    #expect(answer.withLock { $0 } == .failure(.closed(reason: "stopping")))
    #expect(throws: ClientError.closed(reason: "stopping")) { try client.request(.hostHello) }
    #expect(try client.next(within: .seconds(20))?.method == "goodbye")
    #expect(throws: ClientError.closed(reason: "stopping")) { try client.next(within: .seconds(20)) }
  }

  @Test("A client that closes gets closed for its requests")
  func closing() throws {
    let stage = try Stage()
    let client = try SocketClient(stage.path)
    let answer = Locked<Result<JSONValue, ClientError>?>(nil)
    client.send(MethodName.hostDrain.rawValue) { result in answer.withLock { $0 = result } }
    client.close()
    #expect(eventually { answer.withLock { $0 } == .failure(.closed(reason: nil)) })
    #expect(stage.until { stage.door.clients == 0 })
  }

  @Test("Without a daemon the error names the path and the way to start one")
  func noHost() throws {
    let folder = try Stage.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path + "/host.sock"
    let error = #expect(throws: ClientError.noHost(path: path)) { try SocketClient(path) }
    #expect(error?.description.contains("hookswitch daemon") == true)
  }

  @Test("Many threads share a client")
  func threads() throws {
    let stage = try Stage()
    let client = try SocketClient(stage.path)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<250 {
        let value = JSONValue.object(of: ["n": .integer(thread * 1_000 + number)])
        if (try? client.request(.lineGet, value)) != value { Issue.record("a wrong answer") }
      }
    }
  }
}
