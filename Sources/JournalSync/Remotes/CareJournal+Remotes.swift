internal import JournalCare
public import JournalEvents
internal import JournalLog
internal import JournalProjections
public import JournalQueries
public import JournalTime
internal import LMDBKit
internal import POSIXKit

/// The options of a sync with a remote.
public struct SyncRequest {
  /// A Boolean value that indicates whether events of another journal may join.
  public var isMerging = false
  /// Asks whether events of another journal may join, if there are any; `nil`
  /// if they may not.
  public var asksToMerge: ((MergeQuestion) throws -> Bool)?
  /// A Boolean value that indicates whether nothing is written on either side.
  public var isRehearsal = false
  /// A Boolean value that indicates whether the whole store is listed, and not
  /// only what is new.
  public var listsAll = false
  /// A Boolean value that indicates whether everything in the store is fetched
  /// and checked; damaged objects are put there again.
  public var checksAll = false
  /// A Boolean value that indicates whether segments of a store that hold
  /// payloads of erased events are put again without these, and the old ones
  /// removed.
  public var compacts = false
  /// The kinds of files of photos that are synced.
  public enum Photos: Sendable {
    case none
    /// The thumbnails alone.
    case thumbnails
    /// The thumbnails, then the photos.
    case all
  }
  /// The files named by events that are synced, too, both ways.
  public var photos = Photos.none
  /// The files that events name; tests name some that no event does.
  var namedFiles: (borrowing Snapshot) throws -> PhotoFileNames = {
    try PhotoView.files(in: $0)
  }
  /// The journal to take if a store holds several.
  public var journal: JournalID?
  /// The program that reaches the network.
  public var transport = ""
  /// The longest silence of that program when it is to answer, in seconds: far
  /// more than the time that it gives one request.
  public var longestSilence: Int64 = 3_600
  /// A descriptor that can be read once the sync is to end, which it does
  /// while it waits for the network.
  public var ending: Int32?
  /// A Boolean value that indicates whether the sync waits for another process
  /// that syncs with the remote.
  public var waitsForOthers = true
  /// Gets the standard error of programs that were started: foreign text, in
  /// any number of pieces.
  public var said: ([UInt8]) -> Void = { _ in }
  /// The variables of the process, by name: some have passwords.
  public var environment: (String) -> String? = { _ in nil }
  /// Asks for the passphrase of an encrypted remote, or for a new one if it has
  /// none yet; returns `nil` if nobody can be asked.
  public var passphrase: (_ remote: Remote, _ isNew: Bool) throws -> String? = {
    _, _ in nil
  }
  /// Removes the bytes of erased payloads from the home after a sync in the
  /// background: a module above this one rewrites the data file.
  public var removesErasedBytes: (CareJournal) throws -> Void = { _ in }
  /// Called with the number of events that came in and went out so far.
  public var progress: (_ received: Int, _ sent: Int) -> Void = {
    _, _ in
  }
  /// Called with the number of files that came in and went out so far.
  public var fileProgress: (_ received: Int, _ sent: Int) -> Void = {
    _, _ in
  }

  /// Creates a request.
  public init() {}
}

extension CareJournal {
  private var remoteList: RemoteList { RemoteList(home: home) }

  /// The remotes of this machine, in the order in which they were added.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  public func remotes() throws -> [Remote] { try remoteList.all() }

  /// The remotes of these names; all for none.
  ///
  /// - Throws: ``RemoteError/unknown(_:known:)``.
  public func remotes(named names: [String]) throws -> [Remote] {
    try names.isEmpty
      ? remotes() : names.map { try remoteList.named($0) }
  }

