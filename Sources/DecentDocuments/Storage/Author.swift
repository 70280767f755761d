// SPDX-License-Identifier: MIT

/// The maker of a change of a document.
package enum Author {
  /// This device: remotes lack the change.
  case here
  /// Other devices, by way of a remote.
  case others
}
