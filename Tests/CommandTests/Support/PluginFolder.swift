import Foundation

/// A folder of good and bad plugins, made with only the C compiler and the public header.
struct PluginFolder {
  let scratch: ScratchFolder
  var path: String { scratch.url.path }

  /// An empty folder.
  init() throws { scratch = try ScratchFolder() }

  /// The file that a plugin creates when its code runs outside the helper process.
  var trace: String { path + "/code-ran" }

  /// Compiles a minimal transport with a note; it creates `trace` if its code ever runs outside the helper.
  ///
  /// - Parameter constructor: A C statement that runs as soon as the library is mapped.
  func compile(
    _ file: String, id: String = "org.example.small", version: String = "1.0", note: Bool = true, linkingTo library: String? = nil,
    constructor: String = ""
  ) async throws {
    let text = """
      #include <hookswitch/transport.h>
      #include <fcntl.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/prctl.h>
      #include <unistd.h>
      \(note ? "HSW_NOTE(\"\(id)\", \"\(version)\", HSW_ENTRY_NO_UNLOAD);" : "")
      static void leave_trace(void) {
        char name[16] = "";
        prctl(PR_GET_NAME, name, 0, 0, 0);
        if (strcmp(name, "hookswitch-help") != 0) close(open("\(trace)", O_CREAT | O_WRONLY, 0600));
      }
      __attribute__((constructor)) static void begin(void) { leave_trace(); \(constructor); }
      #define TEXT(text) {text, sizeof(text) - 1}
      static const hsw_descriptor it = {
        .size = sizeof it, .id = TEXT("\(id)"), .name = TEXT("Small"), .vendor = TEXT("Example"), .version = TEXT("\(version)"),
        .license = TEXT("MIT"), .url = TEXT("") };
      static const hsw_descriptor *descriptor(uint32_t index) { return index == 0 ? &it : NULL; }
      static hsw_status load(hsw_str path) { leave_trace(); (void)path; return HSW_OK; }
      static void unload(void) {}
      static hsw_status create(hsw_str id, const hsw_host *host, hsw_str json, const hsw_instance **out, hsw_why *why) {
        (void)id; (void)host; (void)json; (void)out; (void)why;
        return HSW_E_FAIL;
      }
      static const hsw_entry entry = {sizeof entry, HSW_ENTRY_NO_UNLOAD, 1, 0, descriptor, load, unload, create};
      hsw_status hookswitch_transport_query(hsw_query *query) {
        leave_trace();
        query->chosen_major = 1;
        query->entry = &entry;
        return HSW_OK;
      }
      """
    let source = try scratch.write(text, to: file + ".c")
    let header = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Sources/TransportABI/include").standardized
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["cc", "-shared", "-fPIC", "-I", header.path, "-o", path + "/" + file, source.path]
    if let library { process.arguments? += ["-L", path, "-Wl,--no-as-needed", "-l\(library)"] }
    guard try await process.runToEnd() == 0 else { throw CompilerFailure(file: file) }
  }

  /// Writes the bytes of `file`, changed by `change`, to `other`.
  func damage(_ file: String, as other: String, _ change: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: scratch.url.appendingPathComponent(file))
    change(&bytes)
    try bytes.write(to: scratch.url.appendingPathComponent(other))
  }

  /// Writes a manifest that fits `library`, except for the arguments.
  func writeManifest(_ file: String, library: String, id: String, version: String = "1.0", major: Int = 1) throws {
    try scratch.write(
      """
      {"hookswitch-manifest": 1, "id": "\(id)", "name": "\(file)", "version": "\(version)", "library": "\(library)",
       "abi": {"major": \(major), "minor": 0}}
      """, to: file)
  }
}

/// The C compiler rejected a test's plugin; its message is on standard error.
struct CompilerFailure: Error {
  var file: String
}
