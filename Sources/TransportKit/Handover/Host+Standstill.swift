// The reports and the work of an instance that hands over, which wait until the handover is settled.
extension Host {
  /// Keeps a report back until the handover is settled; false when reports go out now.
  func holdBack(_ report: @escaping (Host) -> Void) -> Bool {
    guard standstill.isSilent else { return false }
    if case .over = standstill.place { return true }
    standstill.reports.append(report)
    return true
  }

  /// Keeps work of the transport back until the handover is settled; false when it runs now.
  func postpone(_ work: @escaping (Host) -> Void) -> Bool {
    if case .over = standstill.place { return true }
    guard standstill.isStill else { return false }
    standstill.work.append(work)
    return true
  }

  /// Sends the reports that were kept back, in order.
  func sendReports() {
    let reports = standstill.reports
    standstill.reports = []
    for report in reports { report(self) }
  }

  /// Watches the descriptors again and runs the work that was kept back, in order.
  func goOn() {
    let work = standstill.work
    (standstill.work, standstill.periods) = ([], [])
    resumeWatches()
    for item in work {
      guard isUsable else { return }
      turn = Turn()
      item(self)
      turn = Turn()
    }
  }
}
