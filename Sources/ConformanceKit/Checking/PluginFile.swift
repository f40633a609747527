/// Finds the plugin that a test names.
enum PluginFile {
  /// Returns `name` if it exists or contains a folder; else the file of that name beside the test bundle, if there is one.
  static func find(_ name: String) -> String {
    guard !name.contains("/"), !SmallFile.exists(name) else { return name }
    let beside = ChildProgram.foldersBesideRunning.map { "\($0)/\(name)" }
    return beside.first(where: SmallFile.exists) ?? name
  }
}
