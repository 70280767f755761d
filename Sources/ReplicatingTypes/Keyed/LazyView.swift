// SPDX-License-Identifier: MIT

import Causality
import Synchronization

/// A value that is computed from a storage (a view). Any thread may read the view.
///
/// The storage object that holds the view forgets or updates the view at each change. If the view
/// was forgotten, the next reader computes it anew.
@usableFromInline
struct LazyView<View: Sendable>: ~Copyable {
  @usableFromInline
  let cached = Mutex<View?>(nil)

  @inlinable
  init() {}

  /// The kept view. If no view is kept, `make` makes the view. Two threads that read at once may
  /// both call `make`.
  @inlinable
  func view(or make: () -> View) -> View {
    if let current { return current }
    let view = make()
    keep(view)
    return view
  }

  /// The view, or nil if no view is kept.
  @inlinable
  var current: View? { cached.withLock { $0 } }

  /// Removes and returns the view, so that the caller can change the view in place. Returns nil if
  /// no view is kept.
  @inlinable
  func take() -> View? {
    cached.withLock { cached in
      let taken = cached
      cached = nil
      return taken
    }
  }

  /// Keeps a view that the caller made.
  @inlinable
  func keep(_ view: View) {
    cached.withLock { $0 = view }
  }

  @inlinable
  func forget() {
    cached.withLock { $0 = nil }
  }
}