  /// Adds a remote. A missing folder is made.
  ///
  /// - Parameters:
  ///   - name: The name of the remote.
  ///   - address: The address of the remote.
  ///   - options: The options of its transport.
  ///   - journal: The journal that it holds; `nil` for the one that the first
  ///     sync finds.
  /// - Returns: The remote.
  /// - Throws: ``RemoteError``, or an error of the file or the folder.
  public func addRemote(
    _ name: String, at address: RemoteAddress,
    options: [Remote.Option: String] = [:], journal: JournalID? = nil
  ) throws -> Remote {
    var random = Randomness.system()
    let id: JournalID = random.id()
    var remote = try Remote(name: name, address: address, id: "\(id)")
    remote.options = options
    remote.journal = journal
    if let proxy = options[.proxy] { try ProxyAddress.check(proxy) }
    guard try !remotes().contains(where: { $0.name == name }) else {
      throw RemoteError.nameInUse(name)
    }
    if address.kind == .file { try FolderStore.make(at: address.rest) }
    try add(remote)
    return remote
  }

  func add(_ remote: Remote) throws {
    try remoteList.update { remotes in
      guard !remotes.contains(where: { $0.name == remote.name }) else {
        throw RemoteError.nameInUse(remote.name)
      }
      remotes.append(remote)
    }
  }

  /// Gives a remote another name.
  ///
  /// - Throws: ``RemoteError``.
  public func renameRemote(_ name: String, to new: String) throws {
    guard Remote.isName(new) else { throw RemoteError.badName(new) }
    try remoteList.update { remotes in
      guard let index = remotes.firstIndex(where: { $0.name == name }) else {
        throw RemoteError.unknown(name, known: remotes.map(\.name))
      }
      guard !remotes.contains(where: { $0.name == new }) else {
        throw RemoteError.nameInUse(new)
      }
      remotes[index].name = new
    }
    try renameInAutoSync(name, to: new)
  }

  /// Forgets a remote. Its contents stay there.
  ///
  /// - Throws: ``RemoteError/unknown(_:known:)``.
  public func removeRemote(_ name: String) throws {
    let removed = try remoteList.update { remotes in
      guard let index = remotes.firstIndex(where: { $0.name == name }) else {
        throw RemoteError.unknown(name, known: remotes.map(\.name))
      }
      return remotes.remove(at: index)
    }
    // A process that syncs with it now keeps data of it, which goes, too.
    let lock = try lock(removed, waits: true)
    defer { lock.unlock() }
    var paths = [
      statePath(of: removed), keyPath(of: removed), filesPath(of: removed),
      failuresPath(of: removed), lockPath(of: removed),
    ]
    if let token = removed.options[.passwordFile],
      token.hasPrefix(home.keysDirectory + "/")
    {
      paths.append(token)
    }
    for path in paths { _ = try? FileSystem.removeDurably(path) }
    // A killed process may have left some of it under a passing name.
    for directory in [home.keysDirectory, home.syncDirectory] {
      (try? Folder(directory))?.removeDeadParts()
    }
  }

  /// Forgets the name for this machine in a remote's options: it is used now.
  ///
  /// - Throws: `StorageError` or `FileSystemError`.
  public func forgetName(at remote: Remote) throws {
    try remoteList.update { remotes in
      for index in remotes.indices where remotes[index].id == remote.id {
        remotes[index].options[.device] = nil
        remotes[index].options[.person] = nil
      }
    }
  }

  private func statePath(of remote: Remote) -> String {
    "\(home.syncDirectory)/\(remote.id)"
  }

  /// The path of the list of the files that a remote has.
  private func filesPath(of remote: Remote) -> String {
    "\(home.syncDirectory)/\(remote.id).files"
  }

  private func lockPath(of remote: Remote) -> String {
    statePath(of: remote) + ".lock"
  }

  func failuresPath(of remote: Remote) -> String {
    statePath(of: remote) + ".failures"
  }

  private func keyPath(of remote: Remote) -> String {
    "\(home.keysDirectory)/\(remote.id)"
  }

  /// Refuses the programs and secrets of remotes if another user could change
  /// the file that names them.
  ///
  /// - Throws: `UntrustedFile` or `FileSystemError`.
  func checkRemotesAreTrusted() throws {
    try WeakPlace.check(home.remotesFile)
  }

