// SPDX-License-Identifier: MIT

import Foundation
import Observation
import ReplicatingTypes

/// The rows of a query, for a user interface. The query runs again whenever the library changes.
///
/// ```swift
/// let found: LiveRows<String>  // LiveRows(library) { try $0.text(at: 0) }, made with the library
///
/// List(found.rows, id: \.self) { name in Text(name) }
///   .onChange(of: words) { found.ask("SELECT name FROM names WHERE name LIKE ?", .text(words + "%")) }
/// ```
///
/// The query runs on a queue of the library, never on the main actor. As long as this object is
/// kept, the rows follow writes by the app, by sync and by other processes. A view is not updated
/// if the query returns equal rows again.
@MainActor @Observable
public final class LiveRows<Row: Equatable & Sendable> {
  /// The rows as they were read last; none before the first read.
  public private(set) var rows: [Row] = []

  /// Whether ``rows`` are the rows of the last query that was asked.
  public private(set) var isLoaded = false

  /// The error of the last attempt to read the rows, or nil if it succeeded.
  public private(set) var failure: (any Error)?

  @ObservationIgnored private let library: DocumentLibrary
  @ObservationIgnored private let read: @Sendable (borrowing IndexRow) throws -> Row
  @ObservationIgnored private var query: (number: Int, sql: String, values: [IndexValue])?
  @ObservationIgnored private var following: Task<Void, Never>?
  @ObservationIgnored private var isReading = false
  /// Whether the library or the query changed since the last read of the rows began.
  @ObservationIgnored private var isStale = false

  /// Shows no rows until a query is asked.
  ///
  /// - Parameters:
  ///   - library: The library whose tables are queried.
  ///   - read: Makes an element of ``rows`` from a row of the results.
  public init(
    _ library: DocumentLibrary, as read: @escaping @Sendable (borrowing IndexRow) throws -> Row
  ) {
    (self.library, self.read) = (library, read)
    following = Task { [weak self] in
      let writes = await library.writes
      self?.refresh()
      for await _ in writes {
        guard let self else { return }
        refresh()
      }
      // The library was moved away, so reading fails from now on.
      self?.refresh()
    }
  }

  deinit {
    following?.cancel()
  }

  /// Shows the rows of a query from now on. The rows of the previous query stay until the new rows
  /// are read.
  ///
  /// - Parameters:
  ///   - sql: One statement of SQLite that only reads.
  ///   - values: The parameters of the statement.
  public func ask(_ sql: String, _ values: IndexValue...) {
    query = ((query?.number ?? 0) + 1, sql, values)
    isLoaded = false
    refresh()
  }

  private func refresh() {
    isStale = true
    guard !isReading, query != nil else { return }
    isReading = true
    Task { [weak self] in await self?.readRows() }
  }

  private func readRows() async {
    while isStale, let (number, sql, values) = query {
      isStale = false
      let result: Result<[Row], any Error>
      do {
        let new = try await library.worker.run { [library, read] in
          try library.rows(sql, values, as: read)
        }
        result = .success(new)
      } catch {
        result = .failure(error)
      }
      // The rows of an earlier query are no longer wanted.
      if number == query?.number { show(result) }
    }
    isReading = false
  }

  private func show(_ result: Result<[Row], any Error>) {
    switch result {
    case .success(let new):
      if new != rows { rows = new }
      (isLoaded, failure) = (true, nil)
    case .failure(let error): failure = error
    }
  }
}
