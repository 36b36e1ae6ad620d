internal import ErrorKit
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries

/// Looks at the files of photos: whether they are there, as long as they should
/// be and, where all is looked at, what their hashes say.
struct PhotoCheck {
  let home: JournalHome
  let isFull: Bool

  func findings(in snapshot: borrowing Snapshot) throws -> [Finding] {
    let named = try NamedPhotos(in: snapshot)
    let folder = BlobFolder(of: home)
    let entries = try folder.entries()
    guard !named.photos.isEmpty || !entries.isEmpty else { return [] }
    var missing: Set<BlobName> = []
    var damaged: Set<BlobName> = []
    for photo in named.photos {
      guard let count = folder.byteCount(of: photo.name) else {
        if photo.isShown { missing.insert(photo.name) }
        continue
      }
      if count != photo.byteCount { damaged.insert(photo.name) }
    }
    if isFull {
      for name in named.names.subtracting(damaged)
      where folder.byteCount(of: name) != nil {
        if try !folder.isWhole(name) { damaged.insert(name) }
      }
    }
    let names = named.names
    let orphans = Set(entries.map(\.name)).subtracting(names)
    var findings: [Finding] = []
    if !damaged.isEmpty {
      findings.append(
        .problem(
          .photos, text(damaged, "of photos damaged"), .bringPhotos,
          .damagedData))
    }
    if !missing.isEmpty {
      findings.append(
        .note(.photos, text(missing, "of photos not here"), .bringPhotos))
    }
    if !orphans.isEmpty, named.unknownEvents == 0 {
      findings.append(
        .note(.photos, text(orphans, "that no event names"), .sweepPhotos))
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

  /// Tells of photos that two machines added of one file, as each of them
  /// would not have done alone.
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

  private func text(_ files: Set<BlobName>, _ what: String) -> String {
    let named = files.sorted().prefix(Self.mostNamed).map {
      String($0.description.prefix(12))
    }
    let more = files.count - named.count
    return "\(files.count.of("file")) \(what): "
      + named.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private static let mostNamed = 5
}
