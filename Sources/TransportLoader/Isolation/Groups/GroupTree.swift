internal import CLinux
internal import Glibc

/// The kernel's files about control groups.
package struct GroupTree: Sendable {
  /// The folder in front of each path: empty for the system's root.
  private let root: String
  /// The number of the process whose groups these are.
  private let host: Int32
  private let mounts: [Mount]
  /// The path of the host's group, by the hierarchy as the kernel names it; version 2 has an empty name.
  private let membership: [(hierarchy: [String], path: String)]

  /// The group of the host itself, where it has to leave the group that it was started in.
  private static let hostFolder = "hookswitch-host"

  /// - Parameters:
  ///   - root: the folder in front of each path.
  ///   - host: the number of the process whose groups these are.
  package init(root: String = "", host: Int32 = getpid()) {
    (self.root, self.host) = (root, host)
    mounts = (KernelFile.read(root + "/proc/self/mountinfo") ?? "").split(separator: "\n").compactMap(Mount.init)
    membership = (KernelFile.read(root + "/proc/self/cgroup") ?? "").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      return fields.count < 3 ? nil : (fields[1].split(separator: ",").map(String.init), String(fields[2]))
    }
  }

  /// The places that it has.
  package var groups: ControlGroups {
    var groups = ControlGroups()
    for controller in ControlGroups.Controller.allCases {
      var finding = second(controller)
      if finding.place == nil, let first = first(controller) { finding = first }
      groups.places[controller] = finding.place
      groups.troubles[controller] = finding.trouble
    }
    return groups
  }

  /// A place, or the reason why there is none.
  private struct Finding {
    var place: ControlGroups.Place?
    var trouble: String?

    init(_ place: ControlGroups.Place) { self.place = place }
    init(trouble: String) { self.trouble = trouble }

    static let notDelegated = Finding(
      trouble: "its control group belongs to systemd; run the program as a service with Delegate=yes")
  }

  // MARK: version 2

  private func second(_ controller: ControlGroups.Controller) -> Finding {
    guard let mount = mounts.first(where: { $0.type == "cgroup2" }), let path = membership.first(where: { $0.hierarchy.isEmpty })?.path
    else {
      return Finding(trouble: "the system has no control groups")
    }
    guard let own = mount.folder(of: path), isFolder(own) else {
      return Finding(trouble: "the control group \(path) lies outside of \(mount.point)")
    }
    guard mount.isWritable else { return Finding(trouble: "\(mount.point) is mounted read-only") }
    // A group with controllers for its children has no processes of its own: the runners' groups lie beside the host's.
    let above = Self.folder(of: own)
    if own != mount.point, Self.name(of: own) == Self.hostFolder || isDelegated(above), offers(above, controller), isWritable(above) {
      return Finding(ControlGroups.Place(version: 2, folder: above, preparation: enable(controller, in: above)))
    }
    guard offers(own, controller) else { return Finding(trouble: "\(own) does not offer the controller \(controller.rawValue)") }
    return below(own, controller)
  }

  /// The place below the host's own group, which the host leaves for a group of its own.
  private func below(_ own: String, _ controller: ControlGroups.Controller) -> Finding {
    guard isDelegated(own) || !hasSystemd else { return .notDelegated }
    guard isWritable(own) else { return Finding(trouble: "this user may not write \(own)") }
    var steps: [GroupStep] = []
    // The kernel's own root, which has no type, may have both.
    if exists(own + "/cgroup.type") {
      let members = numbers(own + "/cgroup.procs")
      guard members.allSatisfy({ $0 == host || parent(of: $0) == host }) else {
        return Finding(trouble: "other programs are in \(own), too; start the program in a control group of its own")
      }
      let new = own + "/" + Self.hostFolder
      steps = [.make(new)] + members.map { .write("\($0)", to: new + "/cgroup.procs") }
    }
    return Finding(ControlGroups.Place(version: 2, folder: own, preparation: steps + enable(controller, in: own)))
  }

  private func offers(_ folder: String, _ controller: ControlGroups.Controller) -> Bool {
    words(folder + "/cgroup.controllers").contains(controller.rawValue)
  }

  private func enable(_ controller: ControlGroups.Controller, in folder: String) -> [GroupStep] {
    let file = folder + "/cgroup.subtree_control"
    return words(file).contains(controller.rawValue) ? [] : [.write("+" + controller.rawValue, to: file)]
  }

  // MARK: version 1

  /// The place in a hierarchy of version 1; nil when the system has none for that.
  private func first(_ controller: ControlGroups.Controller) -> Finding? {
    guard let mount = mounts.first(where: { $0.type == "cgroup" && $0.options.contains(controller.rawValue) }),
      let path = membership.first(where: { $0.hierarchy.contains(controller.rawValue) })?.path
    else { return nil }
    guard let own = mount.folder(of: path), isFolder(own) else {
      return Finding(trouble: "the control group \(path) lies outside of \(mount.point)")
    }
    guard mount.isWritable else { return Finding(trouble: "\(mount.point) is mounted read-only") }
    guard !hasSystemd || isDelegated(own) || systemdGroup.map(isDelegated) == true else { return .notDelegated }
    return isWritable(own)
      ? Finding(ControlGroups.Place(version: 1, folder: own)) : Finding(trouble: "this user may not write \(own)")
  }

  /// The host's group in the hierarchy in which systemd of version 1 marks what it has delegated.
  private var systemdGroup: String? {
    guard let mount = mounts.first(where: { $0.type == "cgroup" && $0.options.contains("name=systemd") }) else { return nil }
    return membership.first { $0.hierarchy == ["name=systemd"] }.flatMap { mount.folder(of: $0.path) }
  }

  // MARK: files

  private var hasSystemd: Bool { isFolder("/run/systemd/system") }

  private func isDelegated(_ folder: String) -> Bool {
    ["user.delegate", "trusted.delegate"].contains { name in
      var byte: UInt8 = 0
      return getxattr(root + folder, name, &byte, 1) == 1 && byte == UInt8(ascii: "1")
    }
  }

  private func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }
  private func isFolder(_ path: String) -> Bool { access(root + path + "/.", F_OK) == 0 }
  private func isWritable(_ folder: String) -> Bool {
    access(root + folder, W_OK) == 0 && access(root + folder + "/cgroup.procs", W_OK) == 0
  }

  private func words(_ file: String) -> [String] {
    (KernelFile.read(root + file) ?? "").split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
  }
  private func numbers(_ file: String) -> [Int32] { words(file).compactMap { Int32($0) } }

  /// The parent of a process; nil when it has gone.
  private func parent(of process: Int32) -> Int32? {
    // "NUMBER (NAME) STATE PARENT ...", and a name may have anything in it.
    guard let text = KernelFile.read(root + "/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 2 ? Int32(fields[2]) : nil
  }

  private static func folder(of path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
  private static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

  /// A mounted hierarchy.
  private struct Mount {
    let type: String
    let options: [String]
    let point: String
    let isWritable: Bool
    /// The group that the mount shows at its point.
    private let top: String

    /// Parses a line of mountinfo (proc_pid_mountinfo(5)); nil for another file system.
    init?(_ line: Substring) {
      let fields = line.split(separator: " ")
      guard let hyphen = fields.firstIndex(of: "-") else { return nil }
      let (left, right) = (fields[..<hyphen], Array(fields[(hyphen + 1)...]))
      guard left.count > 5, right.count > 2, right[0].hasPrefix("cgroup") else { return nil }
      (type, top, point) = (String(right[0]), String(left[3]), String(left[4]))
      options = right[2].split(separator: ",").map(String.init)
      isWritable = !left[5].split(separator: ",").contains("ro")
    }

    /// The folder of a group; nil when the mount does not show it.
    func folder(of group: String) -> String? {
      guard !group.hasPrefix("/..") else { return nil }
      if top == "/" { return group == "/" ? point : point + group }
      guard group == top || group.hasPrefix(top + "/") else { return nil }
      return point + group.dropFirst(top.count)
    }
  }
}
