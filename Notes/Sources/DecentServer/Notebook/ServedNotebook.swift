// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync
import Dispatch
import Synchronization

/// A library as it is served to pages. Performs actions for pages, and tells pages of changes.
///
/// The notebook has a connection of its own to the library, so that no sync holds up a page. One
/// thread uses the connection at a time.
public final class ServedNotebook: Sendable {
  /// The id by which a page tells this library from other libraries.
  let id: String
  /// The id of this run of the server. A library that has recorded the end of the run has all
  /// documents that the run sent to pages.
  let run = AccessToken().text
  let library: Mutex<Library>
  private let sync: any SyncControl
  private let board = NewsBoard()
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "decent.served-notebook")

  private struct State {
    /// The task that waits for writes to the library.
    var watch: Task<Void, Never>?
    var isClosed = false
    /// The number of edits by pages.
    var writings = 0
  }

  /// Opens a library, which need not exist.
  ///
  /// - Parameter id: The id by which a page tells this library from other libraries.
  public init(folder: String, id: String, syncing sync: any SyncControl = NoSync()) throws {
    let library = try Library(openingOrCreating: folder)
    // Edits of a page name this device if the device has an id. Pages work without the id, too.
    try? library.nameDevice()
    self.id = id
    self.library = Mutex(library)
    self.sync = sync
    look()
  }

  deinit {
    state.withLock { $0.watch?.cancel() }
  }

  /// Records in the library that this run has ended. To be called after ``close()``, when no
  /// request is being performed any more.
  ///
  /// If recording fails, pages exchange all documents with the next run, as after a kill.
  public func noteEnd() {
    library.withLock { try? $0.noteEnd(ofRun: run) }
  }

  /// Performs an action. An action for a file or for the token is refused.
  func response(to action: Action) -> Response {
    do {
      var response = try perform(action)
      response.fields.append(RequestHead.Field("cache-control", "no-store"))
      return response
    } catch {
      return Response(Refusal(of: error))
    }
  }

  /// The id of this device; nil if the device has no id, or if the id cannot be read.
  private func device() throws -> DeviceID? { try library.withLock { try $0.device() } }

  private func perform(_ action: Action) throws -> Response {
    switch action {
    case .file, .token: throw Refusal.nothingThere
    case .changes(let revision, let run):
      let changes = try library.withLock { library in
        // A revision of an unknown run may belong to a lost state of the library. So all documents
        // are listed.
        let isKnown = try run == self.run || library.hasAll(ofRun: run)
        return try library.changes(after: isKnown ? revision : 0)
      }
      return Response(
        200, "application/x-ndjson; charset=utf-8", .pieces(try linesOfChanges(changes)))
    case .exchange(let name, let theirs):
      let (ours, writer) = try library.withLock { try $0.exchange(theirs, of: name) }
      if !theirs.delta.isEmpty { noteWriting() }
      var response = Response(200, Response.octets, .bytes(ours.fields))
      if let writer {
        response.fields.append(RequestHead.Field("decent-writer", "\(writer)"))
      }
      return response
    case .documents(let names):
      return Response(200, Response.octets, .pieces(try wholeDocuments(names)))
    case .events(let revision):
      return Response(
        200, "application/x-ndjson; charset=utf-8", .pieces(board.stream(after: revision)))
    case .status:
      return Response(json: try library.withLock { try ServedStatusRecord(of: $0, syncing: sync) })
    case .sync:
      sync.syncNow()
      return Response(json: [String: String](), status: 202)
    case .retire(let device):
      try library.withLock { try $0.retire(device) }
      noteSync()
      return Response(json: [String: String]())
    case .history(let id):
      return Response(
        json: try library.withLock { library in
          HistoryRecord(try library.history(of: id), on: try library.historyDevices())
        })
    case .pastText(let id, let version):
      return Response(
        json: try library.withLock { library in
          let history = try library.history(of: id)
          let version = try history.find(version)
          return PastTextRecord(
            title: try library.summary(id).title, text: try history.text(at: version),
            before: Nullable(history.text(before: version)))
        })
    }
  }

  private func documents(
    _ range: Range<Int>, of changes: LibraryChanges
  ) throws -> [ChangesRecord.Document] {
    try library.withLock { try $0.documents(range, of: changes) }.map { .init($0) }
  }

  /// A document as a delta from nothing. The version and the delta are empty if the document does
  /// not exist or cannot be read.
  ///
  /// - Throws: Any other failure of the library, such as a busy database. The document may exist
  ///   then.
  private func whole(_ name: DocumentName) throws -> DocumentExchange {
    do {
      return try library.withLock { try $0.exchange(DocumentExchange(), of: name).ours }
    } catch LibraryFailure.damagedDocument, LibraryFailure.newerDocument {
      return DocumentExchange()
    } catch ExchangeFailure.removed {
      return DocumentExchange()
    }
  }
}

