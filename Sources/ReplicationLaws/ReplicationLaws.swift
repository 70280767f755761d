// SPDX-License-Identifier: MIT

// Tests of types need `Replicable`, and printed scripts need `ReplicationEnvironment`.
@_exported import BinaryCoding
@_exported import Causality
