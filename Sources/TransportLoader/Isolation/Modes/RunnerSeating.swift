internal import CallControl

/// The division of providers among runners: a pure value.
struct RunnerSeating: Hashable, Sendable {
  /// The identity of a runner.
  enum Key: Hashable, Sendable {
    /// The runner that providers of a shared object share.
    case together(library: String)
    case each(library: String, provider: String)
    case named(String)
    case pool(library: String, index: Int, of: Int)
  }

  /// A runner with the properties that its first provider gave it.
  private struct Runner: Hashable {
    var library: String
    var profile: RunnerProfile
    var provider: String
  }

  private var runners: [Key: Runner] = [:]

  /// Returns the runner of a provider.
  ///
  /// - Parameter library: the path of its shared object.
  /// - Throws: the conflict with the provider that the runner was made for.
  mutating func seat(
    _ provider: String, of library: String, _ share: RunnerShare, _ profile: RunnerProfile
  ) throws(RunnerConflict) -> Key {
    let key = Self.key(provider, of: library, share)
    guard let runner = runners[key] else {
      runners[key] = Runner(library: library, profile: profile, provider: provider)
      return key
    }
    guard runner.library == library else {
      throw RunnerConflict(
        member: .process, other: runner.provider,
        sentence: "names the process of \(runner.provider), which has another library (\(runner.library)); choose another name")
    }
    if let difference = runner.profile.difference(from: profile) {
      throw RunnerConflict(
        member: .isolation, other: runner.provider,
        sentence:
          "differs in \(difference) from \(runner.provider), which shares its process; make them equal, or write \"process\": \"each\"")
    }
    return key
  }

  /// Forgets a runner without providers.
  mutating func forget(_ key: Key) { runners[key] = nil }

  /// The runner that a provider would be in.
  static func key(_ provider: String, of library: String, _ share: RunnerShare) -> Key {
    switch share {
    case .together: .together(library: library)
    case .each: .each(library: library, provider: provider)
    case .named(let name): .named(name)
    // The same provider has the same runner in each run.
    case .pool(let size): .pool(library: library, index: Int(StableHash.of(provider) % UInt64(max(1, size))), of: max(1, size))
    }
  }
}

extension RunnerSeating.Key {
  /// The runner's name for people.
  func name(transport: String) -> String {
    switch self {
    case .together: transport
    case .each(_, let provider): provider
    case .named(let name): name
    case .pool(_, let index, let size): "\(transport) \(index + 1)/\(size)"
    }
  }
}

/// The reason why a provider cannot be in the runner that its configuration names.
package struct RunnerConflict: Error, Hashable, Sendable {
  /// The members of a configuration that name a runner and its properties.
  package enum Member: String, Sendable {
    case process, isolation
  }

  /// The member in the way.
  package var member: Member
  /// The provider that the runner was made for.
  package var other: String
  /// The reason, as the end of a sentence that begins with the member.
  package var sentence: String
}
