/// Work on a plugin's loop that the plugin posted, or that the host owes it.
///
/// `@unchecked Sendable`: by posting the function, the plugin allows the loop to run it; nothing else of the plugin is used.
struct PostedWork: @unchecked Sendable {
  let owner: HarnessHost
  let run: () -> Void
}
