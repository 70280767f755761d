// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

extension FolderStore {
  /// Makes a store in a folder that the system may carry. A folder in iCloud Drive is read as its
  /// service asks, so that files which are not on this device are fetched. Any other folder is read
  /// directly.
  ///
  /// - Parameter path: The folder; it need not be reachable yet.
  public init(reaching path: String) {
    #if canImport(Darwin)
      // The place of iCloud Drive and of the folders of apps in it, on macOS and on iOS.
      if path.contains("/Library/Mobile Documents/") {
        self.init(path: path, files: CarriedFiles(SystemFiles(), carriedBy: ICloud()))
        return
      }
    #endif
    self.init(path: path)
  }
}

#if canImport(Darwin)
  /// The service of iCloud Drive.
  private struct ICloud: FileCarrier {
    func read(
      _ path: String, by read: (String) throws(SystemCallFailure) -> [UInt8]
    ) throws(SystemCallFailure) -> [UInt8] {
      // This failure stays if the file cannot be fetched, as without a connection.
      var result = Result<[UInt8], SystemCallFailure>.failure(
        SystemCallFailure(call: "coordinate", path: path, code: EAGAIN))
      var error: NSError?
      NSFileCoordinator(filePresenter: nil).coordinate(
        readingItemAt: URL(fileURLWithPath: path), options: .withoutChanges, error: &error
      ) { url in
        result = Result { () throws(SystemCallFailure) in try read(url.path) }
      }
      return try result.get()
    }

    func size(of path: String) -> Int? {
      let url = URL(fileURLWithPath: path)
      return (try? url.promisedItemResourceValues(forKeys: [.fileSizeKey]))?.fileSize
    }
  }
#endif
