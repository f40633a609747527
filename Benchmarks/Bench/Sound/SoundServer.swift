import Glibc

/// A private PulseAudio server in a temporary folder, with two null sinks: `mouth`, whose monitor is the microphone, and `ear`.
///
/// A shell runs it, and ends the server and removes the folder when its standard input closes.
final class SoundServer {
  let folder: String
  private let shell: UnsafeMutablePointer<FILE>

  var address: String { "unix:\(folder)/native" }
  var cookie: String { folder + "/cookie" }

  /// Starts the server; nil when pulseaudio is not installed.
  init?() {
    guard system("command -v pulseaudio >/dev/null 2>&1") == 0 else { return nil }
    var template = Array("\(P_tmpdir)/hookswitch-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let shell = popen(Self.keeper(folder), "w") else { return nil }
    self.shell = shell
  }

  deinit { pclose(shell) }

  private static func keeper(_ folder: String) -> String {
    """
    export XDG_RUNTIME_DIR=\(folder) HOME=\(folder)
    unset DBUS_SESSION_BUS_ADDRESS XDG_CONFIG_HOME XDG_STATE_HOME
    head -c 256 /dev/urandom >\(folder)/cookie
    pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no --disable-shm=yes --realtime=no --high-priority=no \
      -L "module-native-protocol-unix socket=\(folder)/native auth-anonymous=1" \
      -L "module-null-sink sink_name=mouth rate=48000 channels=1 norewinds=1" \
      -L "module-null-sink sink_name=ear rate=48000 channels=1 norewinds=1" </dev/null >/dev/null 2>&1 &
    server=$!
    cat >/dev/null
    kill $server
    wait $server
    rm -rf \(folder)
    """
  }
}
