// Apart from the errors' module for the reason that CallControlErrors gives.
public import CallAudio
public import FoundationEssentials

extension AudioDeviceError: LocalizedError {}
extension AudioEngineError: LocalizedError {}
extension RecordingError: LocalizedError {}
extension RingtoneError: LocalizedError {}
extension TonePlanError: LocalizedError {}
