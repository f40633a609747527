internal import CallControl
internal import HostSurface
internal import StrictJSON

// The methods of memory.
extension HostService {
  func remember(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    throw MethodError(.unavailable, "the host keeps no memory", ["why": "off"])
  }

  var unreadMissed: Int { 0 }

  var storeState: StoreState { .off }

  func noteRecording(_ file: String, of call: CallID) {}
}
