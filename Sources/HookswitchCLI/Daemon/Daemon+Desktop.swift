internal import DesktopBridge
internal import FoundationEssentials
internal import Hookswitch
internal import HostDoors
internal import HostService
internal import HostSurface

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

// The daemon's bridge to the desktop.
extension Daemon {
  /// Makes the bridge; nil for the machine's daemon, which has no desktop, and when the options want none.
  static func desktop(
    _ options: DaemonOptions, _ config: DaemonConfig, _ service: HostService, _ host: CallHost, _ log: DaemonLog
  ) -> DesktopBridge? {
    guard options.hasDesktop, !options.isSystem else { return nil }
    var surroundings = DesktopSurroundings.ofThisProcess
    #if HOOKSWITCH_SOUND
      surroundings.playRingtone = { [weak host] in host?.setRingtone(isOn: $0) }
    #endif
    surroundings.woke = { [weak host] in host?.refreshRegistrations() }
    surroundings.log = { isWarning, text in log.log(isWarning ? .warning : .debug, "desktop", text) }
    return DesktopBridge(config.desktop, surroundings, service: service)
  }
}

extension DesktopSurroundings {
  /// The buses of this process's user.
  static var ofThisProcess: DesktopSurroundings {
    var surroundings = DesktopSurroundings()
    surroundings.uid = geteuid()
    surroundings.isSandboxed = access("/.flatpak-info", F_OK) == 0 || ProcessInfo.processInfo.environment["SNAP"] != nil
    return surroundings
  }
}

extension DesktopBridge {
  /// Asks the person to allow the call of a link; the answer is nil when no service can ask.
  func confirm(_ link: OpenedURL, _ answer: @escaping @Sendable (Bool?) -> Void) {
    confirm(call: link.handle.value, isServiceCode: link.isServiceCode) { decision in
      answer(decision == .unavailable ? nil : decision == .yes)
    }
  }
}
