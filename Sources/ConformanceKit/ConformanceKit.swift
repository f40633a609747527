/// The parts of the kit, which whoever imports the kit has too.
@_exported public import ConformanceDirectory
@_exported public import ConformanceFuzzing
@_exported public import ConformanceHarness
@_exported public import ConformanceReport
@_exported public import ConformanceRules
@_exported public import ConformanceSupervisor
