// SPDX-License-Identifier: MIT

/// Documents of replicating values in a database, which sync.
///
/// The stores that libraries sync with are those of DecentSync; the types that models are made of
/// are those of ReplicatingTypes. Both come with this module.
@_exported import DecentSync
@_exported import ReplicatingTypes
