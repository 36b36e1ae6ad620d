internal import HTMLKit
internal import PlantServices

extension HTMLWriter {
  /// Writes the kept picture of a species.
  mutating func image(of picture: SpeciesPicture, isLazy: Bool = false) {
    void(
      .img, .path(.src, PagePath("pictures", picture.name, picture.content)),
      .text(.alt, ""), .word(.decoding, "async"),
      isLazy ? .word(.loading, "lazy") : .absent,
      .integer(.width, picture.width), .integer(.height, picture.height))
  }

  /// Writes whom to credit for the pictures of a list, by scientific name.
  mutating func credits(of pictures: [String: SpeciesPicture]) {
    guard !pictures.isEmpty else { return }
    element(.div, .class("credits")) { html in
      for (name, picture) in pictures.sorted(by: { $0.key < $1.key }) {
        html.credit(of: picture, for: name)
      }
    }
  }

  /// Writes whom to credit for a picture, with links to its page and licence.
  mutating func credit(of picture: SpeciesPicture, for species: String? = nil) {
    let credit = picture.credit
    element(.p, .class("note")) { html in
      html.text("Photo")
      if let species {
        html.text(" of ")
        html.element(.i) { $0.isolated(species) }
      }
      html.text(": ")
      if !credit.author.isEmpty {
        html.isolated(credit.author)
        html.text(" / ")
      }
      html.link(credit.source, to: credit.page)
      html.text(", ")
      html.link(credit.licence.name, to: credit.licence.url)
    }
  }

  /// Writes a text as a link to another server, if its address can be one.
  private mutating func link(_ text: String, to address: String?) {
    guard let address = address.flatMap(ForeignAddress.init) else {
      return isolated(text)
    }
    element(
      .a, .href(address), .word(.rel, "external noopener noreferrer")
    ) { $0.isolated(text) }
  }
}
