internal import JournalEvents

/// The cells of German spreadsheets, for the words of this program. The names
/// of their columns are with the columns, and spans in ``GermanSpan``.
enum GermanWord {
  /// The kinds of care, folded, with `ae` for `ä` and so on.
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

  /// Returns the folded name of the choice for a folded word; otherwise the
  /// word itself.
  static func inEnglish(_ folded: String) -> String {
    choices[folded.withoutUmlauts] ?? folded
  }

  private static let choices = [
    // Yes and no.
    "ja": "yes", "j": "yes", "wahr": "true", "nein": "no", "falsch": "false",
    // The places where plants grow.
    "drinnen": "indoor", "innen": "indoor", "zimmer": "indoor",
    "draussen": "outdoor", "aussen": "outdoor", "garten": "outdoor",
    "gewaechshaus": "greenhouse", "balkon": "balcony", "terrasse": "balcony",
    // The reasons for which they left.
    "gestorben": "died", "eingegangen": "died", "tot": "died",
    "verschenkt": "givenaway", "weggegeben": "givenaway",
    "verkauft": "sold", "versehen": "mistake", "irrtum": "mistake",
    "anderes": "other", "sonstiges": "other",
    // The ways of identification.
    "manuell": "manual", "katalog": "catalogue",
    // The amounts of water, and the fertilizers.
    "wenig": "light", "maessig": "moderate", "gruendlich": "thorough",
    "tauchen": "soak", "organisch": "organic", "ausgewogen": "balanced",
    "stickstoffreich": "highnitrogen", "phosphorreich": "highphosphorus",
    "kaliumreich": "highpotassium",
  ]
}
