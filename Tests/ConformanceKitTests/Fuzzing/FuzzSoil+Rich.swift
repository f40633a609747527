@testable import ConformanceFuzzing
@testable import ConformanceHarness

extension FuzzSoil {
  /// The material from a plugin that offers everything.
  static var rich: FuzzSoil {
    var soil = FuzzSoil()
    soil.config = Array(#"{"name": "desk", "delay-ms": 5}"#.utf8)
    soil.offers = Set(PluginExtension.all.map(\.id))
    soil.settings = settings(
      ofSchema: Array(
        #"""
        {"type": "object", "properties": {
          "name": {"type": "string"}, "delay-ms": {"type": "integer", "minimum": 0, "maximum": 60000},
          "mode": {"enum": ["a", "b"]}, "is-on": {"type": "boolean"}, "list": {}}}
        """#.utf8))
    return soil
  }
}
