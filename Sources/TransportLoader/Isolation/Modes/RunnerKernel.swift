internal import Glibc
internal import RunnerChannel

/// A feature of the kernel without which no runner can start.
package enum RunnerKernel: String, CaseIterable, Sendable {
  /// Memory that two processes share and whose size is fixed.
  case sealedMemory = "sealed memory (memfd_create with MFD_ALLOW_SEALING)"
  /// Descriptors that name a process.
  case processDescriptors = "process descriptors (pidfd_open)"
  /// Descriptors that wake a thread.
  case eventDescriptors = "event descriptors (eventfd)"

  /// The reason why this process cannot use it; nil when it can.
  package var trouble: String? {
    switch self {
    case .sealedMemory:
      do throws(ChannelMemory.Failure) {
        close(try ChannelMemory.make().descriptor)
        return nil
      } catch {
        return error.description
      }
    case .processDescriptors: return ProcessDescriptor(child: getpid()) == nil ? String(cString: strerror(errno)) : nil
    case .eventDescriptors: return EventDescriptor() == nil ? String(cString: strerror(errno)) : nil
    }
  }
}
