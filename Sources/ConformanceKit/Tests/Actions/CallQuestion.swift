internal import ConformanceHarness
internal import TransportABI

/// A plugin function about a call, which must return HSW_E_NOCALL if there is no such call.
struct CallQuestion: Sendable {
  let ask: @Sendable (PluginInstance, _ unknown: CallRef, _ live: CallRef) throws -> Void
  /// True if the handle 0 has a special meaning there.
  var hasNone = false
  /// True if the function also accepts a call that has ended.
  var knowsEnded = false

  static let all: [CallQuestion] = [
    CallQuestion { near, call, _ in try requireNoCall(near.answer(call)) },
    CallQuestion { near, call, _ in try requireNoCall(near.end(call)) },
    CallQuestion { near, call, _ in try near.shown(call) },
    CallQuestion { near, call, _ in try near.cancel(call.id) },
    CallQuestion { near, call, _ in try requireNoCall(near.setHeld(call, 1)) },
    CallQuestion { near, call, _ in try requireNoCall(near.setMuted(call, 1)) },
    CallQuestion { near, call, _ in try requireNoCall(near.play(call, "1")) },
    CallQuestion { near, call, live in try requireNoCall(near.setGroup(call, with: live)) },
    CallQuestion(ask: { near, call, live in try requireNoCall(near.setGroup(live, with: call)) }, hasNone: true),
    CallQuestion { near, call, _ in try requireNoCall(near.transfer(call, to: CallTarget("tel", "5550142"))) },
    CallQuestion { near, call, live in try requireNoCall(near.transfer(call, with: live)) },
    CallQuestion { near, call, live in try requireNoCall(near.transfer(live, with: call)) },
    CallQuestion { near, call, _ in try requireNoCall(near.deflect(call, to: CallTarget("tel", "5550142"))) },
    CallQuestion { near, call, _ in
      let status = try near.verdict(call, accepted: 1)
      // From another process no answer to a verdict comes.
      if !near.isApart { try requireNoCall(status, "transfer.verdict") }
    },
    CallQuestion(ask: { near, call, _ in try requireNoCall(near.dump(call).status, "diag.dump") }, hasNone: true),
    CallQuestion { near, call, _ in try requireNoCall(near.formats(call, places: 8, stride: 16).status, "audio.formats") },
    CallQuestion { near, call, _ in try near.detach(call) },
    CallQuestion { near, call, _ in try requireNoCall(near.peerOrder(call, HSW_ORDER_END), "test-peer.order") },
    CallQuestion(ask: { near, call, _ in try requireNoCall(near.peerObserve(call).status, "test-peer.observe") }, knowsEnded: true),
  ]

  private static func requireNoCall(_ action: ActionRef) throws { try requireNoCall(action.status, action.function) }

  private static func requireNoCall(_ status: hsw_status, _ function: String) throws {
    guard status == HSW_E_NOCALL else {
      throw TestFailure("\(function) answered \(StatusName.of(status)) about a call that does not exist, should be HSW_E_NOCALL")
    }
  }
}
