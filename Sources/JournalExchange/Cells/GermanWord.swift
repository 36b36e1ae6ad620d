internal import JournalEvents

/// What German spreadsheets say in cells, for the words of this program. The
/// names of their columns stand with the columns, and spans in ``GermanSpan``.
enum GermanWord {
  /// Kinds of care, folded, with `ae` for `ä` and so on.
  static let kinds: [String: TaskKind] = [
    "giessen": .watering, "gegossen": .watering, "giess": .watering,
    "waessern": .watering, "gewaessert": .watering, "wasser": .watering,
    "bewaessern": .watering, "bewaesserung": .watering,
    "duengen": .fertilizing, "geduengt": .fertilizing,
    "duengung": .fertilizing, "duenge": .fertilizing,
    "schneiden": .pruning, "geschnitten": .pruning, "schnitt": .pruning,
    "rueckschnitt": .pruning, "beschneiden": .pruning,
    "umtopfen": .repotting, "umgetopft": .repotting,
    "drehen": .rotation, "gedreht": .rotation,
    "bespruehen": .misting, "besprueht": .misting, "spruehen": .misting,
    "gesprueht": .misting, "einspruehen": .misting,
    "reinigen": .cleaning, "gereinigt": .cleaning, "reinigung": .cleaning,
    "abstauben": .cleaning, "abgestaubt": .cleaning,
    "schaedlinge": .pestControl, "schaedlingsbekaempfung": .pestControl,
    "foto": .photo,
  ]

  /// The folded name of the choice that a folded word means; the word itself
  /// where it is none of these.
  static func inEnglish(_ folded: String) -> String {
    choices[folded.withoutUmlauts] ?? folded
  }

  private static let choices = [
    // Yes and no.
    "ja": "yes", "j": "yes", "wahr": "true", "nein": "no", "falsch": "false",
    // Where plants grow.
    "drinnen": "indoor", "innen": "indoor", "zimmer": "indoor",
    "draussen": "outdoor", "aussen": "outdoor", "garten": "outdoor",
    "gewaechshaus": "greenhouse", "balkon": "balcony", "terrasse": "balcony",
    // Why they left.
    "gestorben": "died", "eingegangen": "died", "tot": "died",
    "verschenkt": "givenaway", "weggegeben": "givenaway",
    "verkauft": "sold", "versehen": "mistake", "irrtum": "mistake",
    "anderes": "other", "sonstiges": "other",
    // How they were identified.
    "manuell": "manual", "katalog": "catalogue",
    // How much water, and which fertilizer.
    "wenig": "light", "maessig": "moderate", "gruendlich": "thorough",
    "tauchen": "soak", "organisch": "organic", "ausgewogen": "balanced",
    "stickstoffreich": "highnitrogen", "phosphorreich": "highphosphorus",
    "kaliumreich": "highpotassium",
  ]
}
