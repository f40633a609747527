import Foundation
import HostService
import HostSurface
import Locking
import StrictJSON
import Testing

@testable import Hookswitch
@testable import HookswitchCLI

@Suite("RunCommand: the methods of the host surface behind the words of hookswitch run")
struct RunMethodTests {
  /// The list "Commands of `run` and the methods behind them" of the design of the host surface.
  static let contract: [String: Set<MethodName>] = [
    "dial": [.callStart], "answer": [.callAnswer], "decline": [.callEnd], "end": [.callEnd], "hold": [.callHold], "resume": [.callResume],
    "swap": [.callSwap], "merge": [.callMerge], "split": [.callSplit], "mute": [.callSetMuted], "unmute": [.callSetMuted],
    "dtmf": [.callPlayDTMF], "continue": [.callContinueDTMF], "transfer": [.callTransfer], "deflect": [.callDeflect],
    "accept": [.callDecideTransfer], "refuse": [.callDecideTransfer], "record": [.callRecord], "stream": [.streamOpen],
    "stop": [.callStopRecording],
    "audio": [.audioGet], "processes": [.transportProcesses], "upgrade": [.transportUpgrade], "configure": [.providerConfigure],
    "stats": [.callStatistics, .providerStatistics], "calls": [.callList],
    "wait": [.eventsSubscribe], "help": [], "quit": [],
  ]

  /// The words that the run answers itself.
  ///
  /// `wait` looks at the events that the run prints, in their order; the subscription's states leave some of them out.
  static let local: Set<String> = ["wait"]

  @Test("The words have the methods of the list, but for wait, which looks at the events that the run prints")
  func list() {
    for command in RunCommand.all {
      var expected = Self.local.contains(command.word) ? [] : Self.contract[command.word] ?? []
      // A decline with a reason is an action with more members, and `route` is younger than the list.
      if command.word == "decline" { expected.insert(.callPerform) }
      if command.word == "route" { expected.insert(.audioSetRoute) }
      #expect(Set(command.methods) == expected, "\(command.word)")
    }
    #expect(Set(RunCommand.all.map(\.word)).subtracting(["route"]) == Set(Self.contract.keys))
  }

  /// Command lines about `c1`, an active call, and `c2`, a ringing one, with the requests that they make.
  static let lines: [(line: String, method: MethodName, parameters: String)] = [
    ("dial p 5550100", .callStart, #""call":"NEW","provider":"p","handle":{"type":"phoneNumber","value":"5550100"},"line":"main""#),
    ("answer c2 holdActive", .callAnswer, #""call":"c2","choice":"holdActive""#), ("decline c2", .callEnd, #""call":"c2""#),
    (
      "decline c2 busy Back at five", .callPerform,
      #""actions":[{"kind":"end","call":"c2","decline":"busy","text":"Back at five"}],"line":"main""#
    ),
    ("end c1", .callEnd, #""call":"c1""#), ("hold c1", .callHold, #""call":"c1""#), ("resume c1", .callResume, #""call":"c1""#),
    ("swap", .callSwap, #""line":"main""#), ("merge c1 c2", .callMerge, #""calls":["c1","c2"]"#), ("split c1", .callSplit, #""call":"c1""#),
    ("mute c1", .callSetMuted, #""call":"c1","muted":true"#), ("unmute c1", .callSetMuted, #""call":"c1","muted":false"#),
    ("dtmf c1 1,2#", .callPlayDTMF, ##""call":"c1","digits":"1,2#""##), ("continue c1", .callContinueDTMF, #""call":"c1""#),
    ("transfer c1 5550104", .callTransfer, #""call":"c1","handle":{"type":"phoneNumber","value":"5550104"}"#),
    ("transfer c1 c2", .callTransfer, #""call":"c1","to":"c2""#),
    ("deflect c2 5550104", .callDeflect, #""call":"c2","handle":{"type":"phoneNumber","value":"5550104"}"#),
    ("accept c1", .callDecideTransfer, #""call":"c1","accept":true"#), ("refuse c1", .callDecideTransfer, #""call":"c1","accept":false"#),
    ("record c1 a.wav group", .callRecord, #""call":"c1","file":"a.wav","group":true"#), ("stop c1", .callStopRecording, #""call":"c1""#),
    ("stream c1 ws://h:1/a listen control", .streamOpen, #""call":"c1","url":"ws://h:1/a","listen":true,"control":true"#),
    ("stats c1", .callStatistics, #""call":"c1""#), ("stats p", .providerStatistics, #""provider":"p""#),
    (#"configure p {"a": 1}"#, .providerConfigure, #""provider":"p","settings":{"a":1}"#),
    ("audio", .audioGet, #""line":"main""#), ("calls", .callList, ""), ("processes", .transportProcesses, ""),
    ("upgrade p", .transportUpgrade, #""transport":"p","wait":0,"drain":600"#),
    ("upgrade p /new.so --wait 0.5 --drain 30", .transportUpgrade, #""transport":"p","file":"/new.so","wait":0.5,"drain":30"#),
  ]

  /// Returns the request of a command line, with the labels of calls in place of their ids.
  private static func request(_ line: String) throws -> (request: MethodRequest, text: String) {
    var rig = RunRig(RunSettings(isInteractive: true))
    rig.type("dial p 5550100")
    let (first, second, new) = (try #require(rig.machine.calls.first?.uuid), rig.ring("5550110"), CallID())
    var machine = rig.machine
    let effects = machine.receive(.line(line), at: .zero, RunWorld(newCall: { new }))
    let request = try #require(effects.lazy.compactMap(\.request).first, "\(line)")
    let names = [(first, "c1"), (second, "c2"), (new, "NEW")]
    return (request, names.reduce(request.parameters.text) { $0.replacingOccurrences(of: $1.0.uuidString, with: $1.1) })
  }

  @Test(
    "A command line becomes a method with parameters that the table takes; a request is a person's, who waits for its end", arguments: lines
  )
  func requests(_ example: (line: String, method: MethodName, parameters: String)) throws {
    let (request, text) = try Self.request(example.line)
    let terms = example.method.declaration.kind == .request ? #","origin":"user","wait":"performed""# : ""
    #expect(request.method == example.method && text == "{\(example.parameters)\(terms)}")
    _ = try HostSurface.parameters(of: request.method, from: request.parameters, isText: true)
  }

  @Test("The times of an upgrade are the text door's alone: the table has them for no other program")
  func textParameters() throws {
    let (request, _) = try Self.request("upgrade p --wait 1")
    #expect(throws: MethodError.self) { try HostSurface.parameters(of: request.method, from: request.parameters) }
  }

  @Test("The lines above use every method of every word, and no other")
  func everyMethod() {
    for command in RunCommand.all where command.word != "route" {
      let used = Self.lines.filter { $0.line.split(separator: " ").first == command.word[...] }.map(\.method)
      #expect(Set(used) == Set(command.methods), "\(command.word)")
    }
    #expect(MethodRequest.route(nil, on: .main) == MethodRequest(.audioSetRoute, ["line": "main", "route": ""]))
  }

  @Test("A refusal of the host surface is the error that it was made from")
  func refusals() throws {
    let transport = TransportError(domain: "SIP", code: 486, cause: 17, message: "Busy Here")
    let (call, other) = (CallID(), CallID())
    for error in [
      CallError(.invalidAction), CallError(.cannotHold, [call, other]), CallError(.actionFailed, [call], transport: transport),
      CallError(.timedOut, [call], transport: TransportError()),
    ] { #expect(CallError(json: error.json) == error) }
    #expect(CallError(json: .object(of: ["code": "parse"])) == nil)
  }
}
