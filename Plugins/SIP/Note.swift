/// The ELF note that describes this plugin to a host without running it.
///
/// ``TransportDescriptor/note`` prints this literal: Swift evaluates no function for a section.
@section(".note.hookswitch") @used
let note: [33 of UInt32] = [
  11, 108, 1, 0x6b6f6f48, 0x74697773, 0x6863, 1, 1, 0x10001, 0x2e67726f, 0x6b6f6f68,
  0x74697773, 0x732e6863, 0x7069, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0x2e312e30, 48, 0, 0, 0, 0, 0, 0,
]
