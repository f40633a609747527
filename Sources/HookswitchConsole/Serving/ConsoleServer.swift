internal import CWebSockets
internal import Glibc

/// The settings of a console.
package struct ConsoleSettings: Sendable {
  /// The address at which it listens.
  package var address: ConsoleAddress
  /// The path of the daemon's socket.
  package var daemon: String
  /// The PEM files with certificate and key; nil for HTTP.
  package var certificate: (file: String, key: String)?
  /// Further names of this console in the header Host.
  package var names: [String] = []
  /// True to believe the header X-Remote-User on the Unix socket.
  package var trustsProxy = false
  /// The version of the program, for exports.
  package var version = ""
  /// The limits.
  package var limits = ConsoleLimits()

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - address: the address at which it listens.
  ///   - daemon: the path of the daemon's socket.
  package init(_ address: ConsoleAddress, daemon: String) {
    (self.address, self.daemon) = (address, daemon)
  }

  /// Checks that strangers cannot read along.
  ///
  /// - Throws: an error with the remedy.
  package func check() throws(ConsoleError) {
    if !address.isLocal, certificate == nil {
      throw ConsoleError(
        "\(address) is open to the network: give --certificate and --key, or listen at \(ConsoleAddress.usual) or unix:PATH")
    }
    if trustsProxy, address.path == nil {
      throw ConsoleError("--trust-proxy is for a reverse proxy on a Unix socket: listen at unix:PATH")
    }
  }
}

/// The console: serves the page and its WebSockets, each as a client of the daemon's socket.
///
/// The thread that calls `run` does all work. It adds no rule: the daemon judges each method by the person's session.
package final class ConsoleServer {
  private let loop: ConsoleLoop

  /// Opens the address.
  ///
  /// - Throws: an error when the settings are unsafe, or the address cannot be used.
  package init(_ settings: ConsoleSettings) throws(ConsoleError) {
    try settings.check()
    loop = try ConsoleLoop(settings)
  }

  /// The port, for an address of IP.
  package var port: UInt16 { loop.port }

  /// The address of the page.
  package var url: String { loop.url }

  /// Serves until a byte can be read from `stop`.
  ///
  /// - Parameter stop: the descriptor, which stays the caller's.
  package func run(until stop: CInt) { loop.run(until: stop) }
}
