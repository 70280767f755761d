// SPDX-License-Identifier: MIT

/// The header fields of every answer. They keep other pages and foreign content out of the page.
enum SecurityFields {
  /// - Parameter frames: The origin whose frames may show the page; nil if none may.
  static func all(framedBy frames: FrameOrigin?) -> [RequestHead.Field] {
    [
      RequestHead.Field("content-security-policy", policy(frames?.text ?? "'none'")),
      RequestHead.Field("x-content-type-options", "nosniff"),
      RequestHead.Field("cross-origin-opener-policy", "same-origin"),
      RequestHead.Field("cross-origin-resource-policy", "same-origin"),
      RequestHead.Field("referrer-policy", "no-referrer"),
    ]
  }

  /// Scripts, styles and images come from the page's own files; images may also be `data:` URLs.
  /// WebAssembly may be compiled; text never becomes code. The page registers its service worker
  /// through the Trusted Types policy `decent`.
  private static func policy(_ frames: String) -> String {
    """
    default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors \(frames); \
    require-trusted-types-for 'script'; trusted-types decent
    """
  }
}
