internal import TransportABI

@testable internal import TransportKit

extension FuzzTarget {
  /// What a host hands to a plugin that the kit serves: tables, infos, errors and strings, sound and not.
  static let plugin = FuzzTarget(name: "plugin") { bytes in
    let draw = Draw(bytes)
    let lender = Lender(draw)
    HostWords.readStructs(lender)
    Obedient.next = draw
    let host = LentHost(lender)
    withExtendedLifetime((host, lender)) { HostWords(host)?.live() }
    Obedient.next = Draw([])
  }
}
