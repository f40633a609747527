/// The ELF note that describes this library to a host without running it.
///
/// It is the literal that ``TransportDescriptor/note`` prints: Swift evaluates no function for the content of a section.
@section(".note.hookswitch") @used
let note: [33 of UInt32] = [
  11, 108, 1, 0x6b6f6f48, 0x74697773, 0x00006863, 1, 1, 1, 0x2e67726f, 0x6b6f6f68,
  0x74697773, 0x6c2e6863, 0x62706f6f, 0x006b6361, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0x2e312e30, 48, 0, 0, 0, 0, 0, 0,
]
