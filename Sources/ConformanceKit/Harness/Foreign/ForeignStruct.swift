internal import CConformance

/// Memory that the plugin named, which need not be there.
enum ForeignMemory {
  /// Runs `body`, which reads memory that the plugin named: a fault meanwhile counts as the plugin's.
  static func reading<Result>(_ body: () -> Result) -> Result {
    hookswitch_fault_begin_reading()
    defer { hookswitch_fault_end_reading() }
    return body()
  }
}

/// Reads a struct that the plugin wrote.
enum ForeignStruct {
  /// The longest struct that is believed.
  static let maximumSize: UInt32 = 65536

  /// A copy of version 1.0's part of what lies at `pointer`, and what is wrong with its size.
  ///
  /// A wrong size is told and not obeyed: what else the struct says is judged by other rules.
  static func read<Table>(_ pointer: UnsafeRawPointer, zero: Table, _ name: String) -> (table: Table, flaw: String?) {
    guard UInt(bitPattern: pointer) % UInt(MemoryLayout<Table>.alignment) == 0 else {
      return (zero, "\(name) lies at an address that is no multiple of \(MemoryLayout<Table>.alignment)")
    }
    let (size, table) = ForeignMemory.reading { (pointer.load(as: UInt32.self), pointer.load(as: Table.self)) }
    let least = UInt32(MemoryLayout<Table>.size)
    let isSane = size >= least && size <= maximumSize
    return (
      table, isSane ? nil : "\(name) says size \(size), which should be \(least) (version 1.0) to \(maximumSize)"
    )
  }
}
