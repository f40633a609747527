internal import ConformanceKit

/// `hookswitch conform --directory FILE`: tests a call directory.
struct ConformDirectory {
  /// The option that chooses it.
  static let option = "--directory"
  /// The options that count for directories too.
  private static let options = [option, "--config", "--test", "--skip", "--tap", "--junit", "--json", "--markdown"]

  let file: String
  let arguments: Arguments
  let console: Console

  /// Runs the tests, and prints each result but a plain pass.
  func run() throws(CommandError) -> ExitCode {
    if let odd = ConformOptions.all.first(where: { arguments.has($0.name) && !Self.options.contains($0.name) }) {
      throw .usage("conform: \(odd.name) cannot be used with --directory; see hookswitch conform --help")
    }
    if let odd = arguments.operands.first {
      throw .usage("conform: \(odd) is one argument too many: --directory names the directory; see hookswitch conform --help")
    }
    do throws(ConformanceError) {
      let interruption = try Interruption()
      SignalPipe.hand(to: interruption.handlerDescriptor, isOnce: false)
      let judge = try DirectoryJudge(checking: file, try settings())
      let printer = ConformPrinter(directory: file, console: console, count: judge.count)
      let report = try judge.run(until: interruption) { printer.tell($0) }
      printer.close(report)
      do throws(CommandError) {
        try ConformFiles(arguments).write(report)
      } catch {
        throw ConformanceError(.kit, error.sentence)
      }
      return ExitCode(rawValue: report.exitCode) ?? .ownFailure
    } catch {
      throw CommandError(sentence: "conform: \(error)", exitCode: ExitCode(error.kind))
    }
  }

  /// The choice of tests by the arguments.
  static func selection(_ arguments: Arguments) -> DirectoryConformanceSettings {
    var settings = DirectoryConformanceSettings()
    (settings.patterns, settings.skipped) = (arguments.values("--test"), arguments.values("--skip"))
    return settings
  }

  private func settings() throws(ConformanceError) -> DirectoryConformanceSettings {
    let project = try ProjectFile.find(for: file, today: CalendarDay.today)
    var settings = Self.selection(arguments)
    settings.skipped += project.skip
    settings.waivers = project.waivers
    settings.timeScale = try TimeScale.fromEnvironment()
    if let config = arguments.value("--config") ?? project.config { try settings.takeConfig(config) }
    if arguments.has("--json"), arguments.value("--json") == nil { throw ConformanceError(.usage, "--json needs a FILE for the result") }
    return settings
  }
}
