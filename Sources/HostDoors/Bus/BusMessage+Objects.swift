internal import DoorKit
internal import HostSurface
internal import StrictJSON

extension BusMessage {
  /// Reads all arguments as JSON; paths of the host's own objects become the names of these objects.
  ///
  /// - Throws: `invalid` for a type that JSON does not have.
  func arguments() throws(MethodError) -> [JSONValue] { try values { BusObject(path: $0)?.name } }
}
