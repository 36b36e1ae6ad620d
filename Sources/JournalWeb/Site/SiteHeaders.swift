/// The headers that protect pages and what they load.
enum SiteHeaders {
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'",
    "img-src 'self' blob:", "connect-src 'self'", "manifest-src 'self'",
    "worker-src 'self'", "form-action 'self'", "frame-ancestors 'none'",
    "base-uri 'none'", "require-trusted-types-for 'script'",
    "trusted-types plantguide",
  ].joined(separator: "; ")

  private static let features = [
    "accelerometer", "autoplay", "display-capture",
    "encrypted-media", "fullscreen", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "picture-in-picture",
    "publickey-credentials-get", "serial", "usb", "xr-spatial-tracking",
  ].map { "\($0)=()" }.joined(separator: ", ")

  /// Returns the header of features: the camera for every page, and the place
  /// for those that use it.
  private static func permissions(usesLocation: Bool = false) -> String {
    "camera=(self), geolocation=(\(usesLocation ? "self" : "")), \(features)"
  }

  /// The headers of a page that uses the place of the browser.
  static let ofLocation = [
    "permissions-policy": permissions(usesLocation: true)
  ]

  /// Only what the page sends to its own server says where it comes from.
  /// `no-referrer` would make the origin of each form `null`.
  private static let always = [
    "content-security-policy": policy,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": permissions(),
  ]

  /// The header of an answer that nobody else keeps, and nobody at all after
  /// the session.
  static let privately = "private, no-store"

  /// Adds the headers to an answer. One that does not say how long it can be
  /// kept is not kept at all.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - hasOwnName: A Boolean value that indicates whether it goes to a name
  ///     that somebody gave the server, over TLS. Only such a name shall never
  ///     be asked without TLS.
  static func add(to response: inout WebResponse, hasOwnName: Bool) {
    // A photo has a stricter policy of its own.
    response.headers.merge(always) { own, _ in own }
    if response.headers["cache-control"] == nil {
      response.headers["cache-control"] = privately
    }
    if hasOwnName {
      response.headers["strict-transport-security"] = "max-age=31536000"
    }
  }
}
