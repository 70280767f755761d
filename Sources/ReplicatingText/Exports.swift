// SPDX-License-Identifier: MIT

// This module and the modules above it re-export the names of lower modules that an app uses. The
// author of a replicating type imports Causality, and BinaryCoding for bytes.
@_exported import enum BinaryCoding.DecodingFailure
@_exported import struct BinaryCoding.EncodingFailure
@_exported import protocol Causality.DeltaReplicable
@_exported import struct Causality.DeviceMark
@_exported import struct Causality.HybridTimestamp
@_exported import struct Causality.MissingHistory
@_exported import protocol Causality.Replicable
@_exported import class Causality.ReplicationEnvironment
@_exported import struct Causality.VersionVector
