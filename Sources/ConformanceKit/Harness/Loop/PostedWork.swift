/// What a plugin posted to its loop, or the host owes it there.
///
/// `@unchecked Sendable`: the function is the plugin's, which says by posting it that it may run on the loop; nothing else of it is used.
struct PostedWork: @unchecked Sendable {
  let owner: HarnessHost
  let run: () -> Void
}