  /// The keys of an encrypted remote that are open here.
  ///
  /// - Throws: As ``checkRemotesAreTrusted()``.
  private func keys(
    of remote: Remote, _ journal: JournalID,
    passphrase: @escaping () throws -> SecretBytes? = { nil }
  ) throws -> RemoteKeys {
    try checkRemotesAreTrusted()
    let path = keyPath(of: remote)
    try WeakPlace.check(path)
    return RemoteKeys(of: journal, keptAt: path, passphrase: passphrase)
  }

  // MARK: Syncing

  /// Brings this journal and a remote to hold the same events. One process of
  /// this home does so at a time; its failure is kept until a sync succeeds.
  ///
  /// - Returns: The report of changes, made or rehearsed.
  /// - Throws: `StoreError`, ``RemoteError``, `JournalError` for the events of
  ///   another journal. Events taken or put before stay so.
  public func sync(
    with remote: Remote, _ request: SyncRequest
  ) throws -> SyncReport {
    guard !request.isRehearsal else {
      return try syncAlone(with: remote, request)
    }
    let lock = try lock(remote, waits: request.waitsForOthers)
    defer { lock.unlock() }
    // Another process may have changed or removed it meanwhile.
    let remotes = try remoteList.all()
    guard let remote = remotes.first(where: { $0.id == remote.id }) else {
      throw RemoteError.unknown(remote.name, known: remotes.map(\.name))
    }
    let outcome = Result {
      do {
        return try syncAlone(with: remote, request)
      } catch JournalError.otherJournal(let held, let received) {
        let question = MergeQuestion(
          own: held, others: received, plantCount: try plantCount())
        guard let asks = request.asksToMerge, try asks(question) else {
          throw JournalError.otherJournal(held: held, received: received)
        }
        var request = request
        request.isMerging = true
        return try syncAlone(with: remote, request)
      }
    }
    note(outcome, of: remote)
    return try outcome.get()
  }

  /// The number of plants that are not removed.
  ///
  /// - Throws: The errors of the journal.
  public func plantCount() throws -> Int {
    try read { snapshot in
      var count = 0
      try snapshot.forEachPlant { _, plant in
        if plant.isPresent { count += 1 }
        return true
      }
      return count
    }
  }

  /// Takes the lock under which a process changes the data kept of a remote.
  private func lock(_ remote: Remote, waits: Bool) throws -> File {
    try FileSystem.makeDirectory(home.syncDirectory)
    PartialDirectory.forEachDead(in: home.syncDirectory) { $0.removeTree($1) }
    let path = lockPath(of: remote)
    guard !waits else { return try File.locked(path, .keeping) }
    let file = try File(path, .keeping)
    guard try file.isLockedAtOnce() && file.isAtItsPath else {
      throw RemoteError.busy(remote.name)
    }
    return file
  }

  private func syncAlone(
    with remote: Remote, _ request: SyncRequest
  ) throws -> SyncReport {
    var state = RemoteState(at: statePath(of: remote))
    let before = state
    var report = SyncReport()
    defer {
      if !report.received.isEmpty, !request.isRehearsal {
        noteWriting(bringsEvents: true)
      }
    }
    let outcome = Result {
      let files =
        try remote.address.kind.isStore
        ? syncWithStore(remote, request, &state, &report)
        : syncWithPeer(remote, request, &state, &report)
      if request.photos != .none, let files {
        try shipFiles(to: files, of: remote, request, &report)
      }
    }
    if !request.isRehearsal {
      noteDeparture(in: report, &state)
      do {
        if state != before { try state.write(to: statePath(of: remote)) }
        if remote.journal == nil, let journal = report.journal {
          try keep(journal, for: remote)
        }
      } catch {
        // The first failure says more.
        try outcome.get()
        throw error
      }
    }
    try outcome.get()
    if !request.isRehearsal {
      report.lostEdits = lostEdits(in: report, knownBefore: before, by: remote)
    }
    return report
  }

  /// Notes which events of this home went out, and the time.
  private func noteDeparture(
    in report: SyncReport, _ state: inout RemoteState
  ) {
    guard !report.sent.isEmpty, let own = (try? home.identity())?.writer,
      let count = report.sent[own]
    else { return }
    state.noteDeparture(of: count, by: own, at: now)
  }

