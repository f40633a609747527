// The conformances stand in modules of their own, which the products have beside the errors' modules: one use of LocalizedError links all of
// FoundationEssentials, 6 MB of machine code, and the C library has no use for it.
public import CallControl
public import FoundationEssentials

extension CallError: LocalizedError {}
extension HandleError: LocalizedError {}
extension StartCallRequestError: LocalizedError {}
extension TransportError: LocalizedError {}
