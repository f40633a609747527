internal import TransportKit

/// The owners of the numbers, through which the instances in this process find each other.
let exchange = Registry<String, Port<Loopback>>()