  /// The edits that lost because events came in. If they cannot be found now
  /// that the events are stored, none are reported.
  private func lostEdits(
    in report: SyncReport, knownBefore before: RemoteState, by remote: Remote
  ) -> [LostEdit] {
    guard report.received.values.contains(where: \.setsFields) else {
      return []
    }
    let others = (try? remotes())?.filter { $0.id != remote.id } ?? []
    let states = [before] + others.map { RemoteState(at: statePath(of: $0)) }
    let lost = try? read { snapshot in
      try snapshot.lostEdits(in: report.received) { received, own in
        states.contains { $0.mayHaveShown(own, before: received) }
      }
    }
    return lost ?? []
  }

  private func syncWithStore(
    _ remote: Remote, _ request: SyncRequest, _ state: inout RemoteState,
    _ report: inout SyncReport
  ) throws -> (any BlobPlace)? {
    let store = try store(of: remote, request)
    guard let journalID = try journalID(of: remote, in: store, request) else {
      return nil
    }
    let keys =
      try remote.isEncrypted
      ? unlocked(remote, of: journalID, in: store, request) : nil
    let shelf: any SegmentShelf =
      try keys.map { try SealedShelf($0, isRehearsal: request.isRehearsal) }
      ?? PlainShelf(journal: journalID)
    var sync = StoreSync(
      try open(request.isRehearsal ? .readOnly : .readWrite), with: store,
      of: journalID, shelf: shelf, state: state,
      isMerging: request.isMerging, isRehearsal: request.isRehearsal,
      clock: now, progress: request.progress)
    let blobs = StoredBlobs(
      folder: BlobFolder(of: home), store: store, journalID: journalID,
      keys: keys)
    let sweeps = request.compacts && !request.isRehearsal
    let objects =
      sweeps
      ? try blobs.objects(without: read { try NamedPhotos(in: $0).files }) : []
    var swept = 0
    defer {
      (state, report) = (sync.state, sync.report)
      report.sweptFiles = swept
    }
    try sync.run(
      listsAll: request.listsAll, checksAll: request.checksAll,
      compacts: request.compacts)
    if !objects.isEmpty, sync.report.isComplete {
      let named = try read { try NamedPhotos(in: $0) }
      if named.unknownEvents == 0 {
        swept = try blobs.sweep(objects, keeping: named.files)
      }
    }
    return blobs
  }

  private func syncWithPeer(
    _ remote: Remote, _ request: SyncRequest, _ state: inout RemoteState,
    _ report: inout SyncReport
  ) throws -> (any BlobPlace)? {
    let peer = TransportPeer(over: try pipe(to: remote, request))
    var sync = PeerSync(
      try open(request.isRehearsal ? .readOnly : .readWrite), with: peer,
      state: state,
      isMerging: request.isMerging, isRehearsal: request.isRehearsal,
      clock: now, progress: request.progress)
    defer { (state, report) = (sync.state, sync.report) }
    try sync.run(of: remote.journal ?? request.journal)
    return sync.report.journal.map {
      PeerBlobs(folder: BlobFolder(of: home), transport: peer, journalID: $0)
    }
  }

  /// Brings missing files that events name. Events do not wait for them: they
  /// are here by now.
  private func shipFiles(
    to place: any BlobPlace, of remote: Remote, _ request: SyncRequest,
    _ report: inout SyncReport
  ) throws {
    var wanted = try read { try request.namedFiles($0) }
    let photos = wanted.photos
    if request.photos == .thumbnails {
      guard !photos.isEmpty else { return }
      wanted.photos = []
    }
    let path = filesPath(of: remote)
    let known = KnownFiles(at: path)
    var sync = BlobSync(
      BlobFolder(of: home), with: place, known: known.names,
      isRehearsal: request.isRehearsal, listsAll: request.listsAll,
      checksAll: request.checksAll, progress: request.fileProgress)
    defer {
      report.files = sync.report
      if let cost = try? place.cost { report.cost = cost }
    }
    let outcome = Result { try sync.run(wanted) }
    sync.noteRoom()
    if request.photos == .thumbnails { sync.note(left: photos) }
    if !request.isRehearsal, sync.known != known.names {
      try KnownFiles(names: sync.known).write(to: path)
    }
    try outcome.get()
    let isTelling = sync.report.received.all + sync.report.sent.all > 0
    if !sync.report.refused.isEmpty || sync.isReadOnly
      || request.isRehearsal && isTelling
    {
      report.isComplete = false
    }
    report.isReadOnly = report.isReadOnly || sync.isReadOnly
    guard !sync.missing.isEmpty else { return }
    let others = try remotes().map { remote in
      (name: remote.name, files: KnownFiles(at: filesPath(of: remote)).names)
    }
    sync.note(others)
  }

