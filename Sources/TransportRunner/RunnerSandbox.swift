internal import CConfinement
internal import CLinux
internal import Glibc
package import RunnerChannel
package import TransportLoader

/// The sandbox of this process.
package struct RunnerSandbox {
  /// The reason why this process must not go on.
  package struct Refusal: Error, Hashable, Sendable {
    package var sentence: String
  }

  /// Paths that every transport needs, by the access to them.
  private enum Usual {
    static let code = ["/usr", "/lib", "/lib32", "/lib64"]
    static let programs = ["/bin", "/sbin"]
    static let reads = [
      "/etc/ld.so.cache", "/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/locale.conf", "/dev/random", "/dev/urandom",
      "/sys/devices/system/cpu", "/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/sys/vm/overcommit_memory",
    ]
    static let devices = ["/dev/null", "/dev/zero"]
    /// Files of the resolver and certificates; folders where a file is replaced by another one of its name.
    static let network = [
      "/etc/resolv.conf", "/etc/hosts", "/etc/host.conf", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/services", "/etc/protocols",
      "/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/etc/crypto-policies", "/run/systemd/resolve", "/run/resolvconf",
      "/run/NetworkManager",
    ]
    static let audio = ["/etc/pulse", "/etc/alsa", "/etc/asound.conf", "/etc/machine-id"]
  }

  private let order: SandboxBody
  private let libraries: [String]
  private let kernel: SandboxKernel

  /// Prepares the sandbox.
  ///
  /// - Parameter libraries: the folders of the library and of those that it needs.
  package init(_ order: SandboxBody, libraries: [String], kernel: SandboxKernel = .current) {
    (self.order, self.libraries, self.kernel) = (order, libraries, kernel)
  }

  /// Enters the sandbox, while the process has one thread; returns its layers in words.
  package func enter() throws(Refusal) -> String {
    if order.isRequired, let missing = kernel.missing { throw Refusal(sentence: "its sandbox is required, but \(missing)") }
    guard hcs_keep_privileges() == 0 else { throw Self.refusal("the end of privileges") }
    guard order.isOn else { return "off" }
    useStateFolder()
    if kernel.landlock > 0 { try enterRules() }
    var left: UInt32 = 0
    if order.uses.contains(.network) { left |= UInt32(HCS_NETWORK) }
    if !order.uses.isDisjoint(with: [.audio, .dbus]) { left |= UInt32(HCS_LOCAL) }
    if order.uses.contains(.programs) { left |= UInt32(HCS_PROGRAMS) }
    // With Landlock 6 the rules keep signals inside, and those to a program's processes are allowed.
    if kernel.landlock >= 6 || order.uses.contains(.programs) { left |= UInt32(HCS_SIGNALS) }
    if kernel.hasFilter, hcs_filter(left) != 0 { throw Self.refusal("the filter for system calls") }
    return kernel.layers
  }

  private static func refusal(_ layer: String) -> Refusal {
    Refusal(sentence: "its sandbox cannot be entered: \(layer): \(String(cString: strerror(errno)))")
  }

  /// Has temporary files of the transport go to its own folder.
  private func useStateFolder() {
    guard let state = order.state.string, !state.isEmpty else { return }
    mkdir(state + "/tmp", 0o700)
    setenv("TMPDIR", state + "/tmp", 1)
  }

  // MARK: files

  private func enterRules() throws(Refusal) {
    // Rules name what a path leads to now: this process's folder must stay the same one.
    _ = open("/proc/self", hookswitch_o_path | O_CLOEXEC)
    let rules = hcs_begin_rules(CInt(kernel.landlock), order.uses.contains(.network) ? 1 : 0)
    guard rules >= 0 else { throw Self.refusal("rules for files") }
    let read = UInt32(HCS_READ)
    let device = UInt32(HCS_DEVICE)
    // A path that does not exist now stays closed.
    func allow(_ paths: [String], _ access: UInt32) {
      for path in paths where path.hasPrefix("/") { _ = hcs_allow(rules, CInt(kernel.landlock), path, access) }
    }
    let execute = order.uses.contains(.programs) ? UInt32(HCS_EXECUTE) : 0
    allow(Usual.code + libraries + Self.mappedFolders, read | execute)
    if execute != 0 { allow(Usual.programs, read | execute) }
    allow(Usual.reads, read)
    allow(Usual.devices, device)
    if order.uses.contains(.network) { allow(Usual.network + [Self.folder(of: "/etc/resolv.conf")].filter { $0 != "/etc" }, read) }
    if order.uses.contains(.audio) {
      let home = getenv("HOME").map { String(cString: $0) } ?? ""
      let run = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/run/user/\(getuid())"
      allow(Usual.audio + [home + "/.config/pulse", home + "/.asoundrc", run + "/pulse"], read)
      allow(["/dev/snd"], device)
    }
    allow(order.reads.compactMap(\.string).map(Self.absolute), read)
    allow(order.writes.compactMap(\.string).map(Self.present).map(Self.absolute), UInt32(HCS_WRITE))
    for pattern in order.devices.compactMap(\.string) { allow(Self.matches(of: pattern), device) }
    if let state = order.state.string { allow([state], UInt32(HCS_WRITE)) }
    guard hcs_enter_rules(rules) == 0 else { throw Self.refusal("rules for files") }
  }

  /// A path from the root; a setting's path may begin at the folder that the host works in.
  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") || path.isEmpty { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// The path itself, or its folder where the file is still to be made; a mere name grants no folder.
  private static func present(_ path: String) -> String {
    access(path, F_OK) == 0 ? path : String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  /// The folder of the file that a path leads to.
  private static func folder(of path: String) -> String {
    guard let real = realpath(path, nil) else { return "/etc" }
    defer { free(real) }
    let text = String(cString: real)
    return String(text[..<(text.lastIndex(of: "/") ?? text.startIndex)])
  }

  private static func matches(of pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { paths[$0].map { String(cString: $0) } }
  }

  /// The folders of the files that this process runs code of: a program may lie anywhere, and its libraries with it.
  private static var mappedFolders: [String] {
    let file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var text: [UInt8] = []
    while true {
      let part = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(0, read(file, buffer.baseAddress, buffer.count))
      }
      if part.isEmpty { break }
      text += part
    }
    var folders: Set<String> = []
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      // "START-END r-xp OFFSET DEVICE INODE PATH"
      guard line.contains(" r-xp "), let start = line.firstIndex(of: "/"), let end = line.lastIndex(of: "/"), start < end else { continue }
      folders.insert(String(line[start..<end]))
    }
    return folders.sorted()
  }
}
