internal import CLMDB
internal import Glibc

extension TransactionProtocol where Self: ~Copyable {
  /// Visits all entries as ``forEachEntry(of:from:_:)`` does, and checks the
  /// pages on the way: keys rise, a look-up by key finds the first and last
  /// entry of each page, and so all between, pages give the right places of
  /// their entries, and the database's count of entries is right.
  ///
  /// Only for transactions that read.
  ///
  /// - Throws: `damaged` if a check fails, `LMDBError`, or the error of `body`.
  public func auditEntries(
    of database: Database,
    _ body: (_ key: RawSpan, _ value: RawSpan) throws -> Bool
  ) throws {
    let damage = LMDBError(
      code: .damaged, operation: "mdb_cursor_get", path: database.name)
    let expected = try count(of: database)
    let pageSize = UInt(try handle.statistics(of: database)?.ms_psize ?? 1)
    var count = 0
    try handle.withCursor(database) { probe in
      func isFound(_ key: UnsafeRawBufferPointer) throws -> Bool {
        // LMDB refuses an empty key, which no entry has.
        try !key.isEmpty && probe.seek(to: key.bytes)
          && probe.key.baseAddress == key.baseAddress
      }
      try handle.withCursor(database) { cursor in
        var last: UnsafeRawBufferPointer?
        while try cursor.next() {
          let key = cursor.key
          count += 1
          if let last {
            guard last.precedes(key) else { throw damage }
            if last.page(of: pageSize) != key.page(of: pageSize) {
              // The order matters: a cursor that is already on the page does
              // not read the pages above, which may lead elsewhere.
              guard try isFound(key), try isFound(last),
                key.isOnSoundLeaf(of: pageSize)
              else { throw damage }
            }
          } else {
            guard try isFound(key), key.isOnSoundLeaf(of: pageSize)
            else { throw damage }
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
  /// Returns whether these bytes sort before `other`, as LMDB compares keys.
  fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard let own = baseAddress, let others = other.baseAddress else {
      return count < other.count
    }
    let order = memcmp(own, others, Swift.min(count, other.count))
    return order < 0 || order == 0 && count < other.count
  }

  /// The address of the page on which the bytes begin.
  fileprivate func page(of size: UInt) -> UInt {
    UInt(bitPattern: baseAddress) & ~(size - 1)
  }

  /// Returns whether the bytes are on a leaf page where a new entry would not
  /// overwrite an existing one.
  fileprivate func isOnSoundLeaf(of size: UInt) -> Bool {
    guard let page = UnsafeRawPointer(bitPattern: page(of: size)) else {
      return false
    }
    func word(_ offset: Int) -> UInt16 {
      page.load(fromByteOffset: offset, as: UInt16.self)
    }
    let end = Int(word(12))
    let start = word(14)
    guard word(10) == Page.leaf, end >= Page.headerSize, end <= Int(start),
      UInt(start) <= size
    else { return false }
    return stride(from: Page.headerSize, to: end, by: 2).allSatisfy {
      word($0) >= start
    }
  }
}

extension Environment {
  /// Returns the use of each page in a snapshot; `nil` if later commits have
  /// replaced its meta page.
  ///
  /// - Parameter commit: The number of the snapshot, which must live meanwhile.
  /// - Returns: The use of pages.
  /// - Throws: `LMDBError`.
  /// - Complexity: O(*n*) for *n* pages; pages with only entries are not read,
  ///   unless they may name others.
  public func pageUse(at commit: UInt64) throws(LMDBError) -> PageUse? {
    try using("mdb_env_get_fd") { handle throws(LMDBError) in
      PageUse(of: try DataPages(of: handle, path: directory), at: commit)
    }
  }
}
