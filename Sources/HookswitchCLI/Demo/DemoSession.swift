internal import Hookswitch

/// Plays the story: gives its commands one after another, shows the events, and compares them with the story.
struct DemoSession {
  /// The time, in seconds, that a call has to reach the state that the story expects.
  static let patience = 5

  var driver: HostDriver
  var inputs: AsyncStream<RunInput>.Iterator
  let providers: [DemoRole: DemoProvider]
  let timeline: DemoTimeline
  /// The pauses for the readers.
  let pace: DemoPace
  private var answers: [CommandAnswer] = []
  private var calls: Set<CallName> = []
  /// The time for the text of a chapter that has just begun.
  private var unread = Duration.zero

  init(
    driver: HostDriver, inputs: AsyncStream<RunInput>.Iterator, providers: [DemoRole: DemoProvider], timeline: DemoTimeline, pace: DemoPace
  ) {
    self.driver = driver
    self.inputs = inputs
    self.providers = providers
    self.timeline = timeline
    self.pace = pace
  }

  /// Plays all chapters.
  mutating func play(_ book: DemoPlaybook) async throws(DemoFailure) {
    // Reports of providers that start belong to no chapter: let them pass first.
    guard try await answer("wait ready 5").isGood else {
      throw .step(chapter: "the beginning", step: "wait ready", outcome: "a transport did not become ready")
    }
    for (number, chapter) in book.chapters.enumerated() {
      try await pause(number + 1 == book.chapters.count ? pace.farewell : pace.chapter)
      timeline.chapter(number + 1, chapter.title, chapter.text, chapter.rules)
      unread = pace.reading(chapter.text)
      for step in chapter.steps { try await play(step, in: chapter) }
    }
  }

  private mutating func play(_ step: DemoStep, in chapter: DemoChapter) async throws(DemoFailure) {
    switch step.deed {
    case .command(let line):
      try await pauseBeforeDeed()
      timeline.deed(line)
      let answer = try await answer(line)
      if !answer.isGood { timeline.outcome(answer) }
      guard step.outcome.matches(answer.outcome) else { throw .step(chapter: chapter.title, step: line, outcome: answer.reason) }
    case .quietly(let line):
      let answer = try await answer(line)
      guard answer.isGood else { throw .step(chapter: chapter.title, step: line, outcome: answer.reason) }
    case .listen(let seconds):
      timeline.deed("(\(seconds) s to listen)")
      try await pass(.seconds(seconds))
    case .lose(let role):
      try await pauseBeforeDeed()
      if let deed = providers[role]?.lose() { timeline.deed(deed) }
    }
    for state in step.then {
      let answer = try await answer("wait \(state) \(Self.patience)")
      guard answer.isGood else { throw .step(chapter: chapter.title, step: state, outcome: answer.reason) }
    }
  }

  /// Gives a command and returns its answer; shows the events until then.
  private mutating func answer(_ line: String) async throws(DemoFailure) -> CommandAnswer {
    answers = []
    try take(.line(line))
    while true {
      if let answer = answers.first(where: { $0.command == line }) { return answer }
      guard let input = await inputs.next() else { throw .interrupted(1) }
      try take(input)
    }
  }

  /// Waits for a person to read; does nothing without a reader.
  private mutating func pause(_ time: Duration) async throws(DemoFailure) {
    if time > .zero { try await pass(time) }
  }

  /// Waits before a deed, before a chapter's first one until its text is read.
  ///
  /// The events that a chapter waits for come before that: a call that rings is on the page while its text is read.
  private mutating func pauseBeforeDeed() async throws(DemoFailure) {
    try await pause(pace.deed + unread)
    unread = .zero
  }

  /// Waits until a reader is there, for a time at most.
  ///
  /// - Parameters:
  ///   - time: the longest time.
  ///   - isThere: returns true once the reader is there.
  mutating func waitForReader(within time: Duration, _ isThere: () -> Bool) async throws(DemoFailure) {
    let end = driver.host.clock.now.advanced(by: time)
    while !isThere(), driver.host.clock.now < end { try await pass(.milliseconds(200)) }
  }

  /// Waits, and shows the events meanwhile.
  private mutating func pass(_ time: Duration) async throws(DemoFailure) {
    let until = driver.host.clock.now.advanced(by: time)
    driver.wake(at: until)
    while driver.host.clock.now < until, let input = await inputs.next() { try take(input) }
  }

  private mutating func take(_ input: RunInput) throws(DemoFailure) {
    if case .signal(let signal) = input { throw .interrupted(signal.exitCode) }
    for case .tell(let event) in driver.receive(input) {
      if case .answer(let answer) = event.body { answers.append(answer) }
      if case .state(let name, _) = event.body { calls.insert(name) }
      timeline.event(event)
    }
  }

  /// The number of calls so far.
  var callCount: Int { calls.count }

  /// The time since the demo began, in seconds, for display.
  var secondsPlayed: String {
    String(RunEventText.seconds(.zero.advanced(by: driver.machine.began.duration(to: driver.machine.now))).drop { $0 == " " })
  }

  /// Waits until every call has ended and the machine has left.
  mutating func finish() async throws(DemoFailure) {
    while driver.machine.phase != .left {
      guard let input = await inputs.next() else { return }
      try take(input)
    }
  }
}

extension DemoStep.Outcome {
  func matches(_ outcome: CommandAnswer.Outcome) -> Bool {
    switch (self, outcome) {
    case (.done, .done): true
    case (.refused(let code), .refused(let error)), (.failed(let code), .failed(let error)): code == error.code
    default: false
    }
  }
}

/// The pauses of the demo for its readers.
enum DemoPace: Equatable, Sendable {
  /// No pause.
  case none
  /// Short pauses, since the text stays on the terminal.
  case terminal
  /// Pauses in which a person can read a chapter and then look at the page.
  case page

  /// The pause before a chapter.
  var chapter: Duration {
    switch self {
    case .none: .zero
    case .terminal: .milliseconds(450)
    case .page: .seconds(1)
    }
  }

  /// The pause before the last chapter, in which the page still has all calls.
  var farewell: Duration { self == .page ? .seconds(30) : chapter }

  /// The pause before a deed.
  var deed: Duration {
    switch self {
    case .none: .zero
    case .terminal: .milliseconds(150)
    case .page: .seconds(2)
    }
  }

  /// Returns the time for a chapter's text: four words a second.
  func reading(_ text: String) -> Duration {
    self == .page ? .milliseconds(250 * text.split(separator: " ").count) : .zero
  }
}

/// The reason why the demo stopped.
enum DemoFailure: Error, Equatable, Sendable {
  /// A step had another outcome than the story says.
  case step(chapter: String, step: String, outcome: String)
  /// A signal ended the demo; the exit code.
  case interrupted(Int32)
}
