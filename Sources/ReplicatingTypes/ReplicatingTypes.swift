// SPDX-License-Identifier: MIT

@_exported import BinaryCoding
@_exported import Causality
@_exported import ReplicatingText
