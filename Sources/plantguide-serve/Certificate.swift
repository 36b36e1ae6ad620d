import CGnuTLS
import Glibc
import JournalSync
import POSIXKit

/// The server's key and self-signed certificate. Peers know the server by the
/// hash of its public key.
struct Certificate {
  /// The key, as PEM.
  let key: [UInt8]
  /// The certificate, as PEM.
  let certificate: [UInt8]

  // Peers pin the key, so no date of expiry would make it safer.
  private static let seconds: time_t = 50 * 365 * 86_400
  private static let maximumByteCount = 1 << 20

  /// Reads a certificate and a key that somebody else has made.
  init(certificate: String, key: String) throws {
    self.certificate = try Self.contents(of: certificate)
    self.key = try Self.contents(of: key)
  }

  /// Reads the certificate of a home, and makes it if there is none.
  init(ofHomeAt home: String) throws {
    let directory = "\(home)/serve"
    let path = "\(directory)/key-and-certificate.pem"
    if !FileSystem.exists(path) {
      try FileSystem.makeDirectory(directory)
      // Another process may make it first; then that certificate counts.
      _ = try File.make(path, with: try Self.made())
    }
    let both = try Self.contents(of: path)
    key = both
    certificate = both
  }

  private static func contents(of path: String) throws -> [UInt8] {
    try WeakPlace.check(path)
    guard let bytes = try File.contents(of: path, atMost: maximumByteCount)
    else { throw ServeError("\(path) does not exist") }
    return bytes
  }

  /// Returns a new key and its certificate, as PEM.
  private static func made() throws -> [UInt8] {
    var key: gnutls_x509_privkey_t?
    var certificate: gnutls_x509_crt_t?
    try check(gnutls_x509_privkey_init(&key))
    defer { gnutls_x509_privkey_deinit(key) }
    try check(gnutls_x509_crt_init(&certificate))
    defer { gnutls_x509_crt_deinit(certificate) }
    // GNUTLS_CURVE_TO_BITS, a macro.
    let curve = 1 << 31 | GNUTLS_ECC_CURVE_SECP256R1.rawValue
    try check(
      gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, curve, 0))
    var serial = [UInt8](repeating: 0, count: 16)
    try check(gnutls_rnd(GNUTLS_RND_NONCE, &serial, serial.count))
    serial[0] = serial[0] & 0x7f | 1
    try check(gnutls_x509_crt_set_version(certificate, 3))
    try check(
      gnutls_x509_crt_set_serial(certificate, serial, serial.count))
    let name = "CN=PlantGuide"
    try check(gnutls_x509_crt_set_dn(certificate, name, nil))
    let now = time(nil)
    // The clock of a peer may be a day behind.
    try check(gnutls_x509_crt_set_activation_time(certificate, now - 86_400))
    try check(gnutls_x509_crt_set_expiration_time(certificate, now + seconds))
    try check(gnutls_x509_crt_set_key(certificate, key))
    try check(
      gnutls_x509_crt_sign2(
        certificate, certificate, key, GNUTLS_DIG_SHA256, 0))
    return try exported {
      gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, $0)
    }
      + exported {
        gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, $0)
      }
  }

  /// Returns the SHA-256 of the public key in libcurl's form.
  func pinnedKey() throws -> String {
    var certificate: gnutls_x509_crt_t?
    var key: gnutls_pubkey_t?
    try Self.check(gnutls_x509_crt_init(&certificate))
    defer { gnutls_x509_crt_deinit(certificate) }
    try Self.check(gnutls_pubkey_init(&key))
    defer { gnutls_pubkey_deinit(key) }
    var pem = self.certificate
    try pem.withUnsafeMutableBufferPointer { pem in
      var data = gnutls_datum_t(
        data: pem.baseAddress, size: UInt32(pem.count))
      try Self.check(
        gnutls_x509_crt_import(certificate, &data, GNUTLS_X509_FMT_PEM))
    }
    try Self.check(gnutls_pubkey_import_x509(key, certificate, 0))
    let bytes = try Self.exported {
      gnutls_pubkey_export2(key, GNUTLS_X509_FMT_DER, $0)
    }
    var hash = [UInt8](repeating: 0, count: 32)
    try Self.check(
      gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, bytes.count, &hash))
    return PeerInvitation.pinnedKey(hash)
  }

  private static func exported(
    _ export: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32
  ) throws -> [UInt8] {
    var data = gnutls_datum_t(data: nil, size: 0)
    try check(export(&data))
    // GnuTLS allocates with malloc.
    defer { free(data.data) }
    return Array(UnsafeBufferPointer(start: data.data, count: Int(data.size)))
  }

  private static func check(_ status: Int32) throws {
    guard status < 0 else { return }
    throw ServeError("TLS: \(String(cString: gnutls_strerror(status)))")
  }
}
