internal import CallControl

/// The labels of a table while it is built: each text once, with a number.
///
/// The texts lie in one buffer and the table holds numbers, so that 100,000 labels need about 4 MB.
struct LabelDictionary: Sendable {
  private(set) var texts: [UInt8] = []
  /// The begin of each label in `texts`, and the end of the last.
  private(set) var offsets: [Int] = [0]
  /// The label's number plus 1 in each slot; 0 for a free one.
  private var slots = [UInt32](repeating: 0, count: 1_024)

  /// The number of labels.
  var count: Int { offsets.count - 1 }

  /// Returns the number of a label, and adds one that is new.
  mutating func number(of label: UnsafeRawBufferPointer) -> UInt32 {
    if count * 2 >= slots.count { grow() }
    var slot = Self.hash(label) & (slots.count - 1)
    while slots[slot] != 0 {
      let known = Int(slots[slot] - 1)
      if isEqual(known, label) { return UInt32(known) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = UInt32(offsets.count)
    texts.append(contentsOf: label)
    offsets.append(texts.count)
    return UInt32(offsets.count - 2)
  }

  /// Returns a label's text.
  func text(_ number: UInt32) -> String {
    String(decoding: texts[offsets[Int(number)]..<offsets[Int(number) + 1]], as: UTF8.self)
  }

  private func isEqual(_ number: Int, _ label: UnsafeRawBufferPointer) -> Bool {
    let (begin, end) = (offsets[number], offsets[number + 1])
    guard end - begin == label.count else { return false }
    return texts.withUnsafeBytes { $0[begin..<end].elementsEqual(label) }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    texts.withUnsafeBytes { texts in
      for number in 0..<count {
        var slot = Self.hash(UnsafeRawBufferPointer(rebasing: texts[offsets[number]..<offsets[number + 1]])) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(number + 1)
      }
    }
  }

  /// FNV-1a; the last step spreads the bits, since the lowest choose the slot.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash ^= hash >> 32
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 20)
  }
}

/// The sets of labels that the numbers of a table have; each set once, in the order of their first use.
struct LabelSets: Sendable {
  /// The end of each set in `labels`; set n begins at the end of set n - 1.
  private(set) var ends: [UInt32] = []
  private(set) var labels: [UInt32] = []
  /// The set that has one label alone, by the label; 0 for none yet.
  private var singles: [UInt32] = []
  private var several: [[UInt32]: UInt32] = [:]

  /// The number of sets.
  var count: Int { ends.count }

  /// Returns the number of the set with one label.
  mutating func set(of label: UInt32) -> UInt32 {
    let place = Int(label)
    if place >= singles.count { singles.append(contentsOf: repeatElement(0, count: place + 1 - singles.count)) }
    if singles[place] == 0 {
      labels.append(label)
      singles[place] = close()
    }
    return singles[place]
  }

  /// Returns the number of the set with these labels, 0 for none.
  mutating func set(of list: [UInt32]) -> UInt32 {
    switch list.count {
    case 0: return 0
    case 1: return set(of: list[0])
    default:
      if let known = several[list] { return known }
      labels += list
      let number = close()
      several[list] = number
      return number
    }
  }

  private mutating func close() -> UInt32 {
    ends.append(UInt32(labels.count))
    return UInt32(ends.count)
  }
}
