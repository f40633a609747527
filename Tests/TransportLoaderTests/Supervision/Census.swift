import Foundation
import Glibc
import Testing

@testable import TransportLoader

/// The memory map of this process.
func ownMaps() throws -> String { try #require(KernelFile.read("/proc/self/maps")) }

/// The things that this process holds of the system; they mean something in a process without other tests.
struct Census: CustomStringConvertible {
  var descriptors = 0
  var threads = 0
  /// The mappings of channels, and of regions for audio.
  var channels = 0
  var regions = 0
  var children = 0
  /// The control groups of runners of this process.
  var groups = 0
  /// The resident memory, in MiB.
  var memory = 0

  init() throws {
    let files = FileManager.default
    descriptors = try files.contentsOfDirectory(atPath: "/proc/self/fd").count
    let tasks = try files.contentsOfDirectory(atPath: "/proc/self/task")
    threads = tasks.count
    let maps = try ownMaps().split(separator: "\n")
    channels = maps.count { $0.contains("hookswitch-channel") }
    regions = maps.count { $0.contains("hookswitch-audio") }
    for task in tasks {
      let list = KernelFile.read("/proc/self/task/\(task)/children") ?? ""
      children += list.split(separator: " ").count
    }
    for folder in Set(ControlGroups.current.places.values.map(\.folder)) {
      groups += try files.contentsOfDirectory(atPath: folder).count { $0.hasPrefix("hookswitch-\(getpid())-") }
    }
    let pages = KernelFile.read("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    memory = (pages * Int(getpagesize())) >> 20
  }

  var description: String {
    "\(descriptors) descriptors, \(threads) threads, \(channels) channels, \(regions) regions, \(children) children, \(groups) groups, "
      + "\(memory) MiB"
  }
}
