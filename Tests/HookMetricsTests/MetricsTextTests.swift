import CallControl
import Foundation
import HookMetrics
import Testing

/// The text of metrics in both formats.
@Suite("MetricsText") struct MetricsTextTests {
  static var histogram: Histogram {
    var histogram = Histogram([0.5, 1])
    for value in [0.25, 0.75, 8, -1] { histogram.add(value) }
    return histogram
  }

  @Test("Prometheus text has help, type, escaped labels and cumulative buckets")
  func prometheus() {
    let families = [
      MetricFamily(.requests, [.init(["start", "done"], 3), .init(["a\"b\\c\nd", "done"], 1)]),
      MetricFamily(.callSetup, [.init(["incoming", "x"], Self.histogram)]), MetricFamily(.busyLines, []),
      MetricFamily(.buildInfo, [.init(["1.0", "1.1"], 1)]),
    ]
    #expect(
      MetricsText.prometheus.text(of: families) == #"""
        # HELP hookswitch_requests_total The requests that lines judged, by the kind of their first action.
        # TYPE hookswitch_requests_total counter
        hookswitch_requests_total{kind="a\"b\\c\nd",result="done"} 1
        hookswitch_requests_total{kind="start",result="done"} 3
        # HELP hookswitch_call_setup_seconds The time from the beginning of a call until both sides could talk.
        # TYPE hookswitch_call_setup_seconds histogram
        hookswitch_call_setup_seconds_bucket{direction="incoming",transport="x",le="0.5"} 2
        hookswitch_call_setup_seconds_bucket{direction="incoming",transport="x",le="1"} 3
        hookswitch_call_setup_seconds_bucket{direction="incoming",transport="x",le="+Inf"} 4
        hookswitch_call_setup_seconds_sum{direction="incoming",transport="x"} 9
        hookswitch_call_setup_seconds_count{direction="incoming",transport="x"} 4
        # HELP hookswitch_build_info The version of the host, and of its interface for transports.
        # TYPE hookswitch_build_info gauge
        hookswitch_build_info{version="1.0",abi="1.1"} 1

        """#)
  }

  @Test("OpenMetrics names families without the suffix of their samples, has units, and ends")
  func openMetrics() {
    let families = [
      MetricFamily(.commandTimeouts, [.init(["end", "x"], 2)]), MetricFamily(.callSetup, [.init(["incoming", "x"], Histogram([1]))]),
      MetricFamily(.buildInfo, [.init(["1.0", "1.1"], 1)]),
    ]
    #expect(
      MetricsText.openMetrics.text(of: families) == """
        # HELP hookswitch_command_timeouts The commands that a provider did not answer in time.
        # TYPE hookswitch_command_timeouts counter
        hookswitch_command_timeouts_total{kind="end",transport="x"} 2
        # HELP hookswitch_call_setup_seconds The time from the beginning of a call until both sides could talk.
        # TYPE hookswitch_call_setup_seconds histogram
        # UNIT hookswitch_call_setup_seconds seconds
        hookswitch_call_setup_seconds_bucket{direction="incoming",transport="x",le="1.0"} 0
        hookswitch_call_setup_seconds_bucket{direction="incoming",transport="x",le="+Inf"} 0
        hookswitch_call_setup_seconds_sum{direction="incoming",transport="x"} 0
        hookswitch_call_setup_seconds_count{direction="incoming",transport="x"} 0
        # HELP hookswitch_build The version of the host, and of its interface for transports.
        # TYPE hookswitch_build info
        hookswitch_build_info{version="1.0",abi="1.1"} 1
        # EOF

        """)
  }

  @Test("Every name is good in both formats, and no label is for a line, a number, a name or a call")
  func names() {
    var families: Set<String> = []
    for name in MetricName.allCases {
      let full = name.fullName
      #expect(full.allSatisfy { "abcdefghijklmnopqrstuvwxyz_".contains($0) }, "\(full)")
      #expect(name.help.hasSuffix(".") && !name.help.contains("\n"))
      #expect((name.kind == .counter) == full.hasSuffix("_total"), "\(full)")
      #expect(Set(name.labels).isDisjoint(with: ["line", "number", "name", "call", "handle", "person", "actor", "le"]), "\(full)")
      // The samples of a histogram and of a counter have further names, which no other family may have.
      let base = full.hasSuffix("_total") ? String(full.dropLast(6)) : full
      let all = name.kind == .histogram ? [base, base + "_bucket", base + "_sum", base + "_count"] : [base]
      for one in all { #expect(families.insert(one).inserted, "\(one)") }
    }
  }

  @Test("Histograms with equal labels add up, and a negative time counts as none")
  func histograms() {
    var sum = Self.histogram
    sum.add(Self.histogram)
    #expect(sum.counts == [4, 2, 2] && sum.count == 8 && sum.sum == 18)
    sum.add(Histogram([7]))
    #expect(sum.count == 8)
  }
}
