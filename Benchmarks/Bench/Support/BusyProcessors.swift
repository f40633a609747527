import Glibc
import Synchronization

/// Plain threads that spin until they are stopped, two for each processor.
final class BusyProcessors: Sendable {
  private let isStopping = Atomic<Bool>(false)
  private let running = Atomic<Int>(0)

  init() {
    for _ in 0..<2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
      var thread = pthread_t()
      let context = Unmanaged.passRetained(self)
      running.add(1, ordering: .relaxed)
      if pthread_create(&thread, nil, beBusy, context.toOpaque()) == 0 {
        pthread_detach(thread)
      } else {
        context.release()
        running.subtract(1, ordering: .relaxed)
      }
    }
  }

  func stop() {
    isStopping.store(true, ordering: .relaxed)
    while running.load(ordering: .relaxed) > 0 { sched_yield() }
  }

  fileprivate func takeTime() {
    while !isStopping.load(ordering: .relaxed) {}
    running.subtract(1, ordering: .relaxed)
  }
}

private func beBusy(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<BusyProcessors>.fromOpaque(context).takeRetainedValue().takeTime() }
  return nil
}
