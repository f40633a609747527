public import CallControl

/// The way of an upgrade.
public enum UpgradeWay: String, Hashable, Codable, Sendable, CaseIterable {
  /// The calls moved into the new process, with their sound.
  case calls
  /// The sockets moved; old calls end in the old process.
  case sockets
  /// The new process works beside the old one until the old one's calls have ended.
  case overlap
  /// No call was up.
  case idle
}

/// An upgrade that was carried out.
public struct UpgradeReport: Hashable, Sendable {
  /// The runner's name, as in `RunnerStatus.process`.
  public var process: String
  /// The providers that moved, sorted.
  public var providers: [ProviderID]
  /// The version before.
  public var from: String
  /// The version now.
  public var to: String
  /// The way.
  public var way: UpgradeWay
  /// The number of calls that were up: they moved, or stay in the old process until they end.
  public var calls: Int
  /// The time of the whole upgrade, in milliseconds.
  public var milliseconds: Int
  /// The time in which neither version served, in microseconds.
  public var gapMicroseconds: UInt64

  /// True when the version now has a smaller number than the one before.
  public var isDowngrade: Bool { Self.numbers(of: to).lexicographicallyPrecedes(Self.numbers(of: from)) }

  /// The numbers of a version, as far as it has some: `1.2-beta` has 1 and 2.
  private static func numbers(of version: String) -> [UInt64] {
    version.prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap { UInt64($0) }
  }
}

/// The reason why an upgrade was not carried out; the old version goes on as before unless the sentence says otherwise.
public struct UpgradeRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The runner's name; empty where there is none.
  public var process: String
  /// The reason, as the end of a sentence that begins with the runner's name.
  public var reason: String

  /// The reason in one line.
  public var description: String { process.isEmpty ? reason : "\(process): \(reason)" }
}
