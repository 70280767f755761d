// SPDX-License-Identifier: MIT

import Synchronization

/// The right to number edits in a session. At most one token exists for each session.
///
/// The token lies in the storage object of a value. While the storage is uniquely referenced, edits
/// of the value continue the session. Copy-on-write passes the token on to the copy with
/// ``handOver()``, by one atomic exchange. If two copies are edited apart, on any threads, the
/// second copy to be edited lacks the token and opens a session of its own. So no two edits ever
/// share a dot, and user code never names a replica.
public struct SessionToken: ~Copyable, Sendable {
  @usableFromInline
  struct Session: Sendable {
    let id: SessionID
    @usableFromInline let environment: ReplicationEnvironment
    /// The ``ReplicationEnvironment/duplications`` when the session was opened.
    let duplications: Int

    init(_ id: SessionID, in environment: ReplicationEnvironment) {
      self.id = id
      self.environment = environment
      duplications = environment.duplications
    }

    /// Whether a duplicate of this process may continue the session.
    var isShared: Bool { duplications != environment.duplications }
  }

  @usableFromInline var session: Session?
  @usableFromInline let isHere: Atomic<Bool>

  #if hasFeature(Embedded)
    /// Makes a token for a value that was never edited here.
    public init() {
      self.init(session: nil)
    }

    private init(session: Session?) {
      self.session = session
      isHere = Atomic(session != nil)
    }
  #else
    /// The origin of the storage.
    package let origin: StorageOrigin

    /// Makes a token for a value that was never edited here.
    public init() {
      self.init(session: nil, origin: ValueOrigin())
    }

    private init(session: Session?, origin: ValueOrigin) {
      self.session = session
      self.origin = StorageOrigin(origin)
      isHere = Atomic(session != nil)
    }
  #endif

  /// The session of the next edit.
  ///
  /// The caller must hold the storage uniquely.
  ///
  /// - Parameter isTaken: Whether the value already knows edits of a new session. Such a session is
  ///   skipped. Only forged edits lead to a true result.
  /// - Returns: The session, and whether this call opened it. The first edit of a new session has
  ///   the number 0.
  public mutating func claim(
    passingOver isTaken: (SessionID) -> Bool = { _ in false }
  ) -> (id: SessionID, isNew: Bool) {
    if goesOn, let session { return (session.id, false) }
    let environment = ReplicationEnvironment.current
    if let current, session?.environment === environment { return (current, false) }
    var id = environment.openSession()
    while isTaken(id) { id = environment.openSession() }
    session = Session(id, in: environment)
    isHere.store(true, ordering: .relaxed)
    return (id, true)
  }

  /// Whether the next edit certainly continues the session of the last edit. If so,
  /// ``claim(passingOver:)`` need not be called. The property is cheap enough to read before every
  /// edit.
  @inlinable public var goesOn: Bool {
    isHere.load(ordering: .acquiring) && (isOfSoleEnvironment || isOfThread)
  }

  /// Whether the session belongs to the only environment. In a separate property, the use of the
  /// session ends before ``isOfThread`` is called. This saves reference counting at each edit.
  @inlinable var isOfSoleEnvironment: Bool {
    session?.environment.isSole.load(ordering: .relaxed) ?? false
  }

  /// Whether an edit made here certainly belongs to the environment of the session.
  @usableFromInline var isOfThread: Bool { session?.environment.isOfThread ?? false }

  /// The session that the next edit would continue; nil if the next edit opens a session.
  ///
  /// Nil in a process that was forked after the session was opened, because the parent process
  /// continues the session. Also nil once the clocks show that the machine was resumed from a
  /// snapshot.
  public var current: SessionID? {
    guard isHere.load(ordering: .acquiring), let session, !session.isShared else { return nil }
    return session.id
  }

  /// Passes the token on to the copy that the next edit will change.
  public borrowing func handOver() -> SessionToken {
    let isHere = isHere.exchange(false, ordering: .acquiringAndReleasing)
    #if hasFeature(Embedded)
      return SessionToken(session: isHere ? session : nil)
    #else
      return SessionToken(session: isHere ? session : nil, origin: origin.value)
    #endif
  }

  /// Gives the token up: the next edit opens a session.
  public mutating func renounce() {
    isHere.store(false, ordering: .relaxed)
  }
}