/// Notices for pages about changes by this process or another process.
extension ServedNotebook {
  /// Begins to notice all changes of the library, also by sync and by other processes.
  public func beginWatching() {
    let documents = library.withLock(\.documents)
    let watch = Task { [weak self] in
      let writes = await documents.writes
      // The revision may have grown before the watch began.
      self?.lookSoon()
      for await _ in writes { self?.lookSoon() }
    }
    state.withLock { $0.watch = watch }
    look()
  }

  /// Ends all streams of events, and stops noticing changes.
  public func close() {
    state.withLock { state in
      state.isClosed = true
      state.watch?.cancel()
    }
    board.close()
  }

  /// Tells pages of a new state of sync.
  public func noteSync() {
    queue.async { [self] in
      let record = try? library.withLock { try ServedStatusRecord(of: $0, syncing: sync) }
      guard let record else { return }
      board.update { $0.status = Response.bytes(ofJSON: record) }
    }
  }

  private func lookSoon() { queue.async { self.look() } }

  /// Tells pages of a new revision. If the library cannot be read now, it is read after the next
  /// write.
  private func look() {
    guard let revision = try? library.withLock({ try $0.lastRevision() }) else { return }
    board.update { $0.revision = revision }
  }

  /// The time from the last edit of a page until the changed words are indexed for searches.
  private static let rest = DispatchTimeInterval.milliseconds(700)

  private func noteWriting() {
    look()
    let number = state.withLock { state in
      state.writings += 1
      return state.writings
    }
    queue.asyncAfter(deadline: .now() + Self.rest) { [weak self] in
      guard let self, state.withLock({ $0.writings == number && !$0.isClosed }) else { return }
      // After a failure, the next search indexes the words.
      library.withLock { try? $0.indexWords() }
    }
  }
}

/// The answers that are read in parts.
extension ServedNotebook {
  /// The answer to `changes`: at most two lines, each a piece, so that a page can show the first
  /// documents while the other documents are read.
  private func linesOfChanges(_ changes: LibraryChanges) throws -> PartsInPieces<Range<Int>> {
    // The first piece has more documents than a window shows.
    let end = min(100, changes.count)
    let rest = end < changes.count ? [end..<changes.count] : []
    return try PartsInPieces([0..<end] + rest) { [self] part in
      let documents = try documents(part, of: changes)
      guard part.lowerBound == 0 else {
        return Response.line(ofJSON: MoreChangesRecord(documents: documents))
      }
      return Response.line(
        ofJSON: ChangesRecord(changes, documents, of: id, run: run, on: try device()))
    }
  }

  /// Whole documents. Each document is one piece with its name, its version and its delta from
  /// nothing.
  private func wholeDocuments(_ names: [DocumentName]) throws -> PartsInPieces<DocumentName> {
    try PartsInPieces(names) { [self] name in
      let whole = try whole(name)
      return ByteFields.joined([Array(name.text.utf8), whole.version, whole.delta])
    }
  }
}

/// An answer of parts. Each part is one piece.
private final class PartsInPieces<Part: Sendable>: BodyPieces {
  private struct State {
    var first: [UInt8]?
    var rest: ArraySlice<Part>
    var isCut = false
  }

  private let piece: @Sendable (Part) throws -> [UInt8]
  private let state: Mutex<State>

  /// Reads the first part now, so that an unreadable library becomes an error response.
  init(_ parts: [Part], piece: @escaping @Sendable (Part) throws -> [UInt8]) throws {
    self.piece = piece
    state = Mutex(State(first: try parts.first.map(piece), rest: parts.dropFirst()))
  }

  func next() throws -> [UInt8]? {
    let (first, part) = try state.withLock { state in
      if state.isCut { throw CutAnswer() }
      let first = state.first.take()
      return (first, first == nil ? state.rest.popFirst() : nil)
    }
    return try first ?? part.map(piece)
  }

  func end() { state.withLock { $0.isCut = $0.first != nil || !$0.rest.isEmpty } }
}

/// An answer that the end of the server cut off. The client must not take it for the whole.
private struct CutAnswer: Error {}
