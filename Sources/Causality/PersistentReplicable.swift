// SPDX-License-Identifier: MIT

import BinaryCoding

/// A replicable value that can be saved and sent: its state, its versions and
/// its deltas have binary forms.
public protocol PersistentReplicable: DeltaReplicable, BinaryCodable
where Version: BinaryCodable, Delta: BinaryCodable {}
