public import FoundationEssentials

/// The id of a call, unique at the host over all its lines, for the call's life and a day after.
///
/// It is CallKit's call UUID; the starter or reporter of the call chooses it.
public typealias CallID = UUID
