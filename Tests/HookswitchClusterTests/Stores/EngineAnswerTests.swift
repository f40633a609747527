import HookswitchCluster
import Testing

/// The answers of the engine to messages for a stream.
@Suite struct EngineAnswerTests {
  @Test(
    "an answer is read, in the short way for what nearly all are, and else as JSON",
    arguments: [
      (#"{"stream":"HSW_acme_records","seq":17}"#, EngineAnswer.stored(sequence: 17, isAgain: false)),
      (#"{"stream":"HSW_acme_records", "seq":17}"#, .stored(sequence: 17, isAgain: false)),
      (#"{"stream":"HSW_acme_records","seq":17,"duplicate":true}"#, .stored(sequence: 17, isAgain: true)),
      (#"{"stream":"HSW_acme_records","domain":"hub","seq":17}"#, .stored(sequence: 17, isAgain: false)),
      (#"{"stream":"odd\"name","seq":17}"#, .stored(sequence: 17, isAgain: false)),
      (#"{"stream":"S","seq":9007199254740993}"#, .stored(sequence: 9_007_199_254_740_993, isAgain: false)),
      (#"{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 3"},"stream":"S","seq":0}"#, .lost),
      (#"{"error":{"code":503,"description":"no leader"}}"#, .busy),
      (
        #"{"error":{"code":400,"err_code":10060,"description":"expected stream does not match"}}"#,
        .refused(code: 10_060, text: "expected stream does not match")
      ),
    ])
  func answers(_ text: String, _ answer: EngineAnswer) {
    #expect(EngineAnswer(Array(text.utf8)) == answer)
  }

  @Test(
    "anything else is no answer",
    arguments: [
      "", "{", #"{"stream":"S","seq":0}"#, #"{"stream":"S","seq":}"#, #"{"stream":"S","seq":-1}"#, #"{"stream":"S","seq":17"#, "+OK",
    ])
  func others(_ text: String) {
    #expect(EngineAnswer(Array(text.utf8)) == nil)
  }
}
