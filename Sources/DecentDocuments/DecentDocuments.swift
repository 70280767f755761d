// SPDX-License-Identifier: MIT

/// Documents of replicating values, kept in a database and synced.
///
/// DecentSync declares the stores that libraries sync with. ReplicatingTypes declares the types
/// that models are made of. This module exports both modules.
@_exported import DecentSync
@_exported import ReplicatingTypes
