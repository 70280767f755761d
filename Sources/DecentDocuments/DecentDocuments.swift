// SPDX-License-Identifier: MIT

/// Documents of replicating values, kept in a database and synced.
///
/// The stores that libraries sync with are declared in DecentSync, and the types that models are
/// made of in ReplicatingTypes. This module exports these two modules.
@_exported import DecentSync
@_exported import ReplicatingTypes
