public import FoundationEssentials

/// Names one call for its whole life and for a day after: the host's, over all its lines.
///
/// It is CallKit's call UUID; whoever starts or reports a call chooses it.
public typealias CallID = UUID
