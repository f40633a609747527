internal import ConformanceHarness
internal import ConformanceReport

extension ConformanceSettings {
  /// Returns the command that repeats a planned test alone, with everything that the test depends on.
  func repeatCommand(of planned: PlannedTest) -> RepeatCommand {
    var command = RepeatCommand(["hookswitch", "conform", Self.operand(plugin.path)])
    command.add("--test", planned.test.id)
    // The manifest or a note names every transport of a plugin with several.
    if plugin.transports > 1, !planned.descriptor.isEmpty { command.add("--transport", planned.descriptor) }
    command.add("--seed", String(planned.seed))
    // The command's default is apart.
    if planned.test.place(isolation) != planned.test.place(.apart) { command.add("--isolation", isolation.rawValue) }
    command.add("--config", configFile)
    command.add("--peer-cmd", peerCommand)
    if !wrapper.isEmpty { command.add("--wrap", wrapper.joined(separator: " ")) }
    if isInProcess { command.words.append("--in-process") }
    if timeScale != 1 { command.variables = [(TimeScale.variable, "\(timeScale)")] }
    return command
  }

  /// Returns the path so that it is no option.
  private static func operand(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }
}
