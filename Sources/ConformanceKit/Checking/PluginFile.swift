/// Where a plugin is that a test names.
enum PluginFile {
  /// `name` itself when it leads somewhere or says a folder; else the file of that name beside the test bundle, if there is one.
  static func find(_ name: String) -> String {
    guard !name.contains("/"), !SmallFile.exists(name) else { return name }
    let beside = ChildProgram.foldersBesideRunning.map { "\($0)/\(name)" }
    return beside.first(where: SmallFile.exists) ?? name
  }
}
