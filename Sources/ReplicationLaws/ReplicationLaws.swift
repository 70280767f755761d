// SPDX-License-Identifier: MIT

// Tests of types need `Replicable`, and printed scripts need `ReplicationEnvironment`.
@_exported import protocol Causality.Replicable
@_exported import class Causality.ReplicationEnvironment
