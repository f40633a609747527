internal import TransportABI

@testable internal import TransportKit

extension FuzzTarget {
  /// Passes data from a host to a plugin of TransportKit: tables, call infos, errors and strings, valid and not.
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
