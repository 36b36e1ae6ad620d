internal import ErrorKit
internal import JournalEvents
internal import JournalLog
internal import JournalPhotos
internal import POSIXKit

/// Looks for pictures of species, and keeps them.
///
/// Trefle is asked first if there is a key for it, then Wikimedia. What comes
/// from them is decoded in the confined photo program, and only what that makes
/// of it is kept.
package final class PictureFetcher {
  /// The result for a species.
  package enum Outcome {
    /// A picture; whether it was fetched now.
    case picture(SpeciesPicture, isNew: Bool)
    /// No source has a free picture, with the reasons of addresses that gave
    /// none.
    case none([String])
  }

  private let surroundings: ServiceSurroundings
  private let shelf: PictureShelf
  private let studio: PhotoStudio
  private let trefle: Trefle
  private let wikimedia: Wikimedia
  /// The failure because of which Trefle is not asked any more.
  private(set) package var trefleFailure: ServiceError?

  /// The form of kept pictures.
  private static let form = PhotoStudio.Form(edge: 640, quality: 82)
  /// The greatest number of addresses that are tried for a species.
  private static let mostTried = 4

  /// Creates the value without asking anything.
  ///
  /// - Parameters:
  ///   - surroundings: What services need.
  ///   - program: The path of the program that decodes photos.
  /// - Throws: ``ServiceError``, or errors of the file of services.
  package init(
    _ surroundings: ServiceSurroundings, decodingBy program: String
  ) throws {
    self.surroundings = surroundings
    shelf = PictureShelf(ofHomeAt: surroundings.home)
    studio = PhotoStudio(program: program)
    trefle = try Trefle(surroundings)
    wikimedia = try Wikimedia(surroundings)
  }

  /// Returns the picture of a species by its scientific name. It is fetched if
  /// it is not kept.
  ///
  /// Of several processes that want a picture, one fetches it, and the others
  /// wait for it.
  ///
  /// - Throws: ``ServiceError``, `PhotoFault` if nothing can be decoded, or
  ///   `FileSystemError`.
  package func picture(of name: String) throws -> Outcome {
    let subject = FoldedName.of(name)
    let now = surroundings.now
    if let known = shelf.finding(about: subject, at: now) {
      return Self.outcome(known)
    }
    guard !surroundings.isOffline else {
      throw ServiceError.offline(.wikimedia)
    }
    let lock = try shelf.locked()
    defer { lock.unlock() }
    if let known = shelf.finding(about: subject, at: now) {
      return Self.outcome(known)
    }
    var reasons: [String] = []
    for source in [PlantService.trefle, .wikimedia] {
      let credits = try credits(of: name, on: source)
      let found = try first(
        of: credits, from: source, name: name, subject, &reasons)
      if let found { return .picture(found, isNew: true) }
    }
    // A broken address is tried again sooner.
    if reasons.isEmpty { shelf.noteNone(about: subject, at: now) }
    return .none(reasons)
  }

  private static func outcome(_ known: PictureShelf.Finding) -> Outcome {
    switch known {
    case .kept(let picture): .picture(picture, isNew: false)
    case .none: .none([])
    }
  }

  /// Returns the pictures that a service names. A Trefle that cannot be used
  /// is left out.
  private func credits(
    of name: String, on service: PlantService
  ) throws -> [PictureCredit] {
    guard service == .trefle else { return try wikimedia.pictures(of: name) }
    guard trefle.client.keySource != nil, trefleFailure == nil else {
      return []
    }
    do {
      return try trefle.species(named: name).species.credits(on: service)
    } catch ServiceError.speciesNotFound {
      return []
    } catch let error as ServiceError {
      trefleFailure = error
      return []
    }
  }

  /// Keeps the first picture that can be loaded and decoded.
  private func first(
    of credits: [PictureCredit], from service: PlantService, name: String,
    _ subject: String, _ reasons: inout [String]
  ) throws -> SpeciesPicture? {
    let client = service == .trefle ? trefle.client : wikimedia.client
    let hosts = Set(
      credits.compactMap { try? PictureAddress($0.url, of: client).host })
    for credit in credits.prefix(Self.mostTried) {
      if let reason = shelf.fault(of: credit.url, at: surroundings.now) {
        reasons.append(reason)
        continue
      }
      do {
        let bytes = try client.picture(at: credit.url, among: hosts)
        return try keep(bytes, credit, name, subject)
      } catch let error as BrokenPicture {
        let reason = "\(credit.url): \(error.reason)"
        reasons.append(reason)
        shelf.noteFault(
          reason, of: credit.url, about: subject, at: surroundings.now)
      }
    }
    return nil
  }

  private func keep(
    _ bytes: [UInt8], _ credit: PictureCredit, _ name: String,
    _ subject: String
  ) throws -> SpeciesPicture {
    let made: PhotoStudio.Developed
    do {
      _ = try studio.open(bytes)
      made = try studio.develop(Self.form, taken: nil)
    } catch let fault as PhotoFault where fault.isOfFile {
      throw BrokenPicture(reason: ErrorFacts(of: fault).message)
    }
    // The program is not trusted either, as what it decoded was foreign.
    guard made.file.starts(with: [0xff, 0xd8, 0xff]) else {
      throw BrokenPicture(reason: "no picture could be made of it")
    }
    let picture = SpeciesPicture(
      species: name, credit: credit, content: "\(BlobName(of: made.file))",
      width: made.width, height: made.height, fetchedAt: surroundings.now)
    try shelf.keep(picture, made.file, about: subject)
    return picture
  }
}