  private func pipe(
    to remote: Remote, _ request: SyncRequest
  ) throws -> TransportPipe {
    try checkRemotesAreTrusted()
    if let authorities = remote.options[.caFile] {
      try WeakPlace.check(authorities)
    }
    return try TransportPipe(
      for: remote, Credentials(for: remote, request), request)
  }

  private func store(
    of remote: Remote, _ request: SyncRequest
  ) throws -> any ObjectStore {
    guard remote.address.kind != .file else {
      return try FolderStore(
        at: remote.address.rest, clock: now, isRehearsal: request.isRehearsal)
    }
    return TransportStore(over: try pipe(to: remote, request))
  }

  // MARK: Encryption

  /// The keys of an encrypted remote. If none is open yet, this asks for the
  /// passphrase; if the remote has none, it makes one.
  private func unlocked(
    _ remote: Remote, of journal: JournalID, in store: any ObjectStore,
    _ request: SyncRequest
  ) throws -> RemoteKeys {
    func passphrase(isNew: Bool) throws -> SecretBytes? {
      let text =
        try Secrets.text(
          of: remote.name, inFile: remote.options[.passphraseFile],
          fromCommand: remote.options[.passphraseCommand], said: request.said)
        ?? request.environment(Secrets.variable("PASSPHRASE", of: remote.name))
        ?? request.passphrase(remote, isNew)
      guard let text else { return nil }
      var bytes = Array(text.utf8)
      return SecretBytes(taking: &bytes)
    }
    let keys = try keys(of: remote, journal) { try passphrase(isNew: false) }
    guard !keys.isOpen else { return keys }
    let isNew = try !RemoteKeys.isEncrypted(store, of: journal)
    // A key is made on the first put, and nobody need be asked before.
    guard !isNew || !request.isRehearsal else {
      try keys.checkBeginning(in: store)
      return keys
    }
    guard let passphrase = try passphrase(isNew: isNew) else {
      throw RemoteKeyError.locked
    }
    _ = try keys.unlock(
      in: store, with: passphrase,
      newKeyCost: request.isRehearsal ? nil : .moderate)
    return keys
  }

  /// The printable sheets that open an encrypted remote without its passphrase.
  ///
  /// - Returns: A sheet for each key that is open here.
  /// - Throws: ``RemoteKeyError/locked`` if no key is open.
  public func recoverySheets(of remote: Remote) throws -> [RecoverySheet] {
    let sheets = try openKeys(of: remote).recoverySheets
    guard !sheets.isEmpty else { throw RemoteKeyError.locked }
    return sheets
  }

  /// Returns whether a passphrase opens the keys that are open here.
  ///
  /// - Throws: ``RemoteKeyError``.
  public func isRight(
    _ passphrase: String, for remote: Remote
  ) throws -> Bool {
    var bytes = Array(passphrase.utf8)
    return try openKeys(of: remote).check(SecretBytes(taking: &bytes))
      .contains { $0.isRight }
  }

  /// Opens the key of an encrypted remote that a recovery sheet holds.
  ///
  /// - Throws: ``RemoteKeyError``, `StoreError`, `FileSystemError`.
  public func unlock(
    _ remote: Remote, withSheet sheet: String, _ request: SyncRequest
  ) throws {
    let lock = try lock(remote, waits: true)
    defer { lock.unlock() }
    let store = try store(of: remote, request)
    guard let journalID = try journalID(of: remote, in: store, request) else {
      throw RemoteKeyError.notEncrypted
    }
    try keys(of: remote, journalID).unlock(in: store, withSheet: sheet)
    // Objects that the key sealed may lie under any hour.
    var state = RemoteState(at: statePath(of: remote))
    state.listedAt = nil
    try state.write(to: statePath(of: remote))
  }

