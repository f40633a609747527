/// A struct of the ABI that is written once and lives, unchanged, as long as the process.
///
/// `@unchecked Sendable`: the memory is filled before the pointer exists, and never written or freed after that.
struct Static<Table>: @unchecked Sendable {
  let pointer: UnsafePointer<Table>

  init(_ table: Table) {
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    memory.initialize(to: table)
    pointer = UnsafePointer(memory)
  }

  var raw: UnsafeRawPointer { UnsafeRawPointer(pointer) }
}
