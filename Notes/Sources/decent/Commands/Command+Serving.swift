// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentServer

extension Command {
  /// Serves the page.
  static let serve = Command(
    name: "serve",
    forms: ["[--port N] [--open] [--new-token] [--page DIR] [--framed-by ORIGIN]"],
    summary: "keep the notebook in a browser on this device",
    details: """
      Prints the address of the page, and serves it until it is interrupted; only this device \
      reaches it. The page keeps a copy of the notebook and goes on without the server. Meanwhile \
      it syncs as 'decent sync --watch' does. The address lets one browser in, within ten minutes; \
      that browser is let in from then on. 'decent serve --open' opens a new address, also while \
      the server runs. --new-token shuts out all browsers that were let in. The port stays the \
      same for a library, since the browser keeps the copy by it.
      """,
    operands: 0...0,
    options: [.port, .open, .newToken, .page, .framedBy]
  ) { arguments, context in
    let (port, frames) = (try arguments.port(), try arguments.frames())
    let page = try PagePlace.find(arguments, on: context.console)
    let library = try context.libraryOrNew()
    let lock: ServeLock
    do { lock = try ServeStart.lock(library) } catch CommandFailure.servedAlready(let address?)
      where arguments.has(.open)
    {
      return try Browser.openAndWait(address, on: context.console)
    }
    defer { withExtendedLifetime(lock) {} }
    let codes = try ServeStart.codes(of: library)
    let (place, socket) = try ServeStart.open(
      library, port: port, hasNewToken: arguments.has(.newToken), telling: context.console)
    try await serve(
      library, at: place, on: socket, codes, page: page, framedBy: frames, arguments, context)
  }

  private static func serve(
    _ library: sending Library, at place: ServePlace, on socket: ListeningSocket,
    _ codes: AccessCodes, page: String, framedBy frames: FrameOrigin?, _ arguments: Arguments,
    _ context: Context
  ) async throws {
    let sync = ServedSync(deviceName: DeviceName.current(context.console))
    let folder = library.folder
    let notebook = try ServedNotebook(folder: folder, id: place.library, syncing: sync)
    sync.onSync { notebook.noteSync() }
    StandardStream.outliveReaders()
    let server = try HTTPServer(
      RequestHandler(
        notebook, port: place.port, token: place.token, codes: codes, page: page,
        framedBy: frames),
      on: socket)
    defer {
      notebook.close()
      server.stop()
    }
    notebook.beginWatching()
    try await SyncWatch(library, for: sync, in: context).run {
      let address = try ServeStart.address(of: place, in: folder)
      try context.console.print(address)
      if arguments.has(.open) { Browser.open(address, on: context.console) }
    }
    // Pages get no more messages from here on.
    notebook.close()
    server.stop()
    notebook.noteEnd()
  }
}

extension Arguments {
  /// The port that `--port` names; nil if it was not given.
  fileprivate func port() throws(UsageFailure) -> UInt16? {
    guard let text = value(of: .port) else { return nil }
    guard let port = UInt16(text), port >= 1024 else {
      throw UsageFailure("'--port \(text)': a port is a number from 1024 to 65535")
    }
    return port
  }

  /// The origin that `--framed-by` names; nil if it was not given.
  fileprivate func frames() throws(UsageFailure) -> FrameOrigin? {
    guard let text = value(of: .framedBy) else { return nil }
    guard let origin = FrameOrigin(text) else {
      throw UsageFailure(
        "'--framed-by \(text)': a page of this device has an origin such as http://127.0.0.1:4711")
    }
    return origin
  }
}
