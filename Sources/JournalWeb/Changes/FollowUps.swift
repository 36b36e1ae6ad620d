internal import CatalogueStore
internal import ErrorKit
internal import JournalEvents
internal import JournalExchange
internal import JournalFormats
public import JournalQueries
internal import JournalSync
public import JournalTime
internal import POSIXKit
internal import PlantServices
internal import Synchronization

/// The work that follows a change: the hook, the removal of pictures that no
/// plant needs, a background sync and an automatic backup, as after a command
/// that wrote.
///
/// A thread of its own does it, so no answer waits. While a hook runs, further
/// changes gather for one more run.
public final class FollowUps: Sendable {
  private let journal: SharedJournal
  private let program: String
  private let clock: @Sendable () -> Instant
  private let tell: @Sendable (String) -> Void

  /// The work that is due.
  private struct Due {
    /// The actions of which the hook does not know yet.
    var actions = WrittenActions()
    /// A Boolean value that indicates whether there are new events.
    var hasEvents = false
    /// A Boolean value that indicates whether plants may have gone.
    var mayHaveStrayPictures = false
  }

  private struct State {
    var due: Due?
    var work: Meanwhile<Void>?
    var isRunning = false
  }

  private let state = Mutex(State())

  /// Creates the work after changes of a journal; nothing is done yet.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - program: The path of `plantguide`, which syncs and backs up.
  ///   - clock: Returns the current time.
  ///   - tell: Reports a failure.
  public init(
    of journal: SharedJournal, by program: String,
    clock: @escaping @Sendable () -> Instant,
    tell: @escaping @Sendable (String) -> Void
  ) {
    self.journal = journal
    self.program = program
    self.clock = clock
    self.tell = tell
  }

  /// Begins the work if a request has added events.
  func note(_ request: CareJournal) {
    guard request.hasNewEvents else { return }
    begin {
      $0.actions.add(request)
      $0.hasEvents = true
    }
  }

  /// Begins to remove pictures that no plant needs, as plants may have gone: by a
  /// request, or before the server started.
  public func removeStrayPictures() { begin { $0.mayHaveStrayPictures = true } }

  private func begin(_ add: (inout Due) -> Void) {
    state.withLock { state in
      var due = state.due ?? Due()
      add(&due)
      state.due = due
      guard !state.isRunning else { return }
      let work = Meanwhile { [self] in goOn() }
      // Without a thread, the next change tries again.
      state.isRunning = work.hasThread
      state.work = work.hasThread ? work : nil
    }
  }

  /// Waits until everything is done that follows the changes so far. Only the
  /// time limit of the hook ends the wait.
  public func finish() {
    state.withLock(\.work)?.value
  }

  private func goOn() {
    ChildProcess.blockEndSignal()
    while let due = next() {
      if due.hasEvents { follow(due.actions) }
      guard due.mayHaveStrayPictures else { continue }
      // The pictures are a cache, so what fails here is tried the next time.
      try? journal.with(at: clock()) { journal in
        try journal.removeStrayPictures(
          in: Catalogues(home: journal.homePath) { _ in })
      }
    }
  }

  /// Takes the work that is due; `nil` for none.
  private func next() -> Due? {
    state.withLock { state in
      state.isRunning = state.due != nil
      defer { state.due = nil }
      return state.due
    }
  }

  /// Runs the hook, and starts the sync and the backup. None waits for the
  /// success of another.
  private func follow(_ actions: WrittenActions) {
    let settings = try? MachineSettings(ofHomeAt: journal.path)
    func setting(_ key: MachineSettingKey) -> SettingValue {
      settings?.value(of: key) ?? key.defaultValue
    }
    attempt { try runHook(on: actions, setting) }
    attempt {
      try journal.with(at: clock()) { journal in
        guard ProcessEnvironment[AutoSync.variable] == nil,
          AutoSync(of: journal, setting: setting)?.needsStart == true
        else { return }
        try journal.startInBackground(program, ["sync"], AutoSync.variable)
      }
    }
    attempt {
      try journal.with(at: clock()) { journal in
        guard ProcessEnvironment[AutoBackup.variable] == nil,
          let backup = AutoBackup(ofHomeAt: journal.homePath, setting: setting),
          backup.needsStart(backup.look(), at: journal.now)
        else { return }
        try journal.startInBackground(program, ["backup"], AutoBackup.variable)
      }
    }
  }

  /// Does something, and tells its failure.
  private func attempt(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      tell("warning: \(ErrorFacts(of: error).message)")
    }
  }

  private func runHook(
    on actions: WrittenActions,
    _ setting: (MachineSettingKey) -> SettingValue
  ) throws {
    guard let last = actions.latest,
      ProcessEnvironment[AppendHook.variable] == nil
    else { return }
    let found = try journal.with(at: clock()) {
      journal -> (hook: AppendHook, pages: [[UInt8]])? in
      guard let hook = AppendHook(in: journal.hooksDirectory) else {
        return nil
      }
      // The events are read before, so that the file can be replaced while a
      // slow hook runs.
      let next = try journal.lines(of: actions)
      var pages: [[UInt8]] = []
      while let page = try next() { pages.append(page) }
      return (hook, pages)
    }
    guard let found else { return }
    var rest = found.pages[...]
    // Its output may name plants, and nobody looks here for it.
    var said = HookOutput()
    try found.hook.run(
      ofHomeAt: journal.path, after: last, setting: setting,
      inheriting: .plain, said: &said
    ) { rest.popFirst() }
  }
}
