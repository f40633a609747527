/// Hashes a line's state relative to now, so that equivalent lines hash equally: counters become ranks in order of appearance, times become
/// remaining times.
///
/// Two lines with the same hash behave the same from now on, whatever their histories. The exploration recognizes visited states by it, and
/// V6's "a refused request changes nothing" compares two such hashes. It leaves out state that no rule reads again: the times of a call's
/// stages (except whether it was connected), handles and names, the revision, the policy and the providers' configurations.
///
/// Only Tests/Exploration calls it. It stays in this module because it reads the whole state of a line, which no other module may see, and
/// because the exploration is built for release, where `@testable` is not available.
package struct LineCanon {
  private var groups: [UInt64] = []
  private var commands: [UInt64] = []
  private let order: [UInt64]
  private let now: Instant

  /// Feeds the normalized state of `line` into `hasher`.
  package static func hash(_ line: Line, into hasher: inout Hasher) {
    var canon = LineCanon(of: line)
    canon.hash(line, into: &hasher)
  }

  private init(of line: Line) {
    now = line.now
    order = (line.table.legs.map(\.heldOrder) + line.table.legs.map(\.activeOrder)).sorted()
  }

  // MARK: Ranks

  private static func rank(_ number: UInt64, in known: inout [UInt64]) -> Int {
    if let place = known.firstIndex(of: number) { return place }
    known.append(number)
    return known.count - 1
  }

  private mutating func group(_ group: GroupID) -> Int { Self.rank(group.rawValue, in: &groups) }
  private mutating func command(_ command: CommandID) -> Int { Self.rank(command.rawValue, in: &commands) }

  /// Returns the time left until `time`; 0 for the past.
  private func left(_ time: Instant?) -> Int64? {
    time.map { max(0, $0.nanoseconds - now.nanoseconds) }
  }

  // MARK: Parts

  private mutating func hash(_ line: Line, into hasher: inout Hasher) {
    hasher.combine(line.table.legs.count)
    for leg in line.table.legs { hash(leg, into: &hasher) }
    hasher.combine(line.pending.count)
    for pending in line.pending {
      hasher.combine(pending.provider)
      hasher.combine(command(pending.command.id))
      hasher.combine(pending.command.call)
      hasher.combine(pending.command.operation)
      hasher.combine(left(pending.command.deadline))
      hasher.combine(pending.command.cause)
    }
    for pending in line.implied {
      hasher.combine(command(pending.command.id))
      hasher.combine(pending.command.call)
    }
    for entry in line.table.roster.entries { hasher.combine(entry.standing) }
    hasher.combine(line.plans.count)
    for plan in line.plans { hash(plan, into: &hasher) }
    hasher.combine(line.queue.count)
    for plan in line.queue { hash(plan, into: &hasher) }
    hasher.combine(line.aside.count)
    for request in line.aside {
      hash(request.plan, into: &hasher)
      hasher.combine(request.provider)
      hasher.combine(left(request.deadline))
    }
    // The order of departure makes no difference.
    hasher.combine(line.departed.reduce(0) { $0 &+ $1.hashValue })
    for screening in line.screenings {
      hasher.combine(screening.call)
      hasher.combine(screening.open)
      hasher.combine(screening.strictest)
      for screener in screening.open { hasher.combine(left(screening.deadline(of: screener))) }
    }
    for ask in line.asks {
      hasher.combine(ask.call)
      hasher.combine(ask.newCall)
      hasher.combine(left(ask.deadline))
    }
    for entry in line.withheld {
      hasher.combine(entry.call)
      hasher.combine(entry.state)
      hasher.combine(group(entry.group))
      hasher.combine(entry.isMixed)
    }
    hasher.combine(line.audioOwners)
    hasher.combine(line.frontEnd)
    hasher.combine(line.audioLeft)
    hasher.combine(line.doNotDisturb)
    hasher.combine(line.table.boxedStanding)
  }

  private mutating func hash(_ leg: Leg, into hasher: inout Hasher) {
    hasher.combine(leg.id)
    hasher.combine(leg.provider)
    hasher.combine(leg.direction)
    hasher.combine(leg.state)
    hasher.combine(group(leg.group))
    hasher.combine(leg.bridge.map { group($0) })
    hasher.combine(leg.capabilities)
    hasher.combine(leg.marks)
    hasher.combine(leg.tone)
    hasher.combine(leg.hold)
    hasher.combine(order.firstIndex(of: leg.heldOrder))
    hasher.combine(order.firstIndex(of: leg.activeOrder))
    hasher.combine(leg.endCause)
    hasher.combine(leg.connected == nil)
    hasher.combine(left(leg.patience))
  }

  private mutating func hash(_ plan: Plan, into hasher: inout Hasher) {
    hasher.combine(plan.request == nil)
    hasher.combine(plan.lane)
    hasher.combine(plan.context.origin)
    hasher.combine(plan.context.hasDecided)
    hasher.combine(plan.context.hasMadeRoom)
    hasher.combine(plan.context.unholdable)
    hasher.combine(plan.items)
    hasher.combine(plan.cursor)
    hasher.combine(plan.step)
    hasher.combine(plan.awaiting.count)
    for id in plan.awaiting { hasher.combine(command(id)) }
    hasher.combine(plan.problem?.code)
    hasher.combine(plan.undo)
    hasher.combine(plan.hasBegun)
    hasher.combine(plan.declines)
    hasher.combine(plan.isFailed)
    hasher.combine(left(plan.pausedUntil))
    hasher.combine(plan.waitsForContinue)
    hasher.combine(plan.leftBehind)
    for ahead in plan.ahead {
      hasher.combine(ahead.item)
      hasher.combine(command(ahead.command))
      hasher.combine(ahead.isAnswered)
      hasher.combine(ahead.problem?.code)
    }
    hasher.combine(plan.startsEmergency)
  }
}
