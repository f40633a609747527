import Foundation
import Testing

/// The command under test.
private let command = PluginFolder.name + "/hookswitch"

@Suite(
  "An account whose address changes",
  .enabled(if: PluginFolder.hasSIP && NetworkNamespace.isThere && FileManager.default.isExecutableFile(atPath: command)),
  .timeLimit(.minutes(2)))
struct NetworkChangeTests {
  private static let configuration = """
    {"providers": [{"name": "sip", "transport": "org.hookswitch.sip", "settings": {
      "uri": "sip:alice@10.9.0.1", "registrar": "sip:10.9.0.1", "address": "auto", "port": 5060, "transaction-seconds": 1}}]}
    """

  /// Prints the sockets in /proc/net/udp: 10.9.0.2 and 10.9.0.3, port 5060.
  private static let script = """
    await() { until grep -q "$1" /proc/net/udp; do sleep 0.05; done; echo "it listens at $2"; }
    ip link set lo up
    ip addr add 10.9.0.2/32 dev lo; ip addr add 10.9.0.3/32 dev lo
    ip route add 10.9.0.1/32 dev lo src 10.9.0.2
    sleep 60 | "$1" run --config config.json --transport-path "$2" &
    await 0200090A:13C4 10.9.0.2
    ip route change 10.9.0.1/32 dev lo src 10.9.0.3
    await 0300090A:13C4 10.9.0.3
    """

  /// Another program has the port at the new address for a while.
  private static let crowded = """
    await() { until grep -q "$1" /proc/net/udp; do sleep 0.05; done; shift; echo "it listens at $*"; }
    ip link set lo up
    ip addr add 10.9.0.2/32 dev lo; ip addr add 10.9.0.3/32 dev lo
    ip route add 10.9.0.1/32 dev lo src 10.9.0.2
    sipp -sn uas -i 10.9.0.3 -p 5060 -nostdin >sipp.log 2>&1 & other=$!
    await 0300090A:13C4 10.9.0.3, which is another
    sleep 60 | "$1" run --config config.json --transport-path "$2" >run.log 2>&1 &
    await 0200090A:13C4 10.9.0.2
    ip route change 10.9.0.1/32 dev lo src 10.9.0.3
    until grep -q "SIP cannot listen at 10.9.0.3:5060" run.log; do sleep 0.05; done; echo "it says so"
    kill -9 $other; wait $other
    await 0300090A:13C4 10.9.0.3 again
    """

  @Test("waits until another program releases the port at the new address", .enabled(if: SIPpRun.isThere))
  func waits() async throws {
    let machine = try PeerProcess(
      "unshare", ["-rnpf", "--mount-proc", "--kill-child", "sh", "-c", Self.crowded, "sh", command, PluginFolder.name],
      files: ["config.json": Self.configuration])
    for words in ["it listens at 10.9.0.2", "it says so", "it listens at 10.9.0.3 again"] {
      #expect(await machine.says(words), "\(machine.output.entries) \(machine.file("run.log"))")
    }
  }

  /// A call is up, with its media attached, while the address changes.
  ///
  /// In a namespace of process ids LeakSanitizer cannot stop the host's threads, and would report their memory as leaked.
  private static let busy = """
    await() { until grep -q "$1" "$2"; do sleep 0.05; done; shift 2; echo "$*"; }
    ip link set lo up
    for last in 1 2 3; do ip addr add 10.9.0.$last/32 dev lo; done
    ip route add 10.9.0.77/32 dev lo src 10.9.0.2
    mkfifo words
    export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0"
    "$1" run --auto-answer --config config.json --transport-path "$2" <words >run.log 2>&1 & host=$!
    exec 3>words
    await 0200090A:13C4 /proc/net/udp it listens at 10.9.0.2
    sipp -sn uac -s alice -i 10.9.0.1 -p 5070 -m 1 -d 30000 -nostdin 10.9.0.2:5060 >sipp.log 2>&1 &
    await active run.log the call is up
    ip route change 10.9.0.77/32 dev lo src 10.9.0.3
    await 0300090A:13C4 /proc/net/udp it listens at 10.9.0.3
    exec 3>&-
    wait $host; echo "it ended with $?"
    """

  @Test("ends the active call, and does not use its memory afterwards (H2)", .enabled(if: SIPpRun.isThere))
  func movesWithACall() async throws {
    let machine = try PeerProcess(
      "unshare", ["-rnpf", "--mount-proc", "--kill-child", "sh", "-c", Self.busy, "sh", command, PluginFolder.name],
      files: ["config.json": Self.configuration.replacing("sip:10.9.0.1", with: "sip:10.9.0.77")])
    for words in ["it listens at 10.9.0.2", "the call is up", "it listens at 10.9.0.3", "it ended with 0"] {
      #expect(await machine.says(words), "\(machine.output.entries) \(machine.file("run.log"))")
    }
  }

  @Test("listens at the new address on the route to the registrar, and registers it (RFC 5626 section 4.4)")
  func moves() async throws {
    let machine = try PeerProcess(
      "unshare", ["-rnpf", "--mount-proc", "--kill-child", "sh", "-c", Self.script, "sh", command, PluginFolder.name],
      files: ["config.json": Self.configuration])
    #expect(await machine.says("it listens at 10.9.0.2"), "\(machine.output.entries)")
    #expect(await machine.says("it listens at 10.9.0.3"), "\(machine.output.entries)")
  }
}
