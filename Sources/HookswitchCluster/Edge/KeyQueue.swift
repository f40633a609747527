/// Keys of tables in the order in which they are to be written, each at most once.
struct KeyQueue: Sendable {
  struct Key: Hashable, Sendable {
    let table: EdgeTable
    let name: String
  }

  private var keys: [Key] = []
  private var start = 0
  private var members: Set<Key> = []

  var isEmpty: Bool { members.isEmpty }

  mutating func add(_ table: EdgeTable, _ name: String) {
    let key = Key(table: table, name: name)
    if members.insert(key).inserted { keys.append(key) }
  }

  /// Takes the first key that is not under way; nil for none.
  mutating func take(butNot busy: Set<Key>) -> Key? {
    for index in start..<keys.count where !busy.contains(keys[index]) {
      let key = keys[index]
      keys[index] = keys[start]
      start += 1
      members.remove(key)
      if start == keys.count { (keys, start) = ([], 0) }
      return key
    }
    return nil
  }
}
