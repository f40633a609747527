internal import TransportKit

/// Where the instances in this process find each other: who owns which number.
let exchange = Registry<String, Port<Loopback>>()
