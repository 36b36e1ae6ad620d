internal import ErrorKit
internal import Glibc
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import POSIXKit

/// The check of the files of photos: their existence, their length and, in a
/// full check, their hashes.
struct PhotoCheck {
  let home: JournalHome
  let isFull: Bool

  func findings(in snapshot: borrowing Snapshot) throws -> [Finding] {
    let named = try NamedPhotos(in: snapshot)
    let folder = BlobFolder(of: home)
    let entries = try folder.entries()
    let originals = BlobFolder(ofOriginalsOf: home)
    let held = try originals.entries()
    let thumbnails = try Set(home.thumbnails())
    guard
      !named.photos.isEmpty || !entries.isEmpty || !held.isEmpty
        || !thumbnails.isEmpty
    else { return [] }
    var missing: Set<BlobName> = []
    var damaged: Set<BlobName> = []
    var blocked: Set<BlobName> = []
    for photo in named.photos {
      guard let count = folder.byteCount(of: photo.name) else {
        if photo.isShown { missing.insert(photo.name) }
        if FileSystem.isDirectory(folder.file(photo.name)) {
          blocked.insert(photo.name)
        }
        continue
      }
      if count != photo.byteCount { damaged.insert(photo.name) }
    }
    if isFull {
      for name in named.files.subtracting(damaged)
      where folder.byteCount(of: name) != nil {
        if try !folder.isWhole(name) { damaged.insert(name) }
      }
    }
    var findings: [Finding] = []
    if !damaged.isEmpty {
      findings.append(
        .problem(
          .photos, text(damaged, "of photos damaged"), .bringPhotos,
          .damagedData))
    }
    if !blocked.isEmpty {
      findings.append(
        .warning(
          .photos,
          "directories are in the place of photo files, such as \(folder.file(blocked.sorted()[0]))",
          "move them away"))
    }
    if !missing.isEmpty {
      findings.append(
        .note(.photos, text(missing, "of photos missing here"), .bringPhotos))
    }
    if named.unknownEvents == 0 {
      findings += orphans(entries, of: named.files, "file")
      findings += orphans(held, of: named.originals, "original")
      let small = thumbnails.subtracting(named.names)
      if !small.isEmpty {
        findings.append(
          .note(
            .photos, text(small, "that no event names", "thumbnail"),
            .sweepPhotos))
      }
    }
    if home.mark(of: .photos) != nil {
      findings.append(
        .warning(
          .photos, "files of erased photos may still be here",
          named.unknownEvents == 0
            ? .sweepPhotos : "install the newer program"))
    }
    let parts = (folder.deadParts + originals.deadParts).count
    if parts > 0 {
      findings.append(
        .note(
          .photos,
          "\(parts.of("file")) that killed commands left half-written",
          .sweepPhotos))
    }
    findings += Self.twice(named)
    guard findings.isEmpty else { return findings }
    let count = named.shownNames.count
    return [
      .ok(
        .photos,
        "\(count.of("photo")), all files "
          + (isFull ? "as they were written" : "here"))
    ]
  }

  /// Reports photos that two machines added from the same file; a single
  /// machine refuses the second.
  private static func twice(_ named: NamedPhotos) -> [Finding] {
    let pictures = Dictionary(grouping: named.photos.filter(\.isShown)) {
      [$0.plant.bytes, ($0.original ?? $0.name).digest]
    }
    let twice = pictures.values.filter { $0.count > 1 }.map { photos in
      photos.map { ShortID.text(of: $0.photo) }.sorted()
        .joined(separator: " and ")
    }.sorted()
    guard !twice.isEmpty else { return [] }
    let more = twice.count - mostNamed
    return [
      .note(
        .photos,
        "\(twice.count.of("photo")) added more than once: "
          + twice.prefix(mostNamed).joined(separator: ", ")
          + (more > 0 ? " and \(more) more" : ""), .removePhoto)
    ]
  }

  /// Reports files that no event names; a sweep leaves those of the last day.
  private func orphans(
    _ entries: [BlobFolder.Entry], of names: Set<BlobName>, _ noun: String
  ) -> [Finding] {
    let orphans = entries.filter { !names.contains($0.name) }
    guard !orphans.isEmpty else { return [] }
    let young = orphans.count { $0.modifiedAt > time(nil) - 86_400 }
    return [
      .note(
        .photos,
        text(Set(orphans.map(\.name)), "that no event names", noun)
          + (young > 0
            ? "; \(young) of them \(young == 1 ? "is" : "are") kept until older than a day"
            : ""),
        .sweepPhotos)
    ]
  }

  private func text(
    _ files: Set<BlobName>, _ what: String, _ noun: String = "file"
  ) -> String {
    let named = files.sorted().prefix(Self.mostNamed).map {
      String($0.description.prefix(12))
    }
    let more = files.count - named.count
    return "\(files.count.of(noun)) \(what): "
      + named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private static let mostNamed = 5
}
