internal import ErrorKit
public import JournalQueries
internal import POSIXKit

/// The models of a home, beside its journal: they can be added again, so they
/// are not backed up, nor shared with other replicas.
public struct ModelStore: Sendable {
  /// The directory of the models, each in one of its own.
  public let directory: String
  /// The program that checks models, and its version.
  private let program: String

  /// Creates the store of a journal's home, which need not exist.
  public init(of journal: CareJournal) {
    directory = journal.homePath + "/models"
    program = journal.program
  }

  /// The names of the models, sorted.
  public func names() throws -> [String] {
    try FileSystem.entries(in: directory)
      .filter { $0.isDirectory && !$0.name.hasPrefix(".") }.map(\.name)
  }

  /// Returns a model by its name.
  ///
  /// - Throws: ``ModelFault`` or the system's refusal.
  public func model(called name: String) throws -> StoredModel {
    guard try names().contains(name) else {
      throw ModelFault.none(called: name)
    }
    return try StoredModel(in: "\(directory)/\(name)")
  }

  /// Returns the model that identifies, if nobody names one: that which was
  /// added last; `nil` if there is none.
  ///
  /// - Throws: ``ModelFault`` or the system's refusal.
  public func latest() throws -> StoredModel? {
    try latestName().map(model(called:))
  }

  /// Returns the name of the model that was added last, which may be damaged;
  /// `nil` if there is none.
  ///
  /// - Throws: The system's refusal.
  package func latestName() throws -> String? {
    let added = try names().map { name in
      let card = "\(directory)/\(name)/\(StoredModel.FileName.card)"
      let status = try? FileStatus(of: card)
      return (
        name: name, second: status?.modifiedAt ?? 0,
        nanosecond: status?.modifiedNanoseconds ?? 0
      )
    }
    let latest = added.max {
      ($0.second, $0.nanosecond, $0.name) < ($1.second, $1.nanosecond, $1.name)
    }
    return latest?.name
  }

  /// Adds a model, in place of another one with its name, if it passes its
  /// check.
  ///
  /// - Parameters:
  ///   - path: The directory with the card, or the card; the other files are
  ///     beside it.
  ///   - programs: The programs that check it.
  ///   - isRehearsal: Whether it is only checked.
  /// - Returns: The model, its check, and whether it replaced another.
  /// - Throws: ``ModelFault``, `PhotoFault`, or the system's refusal.
  public func add(
    at path: String, _ programs: StoredModel.Programs,
    isRehearsal: Bool = false
  ) throws -> (model: StoredModel, check: ModelCheck, isReplaced: Bool) {
    let place = try Self.place(ofCardAt: path)
    let bytes = try StoredModel.contents(
      place.directory, place.card, atMost: StoredModel.mostOtherBytes)
    let card = try ModelCard(bytes)
    let files = [
      (StoredModel.FileName.network, card.network),
      (StoredModel.FileName.labels, card.labels),
      (StoredModel.FileName.picture, card.picture),
    ]
    func write(into target: String) throws {
      let folder = try Folder(target)
      for (name, source) in files {
        let limit =
          name == StoredModel.FileName.network
          ? StoredModel.mostNetworkBytes : StoredModel.mostOtherBytes
        _ = try folder.make(
          name,
          with: StoredModel.contents(place.directory, source, atMost: limit))
      }
      _ = try folder.make(StoredModel.FileName.card, with: bytes)
    }
    guard !isRehearsal else {
      return try FileSystem.withTemporaryDirectory { target in
        try write(into: target)
        let model = try StoredModel(in: target)
        return (model, try model.check(programs), isThere(card.name))
      }
    }
    try FileSystem.makeDirectory(directory)
    PartialDirectory.forEachDead(in: directory) { $0.removeTree($1) }
    let partial = try PartialDirectory(named: card.name, in: directory)
    do {
      try write(into: partial.path)
      let model = try StoredModel(in: partial.path)
      let check = try model.check(programs)
      try model.noteCheck(by: program)
      // Others wait, so that two additions replace each other whole.
      let lock = try File(directory, .reading)
      try lock.lock()
      let target = "\(directory)/\(card.name)"
      let isReplaced = isThere(card.name)
      if isReplaced {
        // The former model stays until the new one is in its place, and goes
        // with the partial directory, whose path it has then.
        try FileSystem.exchange(partial.path, target)
      } else {
        try FileSystem.rename(partial.path, to: target)
      }
      try FileSystem.flush(directory)
      if isReplaced { partial.remove() } else { partial.release() }
      return (try StoredModel(in: target), check, isReplaced)
    } catch {
      partial.remove()
      FileSystem.removeDirectoryIfEmpty(directory)
      throw error
    }
  }

  /// Removes a model.
  ///
  /// - Throws: ``ModelFault`` if there is none of that name.
  public func remove(_ name: String) throws {
    guard try names().contains(name) else {
      throw ModelFault.none(called: name)
    }
    // One step takes it away whole; its files go after that.
    let partial = try PartialDirectory(named: name, in: directory)
    do {
      try FileSystem.rename(
        "\(directory)/\(name)", to: "\(partial.path)/removed")
      try FileSystem.flush(directory)
    } catch {
      partial.remove()
      throw error
    }
    partial.remove()
    FileSystem.removeDirectoryIfEmpty(directory)
  }

  private func isThere(_ name: String) -> Bool {
    FileSystem.isAnything("\(directory)/\(name)")
  }

  /// The directory of a card, and its name there.
  private static func place(
    ofCardAt path: String
  ) throws -> (directory: String, card: String) {
    if FileSystem.isDirectory(path) { return (path, ModelCard.fileName) }
    guard FileSystem.isAnything(path) else {
      throw ModelFault(
        "there is no directory \(path)",
        "give the directory with its \(ModelCard.fileName), or that file")
    }
    let name = FileSystem.name(of: path)
    let directory = FileSystem.parent(of: path) ?? "."
    guard name.hasSuffix(".json") else {
      throw ModelFault(
        "\(path) is no card",
        "give the directory with its \(ModelCard.fileName), or that file")
    }
    return (directory, name)
  }
}