  private func openKeys(of remote: Remote) throws -> RemoteKeys {
    guard let journal = remote.journal, remote.isEncrypted else {
      throw remote.isEncrypted
        ? RemoteKeyError.locked : RemoteKeyError.notEncrypted
    }
    return try keys(of: remote, journal)
  }

  private func keep(_ journal: JournalID, for remote: Remote) throws {
    try remoteList.update { remotes in
      guard let index = remotes.firstIndex(where: { $0.id == remote.id })
      else { return }
      remotes[index].journal = journal
    }
  }

  /// The journal to sync; `nil` if neither side has any event.
  private func journalID(
    of remote: Remote, in store: any ObjectStore, _ request: SyncRequest
  ) throws -> JournalID? {
    let held = try heldJournals()
    if let journal = remote.journal ?? request.journal {
      guard request.isMerging || held.isEmpty || held.contains(journal) else {
        throw JournalError.otherJournal(held: held, received: [journal])
      }
      return journal
    }
    var found: Set<JournalID> = []
    _ = try store.forEachName(under: "v1/", after: "") { name in
      let id = name.dropFirst(3).prefix { $0 != "/" }
      guard let journal = JournalID(pathDigits: id) else { return }
      // Of a great number only some are reported, and those held are found.
      if found.count < Self.journalLimit || held.contains(journal) {
        found.insert(journal)
      }
    }
    if let shared = held.first(where: found.contains) { return shared }
    guard let only = found.first else { return held.first }
    guard found.count == 1 else {
      throw RemoteError.severalJournals(found.sorted().map(\.description))
    }
    guard held.isEmpty || request.isMerging else {
      throw JournalError.otherJournal(held: held, received: [only])
    }
    return only
  }

  private static var journalLimit: Int { 100 }

  private func heldJournals() throws -> [JournalID] {
    guard exists else { return [] }
    let journal = try open(.readOnly)
    return try journal.read { try journal.projections.journalIDs(in: $0) }
  }

  /// The names of the writers and plants in reports.
  ///
  /// - Throws: The errors of the journal.
  public func names(in reports: [SyncReport]) throws -> NewsNames {
    try names(
      of: Set(reports.flatMap(\.writers)),
      in: reports.flatMap(\.received.values))
  }

  /// The remotes that are known to hold any of these events.
  ///
  /// - Throws: The errors of the journal.
  public func remotes(
    holding events: [RecordedEvent]
  ) throws -> [Remote] {
    let remotes = try remotes()
    guard !remotes.isEmpty else { return [] }
    return try read { snapshot in
      let log = snapshot.log
      let chains = EventChains(of: log)
      return try remotes.filter { remote in
        let state = RemoteState(at: statePath(of: remote))
        return try events.contains { event in
          let writer = event.header.writer
          let coverage = try RemoteCoverage(
            of: writer, known: state, by: chains, log,
            in: snapshot.transaction)
          return coverage.reach(towards: event.reference)
            == event.header.sequence
        }
      }
    }
  }

  /// The remotes that are known to hold events that a copy of the journal
  /// lacks, without asking them.
  ///
  /// - Parameter vector: The last sequence of each writer that the copy has;
  ///   `nil` for the journal itself.
  /// - Returns: Each of these remotes, with the number of events.
  /// - Throws: The errors of the journal and of the list of remotes.
  public func surpluses(
    over vector: [WriterID: UInt64]? = nil
  ) throws -> [RemoteSurplus] {
    let remotes = try remotes()
    guard !remotes.isEmpty else { return [] }
    let held = try vector ?? heldSequences()
    return remotes.compactMap { remote in
      let state = RemoteState(at: statePath(of: remote))
      let count = state.tips.reduce(UInt64(0)) { count, tips in
        let last = tips.value.map(\.sequence).max() ?? 0
        return count + last - min(last, held[tips.key] ?? 0)
      }
      return count > 0 ? RemoteSurplus(remote: remote, events: count) : nil
    }
  }

