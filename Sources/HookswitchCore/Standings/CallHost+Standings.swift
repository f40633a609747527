internal import CallControl
internal import Locking

extension CallHost {
  /// Makes the host ask its source again for the standings of lines that have calls.
  ///
  /// Calls that ring on a line that is cut off or has moved are sent away (K7); its other calls go on (K8). Any thread; the source's owner calls
  /// it without a lock. Without a source nothing happens.
  ///
  /// - Parameter lines: the names of the lines; nil for all.
  public func standingsChanged(_ lines: [String]? = nil) {
    core.askStandingsAgain(lines.map { $0.map { LineID(rawValue: $0) } })
  }
}

extension HostCore {
  /// Submits the question again to the named lines that exist.
  func askStandingsAgain(_ names: [LineID]?) {
    guard standings != nil else { return }
    let boxes = board.withLock { board in names.map { $0.compactMap { board.lines[$0] } } ?? Array(board.lines.values) }
    for box in boxes where !box.isGenerated && !box.isIdle { submit(.standingChanged, to: box) }
  }
}
