// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

extension FolderStore {
  /// Makes a store in a folder that may be in iCloud Drive. A folder in iCloud Drive is read
  /// through a file coordinator, so that files which are not on this device are downloaded. Any
  /// other folder is read directly.
  ///
  /// - Parameter path: The folder; it need not be reachable yet.
  public init(reaching path: String) {
    #if canImport(Darwin)
      // This folder contains iCloud Drive and the folders of apps, on macOS and on iOS.
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
      // This failure is thrown if the file cannot be downloaded, for example without a connection.
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