  private func heldSequences() throws -> [WriterID: UInt64] {
    guard exists else { return [:] }
    return try read { snapshot in
      let vector = try snapshot.log.vector(in: snapshot.transaction)
      return Dictionary(
        uniqueKeysWithValues: vector.map { writer, tips in
          (writer, tips.tips.map(\.sequence).max() ?? 0)
        })
    }
  }

  /// The known state of remotes, without asking them.
  ///
  /// - Returns: The status of each.
  /// - Throws: The errors of the journal.
  public func statuses(of remotes: [Remote]) throws -> [RemoteStatus] {
    var statuses = remotes.map { remote in
      RemoteStatus(
        failures: SyncFailures(at: failuresPath(of: remote)),
        erasures: RemoteErasures(isStore: remote.address.kind.isStore))
    }
    let states = remotes.map { RemoteState(at: statePath(of: $0)) }
    for (index, state) in states.enumerated() {
      statuses[index].syncedAt = state.syncedAt
    }
    guard exists else { return statuses }
    return try read { snapshot in
      let chains = EventChains(of: snapshot.log)
      for (index, state) in states.enumerated() {
        statuses[index].gaps = state.gaps
        statuses[index].writers = try snapshot.writers(known: state, by: chains)
        statuses[index].erasures = try snapshot.journal.erasures(
          knownFrom: state, isStore: remotes[index].address.kind.isStore,
          by: chains, in: snapshot.transaction)
      }
      return statuses
    }
  }
}

extension Snapshot {
  /// The events of each writer held here, and those that a remote is known to
  /// hold.
  fileprivate func writers(
    known state: RemoteState, by chains: EventChains
  ) throws -> [RemoteStatus.Writer] {
    let household = try household()
    return try log.vector(in: transaction).map { writer, tips in
      let known = state.tips[writer] ?? []
      let coverage = try RemoteCoverage(
        of: writer, known: state, by: chains, log, in: transaction)
      let ahead = tips.tips.reduce(0) { ahead, tip in
        ahead + tip.sequence
          - coverage.reach(towards: tip.reference(of: writer))
      }
      return RemoteStatus.Writer(
        recorder: try recorder(writer, in: household),
        held: tips.tips.map(\.sequence).max() ?? 0,
        known: known.map(\.sequence).max() ?? 0, ahead: ahead)
    }
  }
}
/// The question whether two journals are to become one.
public struct MergeQuestion: Sendable {
  /// The ids of this journal.
  public let own: [JournalID]
  /// The ids of the other journal.
  public let others: [JournalID]
  /// The number of plants in this journal. The other's is not known yet.
  public let plantCount: Int
}

/// The known state of a remote.
public struct RemoteStatus: Sendable {
  /// The time of the last sync; `nil` for never.
  public package(set) var syncedAt: Instant?
  /// The failures since then; `nil` for none.
  public let failures: SyncFailures?
  /// Events that the remote lacked then, so that its later ones could not be
  /// taken.
  public package(set) var gaps: [SyncReport.Gap] = []
  /// The state of this home's erasures on the remote.
  public package(set) var erasures: RemoteErasures
  /// The writers whose events are held here.
  public package(set) var writers: [Writer] = []
  /// The number of events that the remote lacks.
  public var ahead: UInt64 { writers.map(\.ahead).reduce(0, +) }

  /// The known state of a writer's events.
  public struct Writer: Sendable, Hashable {
    /// The writer, as its household knows it.
    public let recorder: Recorder
    /// The sequence of its last event that is held here.
    public let held: UInt64
    /// The sequence of the last event that the remote holds.
    public let known: UInt64
    /// The number of events that the remote lacks.
    public let ahead: UInt64
  }
}

/// The events that a remote is known to hold and a copy of the journal lacks.
public struct RemoteSurplus: Sendable, Hashable {
  /// The remote.
  public let remote: Remote
  /// The number of events.
  public let events: UInt64
}
