// SPDX-License-Identifier: MIT

import Synchronization

/// What is worked out from a storage at the first reading after a change, on
/// whatever thread.
///
/// Lies in a storage object, which forgets it when it changes. It crosses
/// threads only with that object, whose contents are sendable then.
@usableFromInline
struct LazyView<View>: ~Copyable {
  @usableFromInline
  struct Cached: @unchecked Sendable {
    @usableFromInline
    var view: View?

    @inlinable
    init(view: View?) { self.view = view }
  }

  @usableFromInline
  let cached = Mutex(Cached(view: nil))

  @inlinable
  init() {}

  /// The view; if there is none, what `make` returns. Two threads that read at
  /// once may both make it.
  @inlinable
  func view(or make: () -> View) -> View {
    if let current { return current }
    let view = make()
    keep(view)
    return view
  }

  /// The view, if it was made.
  @inlinable
  var current: View? { cached.withLock { $0 }.view }

  /// The view, if it was made; it is forgotten, so that whoever changes it has it alone.
  @inlinable
  func take() -> View? {
    let none = Cached(view: nil)
    return cached.withLock { cached in
      let taken = cached
      cached = none
      return taken
    }.view
  }

  /// Keeps a view that was made elsewhere.
  @inlinable
  func keep(_ view: View) {
    let made = Cached(view: view)
    cached.withLock { $0 = made }
  }

  @inlinable
  func forget() {
    let none = Cached(view: nil)
    cached.withLock { $0 = none }
  }
}
