internal import CLMDB
internal import Glibc

extension TransactionProtocol where Self: ~Copyable {
  /// Visits all entries as ``forEachEntry(of:from:_:)`` does, and looks on the
  /// way whether the pages hold together: keys rise, a look-up by key finds
  /// the first and the last entry of each page, and with them all between, and
  /// there are as many entries as the database says.
  ///
  /// For transactions that only read.
  ///
  /// - Throws: `damaged` where they do not, `LMDBError`, or what `body` threw.
  public func auditEntries(
    of database: Database,
    _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Bool
  ) throws {
    let damage = LMDBError(
      code: .damaged, operation: "mdb_cursor_get", path: database.name)
    let expected = try count(of: database)
    var count = 0
    try handle.withCursor(database) { probe in
      func isFound(_ key: UnsafeRawBufferPointer) throws -> Bool {
        try probe.seek(atOrAfter: key.bytes)
          && probe.key.baseAddress == key.baseAddress
      }
      try handle.withCursor(database) { cursor in
        var last: UnsafeRawBufferPointer?
        while try cursor.next() {
          let key = cursor.key
          count += 1
          if let last {
            guard last.precedes(key) else { throw damage }
            if !last.isOnPage(of: key) {
              guard try isFound(last), try isFound(key) else { throw damage }
            }
          } else {
            guard try isFound(key) else { throw damage }
          }
          guard try cursor.withEntry(body) else { return }
          last = key
        }
        if let last, try !isFound(last) { throw damage }
        guard count == expected else { throw damage }
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether these bytes sort before `other`, as LMDB compares keys.
  fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard let own = baseAddress, let others = other.baseAddress else {
      return count < other.count
    }
    let order = memcmp(own, others, Swift.min(count, other.count))
    return order < 0 || order == 0 && count < other.count
  }

  /// Whether both begin on one page of the system's size or below: LMDB's
  /// pages are no smaller, and more look-ups do no harm.
  fileprivate func isOnPage(of other: UnsafeRawBufferPointer) -> Bool {
    UInt(bitPattern: baseAddress) >> 12 == UInt(bitPattern: other.baseAddress) >> 12
  }
}
