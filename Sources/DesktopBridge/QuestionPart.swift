internal import HostSurface
internal import StrictJSON

/// The questions of programs to the person.
struct QuestionPart: Sendable {
  /// The largest number of open questions; programs could ask without end otherwise.
  static let limit = 8
  /// The time for an answer to a question about a call.
  static let patience = Duration.seconds(60)
  /// The largest number of refused names that are remembered.
  private static let memory = 1_000

  private(set) var entries: [(number: Int, question: DesktopQuestion)] = []
  /// The questions that the person refused; they are not asked again.
  private var refused: Set<DesktopQuestion> = []

  /// Takes a question.
  mutating func ask(_ number: Int, _ question: DesktopQuestion) -> [DesktopEffect] {
    switch question {
    case .call:
      guard entries.count < Self.limit else { return [.decided(number, .unavailable)] }
      entries.append((number, question))
      return [.timer(.question(number), Self.patience)]
    case .access:
      // Without room it stays pending in access.list.
      if entries.count < Self.limit, !refused.contains(question), !entries.contains(where: { $0.question == question }) {
        entries.append((number, question))
      }
      return []
    }
  }

  /// Takes the person's answer, or that of the timer.
  mutating func decide(_ number: Int, isYes: Bool) -> [DesktopEffect] {
    guard let place = entries.firstIndex(where: { $0.number == number }) else { return [] }
    let question = entries.remove(at: place).question
    guard case .access = question else { return [.decided(number, isYes ? .yes : .no)] }
    if !isYes, refused.count < Self.memory { refused.insert(question) }
    return [.ask(.accessList, .object([]), .grants(question, isAllowed: isYes))]
  }

  /// Takes the end of a question without an answer: nothing is called, and a name stays pending.
  mutating func withdraw(_ number: Int) -> [DesktopEffect] {
    guard let place = entries.firstIndex(where: { $0.number == number }) else { return [] }
    guard case .call = entries.remove(at: place).question else { return [] }
    return [.decided(number, .no)]
  }

  /// Ends all questions, because no service can ask the person.
  mutating func fail() -> [DesktopEffect] {
    defer { entries = [] }
    return entries.compactMap { entry -> DesktopEffect? in
      if case .call = entry.question { .decided(entry.number, .unavailable) } else { nil }
    }
  }

  // MARK: Grants

  /// Takes the grants, and changes them as the person wants.
  func take(_ answer: JSONValue?, to tag: HostTag) -> [DesktopEffect] {
    guard case .grants(.access(let peer, let right, let name), let isAllowed) = tag, let answer else { return [] }
    guard isAllowed else {
      // A peer with other rights keeps them.
      let isPending = (answer["pending"]?.array ?? []).contains { $0["peer"]?.string == peer }
      return isPending ? [.ask(.accessRevoke, .object(of: ["peer": .string(peer)]))] : []
    }
    let grant = (answer["grants"]?.array ?? []).first { $0["peer"]?.string == peer }
    let rights = (grant?["rights"]?.strings ?? []).filter { $0 != right.rawValue } + [right.rawValue]
    // A grant without names has all names, and keeps them.
    let names = grant.map { $0["names"]?.strings.map { $0.filter { $0 != name } + [name] } } ?? [name]
    return [
      .ask(
        .accessGrant,
        .object(of: ["peer": .string(peer), "rights": .strings(rights), "names": names.map { .strings($0) }]))
    ]
  }

  /// The questions of an `access.list`'s `pending`.
  ///
  /// - Parameter answer: the answer to `access.list`.
  static func pending(_ answer: JSONValue) -> [DesktopQuestion] {
    (answer["pending"]?.array ?? []).flatMap { grant -> [DesktopQuestion] in
      guard let peer = grant["peer"]?.string else { return [] }
      return (grant["rights"]?.strings ?? []).compactMap { Right(rawValue: $0) }.flatMap { right in
        (grant["names"]?.strings ?? []).map { .access(peer: peer, right, name: $0) }
      }
    }
  }
}
