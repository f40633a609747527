internal import Dispatch
internal import HookswitchCLI

HookswitchCommand.runConformanceChild()
// Not a top-level `await`: that would start libdispatch in every process, the kit's children included.
Task.detached { await HookswitchCommand.main() }
dispatchMain()
