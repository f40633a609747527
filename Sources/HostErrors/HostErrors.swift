// Apart from the errors' modules for the reason that CallControlErrors gives.
public import FoundationEssentials
public import HookswitchCore
public import TransportLoader

extension AttachmentError: LocalizedError {}
extension HostError: LocalizedError {}
extension JournalFileError: LocalizedError {}
extension ManifestError: LocalizedError {}
extension TransportFault: LocalizedError {}
extension TransportLoss: LocalizedError {}
extension TransportRefusal: LocalizedError {}
