internal import CConfinement

/// The abilities of the kernel to confine a process.
package struct SandboxKernel: Hashable, Sendable {
  /// The version of Landlock, which limits access to files; 0 without it.
  package var landlock: Int
  /// True when it takes filters for system calls (seccomp).
  package var hasFilter: Bool

  /// Makes the description of a kernel.
  package init(landlock: Int, hasFilter: Bool) { (self.landlock, self.hasFilter) = (landlock, hasFilter) }

  /// The abilities of this system's kernel.
  package static var current: SandboxKernel {
    SandboxKernel(landlock: Int(hcs_landlock_version()), hasFilter: hcs_has_filter() != 0)
  }

  /// The layers of a sandbox here, as `landlock 7, seccomp`; `none` without any.
  package var layers: String {
    let layers = [landlock > 0 ? "landlock \(landlock)" : nil, hasFilter ? "seccomp" : nil].compactMap { $0 }
    return layers.isEmpty ? "none" : layers.joined(separator: ", ")
  }

  /// True when it has both layers.
  package var isWhole: Bool { landlock > 0 && hasFilter }

  /// The layers that it does not have, as the end of a sentence; nil when it has both.
  package var missing: String? {
    switch (landlock > 0, hasFilter) {
    case (true, true): nil
    case (false, true): "the kernel has no Landlock"
    case (true, false): "the kernel has no seccomp"
    case (false, false): "the kernel has neither Landlock nor seccomp"
    }
  }

  /// The gaps in a sandbox of this kernel, a sentence each.
  package var gaps: [String] {
    var gaps: [String] = []
    switch landlock {
    case 0: gaps.append("the kernel has no Landlock: a transport may open each file that this user may open")
    case 1, 2: gaps.append("Landlock \(landlock) of the kernel lets a transport cut files short that it may not write; version 3 does not")
    case 3, 4: gaps.append("Landlock \(landlock) of the kernel lets a transport control each device that it has open; version 5 does not")
    default: break
    }
    if !hasFilter {
      gaps.append("the kernel has no seccomp: a transport may make each system call, and reach the network and other processes")
    }
    return gaps
  }
}
