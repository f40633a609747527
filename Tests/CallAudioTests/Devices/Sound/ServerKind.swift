import Foundation

/// The sound servers, each run by a shell script: `start` returns when the server responds, `finish` stops it.
enum ServerKind: Sendable {
  case pulseAudio
  case pipeWire

  private var programs: [String] {
    switch self {
    case .pulseAudio: ["pulseaudio", "pactl", "parec", "paplay"]
    case .pipeWire: ["dbus-daemon", "pipewire", "wireplumber", "pipewire-pulse", "pactl", "parec"]
    }
  }

  /// True when they are installed.
  var isThere: Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return programs.allSatisfy { name in folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") } }
  }

  /// The path of its socket, relative to its folder.
  var socket: String {
    switch self {
    case .pulseAudio: "native"
    case .pipeWire: "pulse/native"
    }
  }

  /// The shell script: it executes `start` and `kill`; when its standard input ends it stops the server and removes the folder.
  var keeper: String {
    """
    servers=
    run() { "$@" </dev/null >/dev/null 2>&1 & servers="$! $servers"; }
    answers() {
      for attempt in $(seq 100); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.05
      done
    }
    finish() {
      for server in $servers; do kill -s "$1" "$server" 2>/dev/null; wait "$server" 2>/dev/null; done
      servers=
    }
    \(start)
    trap '' PIPE
    while read -r word; do
      case $word in
        start) start; if timeout 1 pactl info >/dev/null 2>&1; then echo ready; else echo silent; fi ;;
        kill) finish KILL; echo killed ;;
      esac
    done
    finish TERM
    rm -rf "$XDG_RUNTIME_DIR"
    """
  }

  private var start: String {
    switch self {
    case .pulseAudio:
      """
      start() {
        run pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no --disable-shm=yes --realtime=no --high-priority=no \
          -L "module-native-protocol-unix socket=$XDG_RUNTIME_DIR/native auth-anonymous=1" \
          -L "module-null-sink sink_name=hook rate=48000 channels=1 norewinds=1" \
          -L "module-role-ducking trigger_roles=phone ducking_roles=music volume=-20dB"
        answers timeout 1 pactl info
      }
      """
    case .pipeWire:
      """
      start() {
        export DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bus
        rm -f "$XDG_RUNTIME_DIR/bus"
        run dbus-daemon --session --nofork --nopidfile --address=$DBUS_SESSION_BUS_ADDRESS
        answers test -S "$XDG_RUNTIME_DIR/bus"
        run pipewire
        answers test -S "$XDG_RUNTIME_DIR/pipewire-0"
        run wireplumber
        run pipewire-pulse
        answers timeout 1 pactl info
        answers pactl load-module module-null-sink sink_name=hook rate=48000 channels=1
        answers pactl set-default-sink hook
      }
      """
    }
  }
}
