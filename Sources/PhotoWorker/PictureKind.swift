/// The type of a picture's file, by its first bytes. The library that reads
/// pictures receives no others, whatever their names.
enum PictureKind: String {
  case jpeg = "image/jpeg"
  case png = "image/png"
  case webp = "image/webp"
  case heic = "image/heic"
  case avif = "image/avif"

  init?(_ bytes: [UInt8]) {
    func has(_ text: String, at place: Int) -> Bool {
      bytes.dropFirst(place).starts(with: text.utf8)
    }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89] + Array("PNG\r\n".utf8)) {
      self = .png
    } else if has("RIFF", at: 0), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftyp", at: 4) {
      // The brand that the file is written for, and the general ones.
      let heic = ["heic", "heix", "heim", "heis", "mif1", "msf1", "hevc"]
      if has("avif", at: 8) || has("avis", at: 8) {
        self = .avif
      } else if heic.contains(where: { has($0, at: 8) }) {
        self = .heic
      } else {
        return nil
      }
    } else {
      return nil
    }
  }
}
