/// The body of a frame without one.
package struct EmptyBody: FrameBody {
  package init() {}
  package mutating func lay(_ frame: inout some FrameLayout) {}
}

/// The parties of a call: `hsw_call_info`.
package struct InfoBody: FrameBody {
  package var flags: UInt32 = 0
  package var mask: UInt32 = 0
  package var presentation: UInt32 = 0
  package var replaces: UInt64 = 0
  package var handleKind = FrameText()
  package var handle = FrameText()
  package var displayName = FrameText()
  package var localHandle = FrameText()
  package var divertedFrom = FrameText()
  package var correlationID = FrameText()
  package var extraJSON = FrameText()
  package var contact = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&flags)
    try frame.word(&mask)
    try frame.word(&presentation)
    try frame.zero()
    try frame.long(&replaces)
    try frame.text(&handleKind)
    try frame.text(&handle)
    try frame.text(&displayName)
    try frame.text(&localHandle)
    try frame.text(&divertedFrom)
    try frame.text(&correlationID)
    try frame.text(&extraJSON)
    try frame.text(&contact)
  }
}

/// A failure, or none: `hsw_error`.
package struct ErrorBody: FrameBody {
  package var code: Int32 = 0
  package var native: Int32 = 0
  package var cause: UInt32 = 0
  /// True when there is a failure; else the other fields mean nothing.
  package var isPresent = false
  package var domain = FrameText()
  package var message = FrameText()

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.number(&code)
    try frame.number(&native)
    try frame.word(&cause)
    try frame.flag(&isPresent)
    try frame.text(&domain)
    try frame.text(&message)
  }
}

/// One text.
package struct TextBody: FrameBody {
  package var text = FrameText()

  package init() {}

  /// Makes the body of a string.
  package init(_ text: String) { self.text = FrameText(text) }

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) { try frame.text(&text) }
}

/// One number.
package struct NumberBody: FrameBody {
  package var number: UInt32 = 0

  package init() {}

  /// Makes the body of a number.
  package init(_ number: UInt32) { self.number = number }

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) { try frame.word(&number) }
}

/// A log level, and the wish for the messages of the network protocol.
package struct LevelBody: FrameBody {
  package var level: UInt32 = 0
  package var wantsWire = false

  package init() {}

  package mutating func lay(_ frame: inout some FrameLayout) throws(FrameFault) {
    try frame.word(&level)
    try frame.flag(&wantsWire)
  }
}
