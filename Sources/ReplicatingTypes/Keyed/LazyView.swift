// SPDX-License-Identifier: MIT

import Causality
import Synchronization

/// A view computed from a storage at the first reading after a change, on any thread.
///
/// The storage object that holds the view forgets it at each change.
@usableFromInline
struct LazyView<View: Sendable>: ~Copyable {
  @usableFromInline
  let cached = Mutex<View?>(nil)

  @inlinable
  init() {}

  /// The view, made by `make` if there is none. Two threads that read at once may both make it.
  @inlinable
  func view(or make: () -> View) -> View {
    if let current { return current }
    let view = make()
    keep(view)
    return view
  }

  /// The view, if it was made.
  @inlinable
  var current: View? { cached.withLock { $0 } }

  /// Takes the view out, if it was made. The caller is then its only owner and can change it in
  /// place.
  @inlinable
  func take() -> View? {
    cached.withLock { cached in
      let taken = cached
      cached = nil
      return taken
    }
  }

  /// Keeps a view that was made elsewhere.
  @inlinable
  func keep(_ view: View) {
    cached.withLock { $0 = view }
  }

  @inlinable
  func forget() {
    cached.withLock { $0 = nil }
  }
}
