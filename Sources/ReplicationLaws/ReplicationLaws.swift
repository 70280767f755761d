// SPDX-License-Identifier: MIT

// A test of one's own type needs `Replicable`, and a printed script
// `ReplicationEnvironment`.
@_exported import BinaryCoding
@_exported import Causality
