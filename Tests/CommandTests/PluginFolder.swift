import Foundation

/// A folder of plugins, good and bad, made with nothing but the C compiler and the public header.
struct PluginFolder {
  let scratch: ScratchFolder
  var path: String { scratch.url.path }

  /// An empty folder.
  init() throws { scratch = try ScratchFolder() }

  /// A file that only a plugin whose code ran would have made.
  var trace: String { path + "/code-ran" }

  /// Compiles a transport with a note, whose constructor and entry leave `trace` behind if they ever run.
  func compile(
    _ file: String, id: String = "org.example.small", version: String = "1.0", note: Bool = true, linkingTo library: String? = nil
  ) async throws {
    let text = """
      #include <hookswitch/transport.h>
      #include <fcntl.h>
      #include <unistd.h>
      \(note ? "HSW_NOTE(\"\(id)\", \"\(version)\", HSW_ENTRY_NO_UNLOAD);" : "")
      static void leave_trace(void) { close(open("\(trace)", O_CREAT | O_WRONLY, 0600)); }
      __attribute__((constructor)) static void begin(void) { leave_trace(); }
      hsw_status hookswitch_transport_query(hsw_query *query) { leave_trace(); (void)query; return HSW_E_FAIL; }
      """
    let source = try scratch.write(text, to: file + ".c")
    let header = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources/TransportABI/include").standardized
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["cc", "-shared", "-fPIC", "-I", header.path, "-o", path + "/" + file, source.path]
    if let library { process.arguments? += ["-L", path, "-Wl,--no-as-needed", "-l\(library)"] }
    guard try await process.runToEnd() == 0 else { throw CompilerFailure(file: file) }
  }

  /// Writes what `change` makes of the bytes of `file` to `other`.
  func damage(_ file: String, as other: String, _ change: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: scratch.url.appendingPathComponent(file))
    change(&bytes)
    try bytes.write(to: scratch.url.appendingPathComponent(other))
  }

  /// Writes a manifest that is right for `library`, but for what the arguments say.
  func writeManifest(_ file: String, library: String, id: String, version: String = "1.0", major: Int = 1) throws {
    try scratch.write(
      """
      {"hookswitch-manifest": 1, "id": "\(id)", "name": "\(file)", "version": "\(version)", "library": "\(library)",
       "abi": {"major": \(major), "minor": 0}}
      """, to: file)
  }
}

/// The C compiler did not take a test's plugin; what it said is on standard error.
struct CompilerFailure: Error {
  var file: String
}
