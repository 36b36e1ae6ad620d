internal import JournalEvents
internal import JournalLog

/// Brings the files that events name from one peer to the other.
struct PeerBlobs: BlobPlace {
  let folder: BlobFolder
  let transport: any PeerTransport
  /// The journal that requests to the peer name.
  let journalID: JournalID

  /// The greatest number of answers that a file may come in.
  private static let answerLimit = 1 << 12

  /// Fetches a file, from where an earlier try ended.
  ///
  /// - Returns: `true` if it is here now; `false` if the peer does not have it.
  /// - Throws: `StoreError`; ``BlobError/otherBytes`` if the bytes that came
  ///   have another hash: they are thrown away.
  func fetch(_ name: BlobName) throws -> Bool {
    guard folder.byteCount(of: name) == nil else { return true }
    let path = PeerRoute.blob(journalID, name).path
    var hasBegunAgain = false
    for _ in 0..<Self.answerLimit {
      let held = folder.partialByteCount(of: name)
      let end = held + BlobFolder.pieceByteCount - 1
      let answer = try transport.send(
        PeerRequest(.get, path, headers: ["range": "bytes=\(held)-\(end)"]))
      if answer.status == 404 { return false }
      if answer.status == 416 {
        // The part that is held is longer than the file.
        try folder.removePart(of: name)
        guard held > 0, !hasBegunAgain else { throw PeerSync.misunderstood }
        hasBegunAgain = true
        continue
      }
      if let error = StoreError(answer) { throw error }
      guard answer.status == 206, !answer.body.isEmpty,
        let range = ContentRange(
          answer.headers["content-range"], count: answer.body.count),
        range.offset == held, range.total <= BlobFolder.maximumByteCount
      else { throw PeerSync.misunderstood }
      switch try folder.add(
        answer.body, at: held, of: range.total, to: name)
      {
      case .whole: return true
      case .partial(let now) where now > held: break
      case .partial: throw PeerSync.misunderstood
      case .otherHash:
        throw BlobError.otherBytes
      }
    }
    throw StoreError(
      .server,
      "the peer sends the file \(name) in more pieces than any file has")
  }

  var cost: TransferCost { get throws { try transport.cost } }
  var room: Int? { nil }

  func listed(among names: Set<BlobName>) -> Set<BlobName>? { nil }

  /// Asks for the first byte.
  func has(_ name: BlobName) throws -> Bool {
    let answer = try transport.send(
      PeerRequest(
        .get, PeerRoute.blob(journalID, name).path,
        headers: ["range": "bytes=0-0"]))
    if answer.status == 404 { return false }
    if let error = StoreError(answer) { throw error }
    return true
  }

  /// Asks whether the peer, which looks after its own files, still has one.
  func removeIfDamaged(_ name: BlobName) throws -> Bool { try !has(name) }

  /// Brings a file, from where an earlier try ended.
  ///
  /// - Throws: `StoreError`; ``BlobError/readOnly`` for a guest.
  func bring(_ name: BlobName) throws {
    guard let total = folder.byteCount(of: name) else {
      throw StoreError(.invalid, "the file \(name) does not exist")
    }
    guard total <= BlobFolder.maximumByteCount else { throw BlobError.tooLong }
    var held = try ask(name, "bytes */\(total)", [])
    while held < total {
      let range = held..<min(held + BlobFolder.pieceByteCount, total)
      guard let piece = try folder.read(name, range), !piece.isEmpty else {
        throw StoreError(.invalid, "the file \(name) cannot be read")
      }
      let now = try ask(
        name, "bytes \(held)-\(held + piece.count - 1)/\(total)", piece)
      // The peer has these bytes now, or more from somebody else.
      guard now >= range.upperBound else { throw PeerSync.misunderstood }
      held = now
    }
  }

  private func ask(
    _ name: BlobName, _ range: String, _ piece: [UInt8]
  ) throws -> Int {
    let answer = try transport.send(
      PeerRequest(
        .put, PeerRoute.blob(journalID, name).path,
        headers: ["content-range": range], body: piece))
    if answer.status == 403 { throw BlobError.readOnly }
    if let error = StoreError(answer) { throw error }
    guard let held = PeerBody.held(in: answer.body) else {
      throw PeerSync.misunderstood
    }
    return held
  }
}
