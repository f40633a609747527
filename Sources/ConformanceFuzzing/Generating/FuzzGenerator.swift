internal import ConformanceHarness
internal import TransportABI

/// Makes scripts: the same for the same seed, number, and plugin.
///
/// Most steps are those of a good host, in phrases that bring calls up, since otherwise no deep state would be reached. Between them come
/// steps that no good host takes, or takes at that moment.
struct FuzzGenerator {
  let kind: FuzzScript.Kind
  let seed: UInt64
  let soil: FuzzSoil

  /// The largest number of steps in a sequence, without the last phrase.
  private static let longest = 40

  /// Returns the script with that number.
  func script(_ number: Int) -> FuzzScript {
    var source = SeededNumbers(seed &+ UInt64(number) &* 0x9E37_79B9 &+ (kind == .config ? 1 << 40 : 0))
    var script = FuzzScript(kind: kind, seed: seed, number: number)
    script.host = host(&source)
    script.beginning = source.once(in: 20) ? source.pick(FuzzScript.Beginning.allCases) : .active
    let length = 1 + source.below(kind == .config ? 8 : Self.longest)
    while script.steps.count < length {
      script.steps += kind == .config && !source.once(in: 5) ? [configStep(&source)] : phrase(&source)
    }
    return script
  }

  private func host(_ source: inout SeededNumbers) -> FuzzHost {
    var host = FuzzHost()
    for name in HostExtension.allCases where source.once(in: name == .loop ? 50 : 10) { host.missing.insert(name) }
    for function in FuzzHost.optional where source.once(in: 20) { host.absent.insert(function) }
    if source.once(in: 8) {
      host.refusing = source.pick(FuzzHost.refusable)
      host.refusal = source.pick(FuzzHost.refusals)
    }
    if source.once(in: 4) { host.shape = source.pick([.exact, .future]) }
    return host
  }

  private func configStep(_ source: inout SeededNumbers) -> FuzzStep {
    let texts = ConfigTexts(soil)
    let act: FuzzAct = soil.bears(.apply) && !source.once(in: 4) ? .apply : .create
    return FuzzStep(act, text: texts.text(&source), wait: source.moment())
  }

  /// Returns some steps that belong together, or a single one.
  private func phrase(_ source: inout SeededNumbers) -> [FuzzStep] {
    let phrases: [(inout SeededNumbers) -> [FuzzStep]]
    switch source.below(10) {
    case 0, 1: phrases = [dialed]
    case 2: phrases = [called]
    case 3: phrases = [left]
    default: phrases = [single]
    }
    return phrases.flatMap { $0(&source) }.filter { soil.bears($0.act) }
  }

  /// Returns the steps of a call to the far end, or its first steps.
  private func dialed(_ source: inout SeededNumbers) -> [FuzzStep] {
    var steps = [FuzzStep(.start, wait: source.moment())]
    if !source.once(in: 4) { steps.append(FuzzStep(.farOrder, source.recent(), number: HSW_ORDER_RING, wait: source.moment())) }
    if !source.once(in: 6) { steps.append(FuzzStep(.farOrder, source.recent(), number: HSW_ORDER_ANSWER, wait: source.moment())) }
    return steps
  }

  /// Returns the steps of a call from the far end, or its first steps.
  private func called(_ source: inout SeededNumbers) -> [FuzzStep] {
    var steps = [FuzzStep(.farCall, wait: source.moment())]
    if !source.once(in: 4) { steps.append(FuzzStep(.shown, source.recent(), wait: source.moment())) }
    if !source.once(in: 4) { steps.append(FuzzStep(.answer, source.recent(), wait: source.moment())) }
    return steps
  }

  /// Returns the steps of a reset, of a call's end, or of a deactivation and a new activation.
  private func left(_ source: inout SeededNumbers) -> [FuzzStep] {
    switch source.below(4) {
    case 0: [FuzzStep(.reset, wait: source.moment())]
    case 1: [FuzzStep(.end, source.call(), number: HSW_WHY_HANGUP, wait: source.moment())]
    case 2: [FuzzStep(.farOrder, source.call(), number: HSW_ORDER_END, wait: source.moment())]
    default:
      [
        FuzzStep(.deactivate, number: source.pick([0, 0, 500, .max]), wait: source.moment()),
        FuzzStep(.activate, wait: source.moment()),
      ]
    }
  }

  private func single(_ source: inout SeededNumbers) -> [FuzzStep] {
    // The life cycle, sleep, configuration and state are rarer.
    let rare: Set<FuzzAct> = [.initialise, .activate, .deactivate, .reset, .suspend, .create, .apply, .load]
    var act = source.pick(FuzzAct.allCases)
    if rare.contains(act), !source.once(in: 6) { act = source.pick([.end, .hold, .farOrder, .group, .play, .mute]) }
    return [step(act, &source)]
  }

  private func step(_ act: FuzzAct, _ source: inout SeededNumbers) -> FuzzStep {
    var step = FuzzStep(act, wait: source.moment())
    if act.takes.contains(.call), act.needs.contains(.call) || source.once(in: 2) { step.call = source.call() }
    if act.takes.contains(.with), act.needs.contains(.with) || !source.once(in: 4) { step.with = source.call() }
    if act.takes.contains(.number) { step.number = number(act, &source) }
    if act.takes.contains(.text) { step.text = text(act, step.number, &source) }
    return step
  }

  private func number(_ act: FuzzAct, _ source: inout SeededNumbers) -> UInt32 {
    if source.once(in: 12) { return source.pick([0, 1, 2, 3, 17, 0x8000_0000, .max]) }
    return switch act {
    case .end: UInt32(source.below(8))
    case .play: source.pick([HSW_DTMF_TONE, HSW_DTMF_TONE, 2, 3])
    case .farOrder: UInt32(1 + source.below(13))
    case .deactivate: source.pick([0, 500, 5000, .max])
    case .cancel: UInt32(source.below(4))
    case .save, .load: source.pick([1, 7, .max])
    case .suspend: source.pick([1, 30, 3600, 28_800])
    default: UInt32(source.below(2))
    }
  }

  private func text(_ act: FuzzAct, _ number: UInt32?, _ source: inout SeededNumbers) -> [UInt8]? {
    switch act {
    case .apply, .create: ConfigTexts(soil).text(&source)
    case .play: source.digits()
    case .farOrder:
      switch number {
      case HSW_ORDER_DTMF: source.digits()
      case HSW_ORDER_ASK_TRANSFER: Array("5550144".utf8)
      default: source.once(in: 8) ? source.oddText() : nil
      }
    // Without a text, load takes the state of the last save.
    case .load: source.once(in: 2) ? nil : source.oddText()
    // Without a text, the target or caller is the default one.
    case .start, .transferTo, .deflect, .farCall: source.once(in: 4) ? source.oddText() : nil
    default: nil
    }
  }
}
