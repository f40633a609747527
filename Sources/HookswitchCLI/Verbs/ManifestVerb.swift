internal import HostConfiguration
internal import TransportLoader

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// `hookswitch manifest PLUGIN.so [--output FILE] [--force] [--build-id]`: writes the manifest.
enum ManifestVerb: Verb {
  static let syntax = VerbSyntax(
    name: "manifest", summary: "Write a plugin's manifest from its code",
    discussion: """
      Loads PLUGIN.so in a separate process, asks the code to describe itself, and writes NAME.transport.json beside it, one for \
      each transport in it. The library's note must agree with the code.

      It updates an existing manifest of the same transport: fields that only people know (config-schema, needs, rank, isolation, \
      upgrade, clock, dead-peer-s, a language other than Swift, and names with x-) stay unchanged. It overwrites any other file only with \
      --force.
      """,
    operands: [VerbOperand("PLUGIN.so", .one, "The library.")],
    options: [
      VerbOption("--output", value: "FILE", "Write to FILE, not beside the library."),
      VerbOption("--build-id", "Tie the manifest to this build."),
      VerbOption("--force", "Overwrite FILE, whatever it contains."),
    ],
    examples: [
      VerbExample("hookswitch manifest build/sip.so", "Write or update build/sip.transport.json."),
      VerbExample("hookswitch manifest build/sip.so --output sip.transport.json", "Write the manifest to another place."),
    ],
    exitCodes: [
      .success: "The manifest was written, and its path printed.",
      .failure: "The library cannot be loaded, contradicts its note, or kills the process; or FILE is another file. Nothing was written.",
      .usage: "The arguments are wrong, or PLUGIN.so cannot be read.",
    ])

  static func run(_ arguments: Arguments, console: Console) async throws(CommandError) -> ExitCode {
    let library = arguments.operands[0]
    guard access(library, R_OK) == 0 else { throw .badFile(library, String(cString: strerror(errno))) }
    if TransportPath.isFolder(library) { throw .badFile(library, "is a folder; name a library in it") }
    let drafts = try drafts(of: library, arguments)
    if arguments.value("--output") != nil, drafts.count > 1 {
      throw .usage("manifest: there are \(drafts.count) transports in \(library), each with a manifest of its own: leave --output out")
    }
    let isForced = arguments.has("--force")
    // Decide on all before writing the first.
    let texts = try drafts.map { draft throws(CommandError) in
      let path = arguments.value("--output") ?? draft.file
      return (path, try text(of: draft, at: path, isForced: isForced))
    }
    for (path, text) in texts {
      if let reason = ManifestDraft.write(text, to: path) { throw .failed("manifest: \(reason)") }
      console.print(PlainText.line(path))
    }
    return .success
  }

  private static func drafts(of library: String, _ arguments: Arguments) throws(CommandError) -> [ManifestDraft] {
    do throws(TransportRefusal) {
      return try ManifestDraft.drafts(ofLibraryAt: library, contact: .standard(), namesBuild: arguments.has("--build-id"))
    } catch {
      throw .failed("manifest: \(error)")
    }
  }

  private static func text(of draft: ManifestDraft, at path: String, isForced: Bool) throws(CommandError) -> String {
    guard access(path, F_OK) == 0 else { return draft.text }
    if let existing = try? InputFile.read(path, limit: 1 << 20), let text = draft.text(replacing: existing) { return text }
    guard isForced else { throw .failed("manifest: \(path) is not a manifest of \(draft.id); --force overwrites it") }
    return draft.text
  }
}
