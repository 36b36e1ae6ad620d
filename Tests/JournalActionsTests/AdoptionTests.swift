import CatalogueKit
import CatalogueStore
import Encodings
import JournalActions
import JournalCare
import JournalEvents
import JournalProjections
import JournalQueries
import JournalTestSupport
import Testing

@Suite struct AdoptionTests {
  @Test func oneSlipInANameFindsThePlantAndTakesNoWrongOne() throws {
    let keeper = try Keeper()
    for (typed, _) in slips { try keeper.addAsTyped(typed) }
    let found = try keeper.journal.adoptions(
      for: .everything, in: keeper.catalogues)
    #expect(found.count == slips.count)
    let meant = Dictionary(
      slips.map { ($0.typed, $0.plant) }, uniquingKeysWith: { $1 })
    var missed: [String] = []
    for adoption in found {
      let plant = try #require(meant[adoption.name])
      // Who is not asked must not be given a wrong one.
      #expect(adoption.certainty != .certain, "\(adoption.name)")
      if adoption.reading.candidates.first != plant {
        missed.append("\(adoption.name) is not \(plant)")
      }
    }
    #expect(missed.count * 100 <= slips.count * 3, "\(missed)")

    let unasked = try keeper.journal.adopt(
      AdoptRequest(.everything, in: keeper.catalogues))
    #expect(unasked.changes.isEmpty && unasked.actions.isEmpty)
    var request = AdoptRequest(.everything, in: keeper.catalogues)
    request.takesLikely = true
    let taken = try keeper.journal.adopt(request)
    #expect(taken.actions.count == 1)
    var wrong: [String] = []
    for case .adopted(let adoption) in taken.changes {
      let name = adoption.edit.scientificName ?? adoption.name
      let plant = try #require(meant[adoption.name])
      // Where "Aloe" is mistyped the genus is meant as well as a plant of it.
      if name != plant, !plant.hasPrefix("\(name) ") {
        wrong.append("\(adoption.name) became \(name)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong)")
  }

  @Test func anExactNameBringsFamilyCareAndSchedules() throws {
    let keeper = try Keeper()
    try keeper.addAsTyped("Sansevieria trifasciata", nickname: "Sam")
    let plant = try keeper.adopt("Sam")
    #expect(plant.profile?.scientificName == "Dracaena trifasciata")
    #expect(plant.profile?.family == "Asparagaceae")
    #expect(plant.profile?.genus == "Dracaena")
    #expect(plant.details.careProfile?.body.source == .catalogue)
    #expect(plant.care(.watering)?.schedule != nil)
    let again = try keeper.journal.adopt(
      AdoptRequest(.named("Sam"), in: keeper.catalogues))
    guard case .unchanged? = again.changes.first, again.actions.isEmpty else {
      Issue.record("\(again.changes)")
      return
    }
  }

  @Test func whatItsKeeperCallsItStaysWhereTheyAgree() throws {
    let keeper = try Keeper()
    try keeper.addAsTyped("Einblatt")
    let plants = PlantChoice.named("Einblatt")
    let found = try #require(
      try keeper.journal.adoptions(for: plants, in: keeper.catalogues).first)
    #expect(found.certainty == .likely)
    var request = AdoptRequest(plants, in: keeper.catalogues)
    request.answers = [found.plant.id: found.reading.candidates.first]
    _ = try keeper.journal.adopt(request)
    let plant = try keeper.plant("Einblatt")
    #expect(plant.displayName == "Einblatt")
    #expect(plant.profile?.genus == "Spathiphyllum")
  }

  @Test(arguments: [
    ("Philodendron hederaceum 'Nonesuch'", "Araceae", CareLevel.species),
    ("Hoya incognita", "Apocynaceae", .genus),
    ("Unheardofia incognita", "", .generic),
  ])
  func whatIsNotListedTakesTheNearestCare(
    name: String, family: String, level: CareLevel
  ) throws {
    let keeper = try Keeper()
    try keeper.addAsTyped(name, nickname: "It")
    let plant = try keeper.adopt("It")
    #expect(plant.profile?.scientificName == name)
    #expect(plant.profile?.family == family)
    let care = try #require(plant.details.careProfile?.body)
    #expect(CareLevel(of: care) == level)
    #expect(plant.care(.watering)?.schedule != nil)
  }

  @Test func whatTheKeeperHasSetStays() throws {
    let keeper = try Keeper()
    try keeper.addAsTyped(
      "Hoya carnosa", nickname: "Own", every: 3, family: "Mine")
    let plant = try keeper.adopt("Own")
    #expect(plant.profile?.family == "Mine")
    #expect(plant.care(.watering)?.schedule?.intervalDays == 3)
    #expect(plant.care(.fertilizing)?.schedule != nil)

    try keeper.addAsTyped("Hoya carnosa", nickname: "Manual")
    try keeper.append(
      #"{"type":"care.profiled","plant":"Manual","source":"manual","light":9}"#)
    let manual = try keeper.adopt("Manual")
    #expect(manual.details.careProfile?.body.light == 9)
    #expect(manual.care(.watering) == nil)
  }

  @Test func aNameOfSeveralPlantsIsNeverTaken() throws {
    let keeper = try Keeper()
    try keeper.addAsTyped("rattlesnake plant", nickname: "R")
    var request = AdoptRequest(.named("R"), in: keeper.catalogues)
    request.takesLikely = true
    let receipt = try keeper.journal.adopt(request)
    guard receipt.changes.isEmpty,
      case .notAdopted(let left)? = receipt.notices.first
    else {
      Issue.record("\(receipt.changes)")
      return
    }
    #expect(
      Set(left[0].reading.candidates) == [
        "Goeppertia insignis", "Calathea crotalifera",
      ])
    request.answers = [left[0].plant.id: "Goeppertia insignis"]
    _ = try keeper.journal.adopt(request)
    #expect(
      try keeper.plant("R").profile?.scientificName == "Goeppertia insignis")
  }

  @Test func betterCareIsOfferedAndNotImposed() throws {
    let keeper = try Keeper()
    try keeper.addAsTyped("Unheardofia incognita", nickname: "It")
    _ = try keeper.adopt("It")
    try keeper.append(
      #"{"type":"plant.edited","plant":"It","scientificName":"Hoya carnosa"}"#)
    var request = AdoptRequest(.named("It"), in: keeper.catalogues)
    let offered = try keeper.journal.adopt(request)
    #expect(offered.changes.isEmpty)
    guard case .notAdopted(let left)? = offered.notices.first else {
      Issue.record("\(offered.notices)")
      return
    }
    #expect(left[0].replacesCare)
    // A schedule that the former care had advised follows the new care; one
    // that was set by hand since does not.
    try keeper.append(
      #"{"type":"schedule.set","plant":"It","kind":"fertilizing","intervalDays":5}"#
    )
    request.takesLikely = true
    _ = try keeper.journal.adopt(request)
    let plant = try keeper.plant("It")
    let care = try #require(plant.details.careProfile?.body)
    #expect(CareLevel(of: care) == .genus)
    #expect(
      plant.care(.watering)?.schedule?.intervalDays
        == care.watering?.intervalDays)
    #expect(plant.care(.fertilizing)?.schedule?.intervalDays == 5)
  }

  @Test func whoseCareIsReplacedIsStillAskedWhatItIs() throws {
    let keeper = try Keeper()
    for name in ["spider plant", "Hoya carnosa"] {
      try keeper.addAsTyped(name, nickname: name)
      try keeper.append(
        #"{"type":"care.profiled","plant":"\#(name)","source":"catalogue","light":9}"#
      )
    }
    let found = try keeper.journal.adoptions(
      for: .everything, in: keeper.catalogues)
    #expect(found.allSatisfy { $0.replacesCare && $0.certainty == .likely })
    // Agreement to new care says nothing about a name that is only likely.
    #expect(found.filter(\.needsAgreement).map(\.name) == ["Hoya carnosa"])
  }

  @Test func anAdoptionIsOneActionThatIsUndone() throws {
    let keeper = try Keeper()
    for name in ["Hoya carnosa", "Ficus lyrata"] {
      try keeper.addAsTyped(name, nickname: name)
    }
    let rehearsed = try keeper.journal.adopt(
      AdoptRequest(.everything, in: keeper.catalogues), .rehearse)
    #expect(rehearsed.changes.count == 2)
    #expect(try keeper.plant("Hoya carnosa").details == .none)
    let receipt = try keeper.journal.adopt(
      AdoptRequest(.everything, in: keeper.catalogues))
    #expect(receipt.actions.count == 1)
    let action = try #require(receipt.actions.first)
    _ = try keeper.journal.undo(UndoRequest(action.shortID))
    #expect(try keeper.plant("Hoya carnosa").details == .none)
    #expect(try keeper.plant("Ficus lyrata").profile?.family == "")
  }

  @Test func linesTakeCareWhereTheySaySo() throws {
    let keeper = try Keeper()
    let receipt = try keeper.append(
      #"{"type":"plant.added","plant":"A","scientificName":"Hoya carnosa","care":"catalogue"}"#,
      #"{"type":"plant.added","plant":"B","scientificName":"Hoya carnosa"}"#,
      #"{"type":"plant.added","plant":"C","scientificName":"rattlesnake plant","care":"catalogue"}"#
    )
    #expect(try keeper.plant("A").profile?.family == "Apocynaceae")
    #expect(try keeper.plant("A").care(.watering)?.schedule != nil)
    #expect(try keeper.plant("B").profile?.family == "")
    #expect(try keeper.plant("C").details == .none)
    guard case .notAdopted(let left)? = receipt.notices.first else {
      Issue.record("\(receipt.notices)")
      return
    }
    #expect(left.map(\.plant.displayName) == ["C"])
    #expect(throws: (any Error).self) {
      try keeper.append(
        #"{"type":"plant.added","plant":"D","scientificName":"Hoya","care":"own"}"#
      )
    }
  }
}

extension Keeper {
  fileprivate func addAsTyped(
    _ name: String, nickname: String? = nil, every days: Int? = nil,
    family: String = ""
  ) throws {
    var plant = NewPlant(scientificName: name)
    plant.nickname = nickname
    plant.wateringInterval = days
    plant.family = family
    _ = try journal.add(plant)
  }

  /// Has a plant take what is certain.
  fileprivate func adopt(_ name: String) throws -> PlantState {
    _ = try journal.adopt(AdoptRequest(.named(name), in: catalogues))
    return try plant(name)
  }

  @discardableResult
  fileprivate func append(_ lines: String...) throws -> Receipt {
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    return try journal.append(
      AppendRequest(catalogues: catalogues) {
        var pieces = [text]
        return { pieces.popLast() ?? [] }
      })
  }
}

/// Names of the plants of the sample collection, scientific ones and common
/// ones that the catalogue has, each with one letter put in, left out, changed
/// or swapped with the next; and the plants that are meant. They were drawn
/// with the seed 20261123.
private let slips: [(typed: String, plant: String)] = """
  Adiantum raddianm = Adiantum raddianum
  African vrolet = Streptocarpus ionanthus
  Aglaonema comumtatum = Aglaonema commutatum
  Auoe = Aloe vera
  Anoe vera = Aloe vera
  Anthuriuv andraeanum = Anthurium andraeanum
  Arabian coffej = Coffea arabica
  Aspleinum nidus = Asplenium nidus
  Barbabos aloe = Aloe vera
  Bapil = Ocimum basilicum
  Beaucarnea recurvat = Beaucarnea recurvata
  Begonia maculaat = Begonia maculata
  Bzird of paradise = Strelitzia reginae
  Cathedral windwos = Goeppertia makoyana
  Ceropgeia woodii = Ceropegia woodii
  Cjhamaedorea elegans = Chamaedorea elegans
  Chinese moey plant = Pilea peperomioides
  Chlorophytmu comosum = Chlorophytum comosum
  Citrus × limo = Citrus × limon
  oCffea arabica = Coffea arabica
  Crassula ovxata = Crassula ovata
  Cuio rowleyanus = Curio rowleyanus
  Delta maidenhair efrn = Adiantum raddianum
  Deivl's ivy = Epipremnum aureum
  Dacaena fragrans = Dracaena fragrans
  Draacena trifasciata = Dracaena trifasciata
  Echeverfia elegans = Echeveria elegans
  Elephant's foiot = Beaucarnea recurvata
  Epipremnum uareum = Epipremnum aureum
  Ficus elatsica = Ficus elastica
  Ficus lyrat = Ficus lyrata
  Fiddle-leam fig = Ficus lyrata
  Goepperpia makoyana = Goeppertia makoyana
  Haorthiopsis attenuata = Haworthiopsis attenuata
  Haeartleaf philodendron = Philodendron hederaceum
  Heptapleurum raboricola = Heptapleurum arboricola
  Leimon = Citrus × limon
  kMammillaria hahniana = Mammillaria hahniana
  Maranta leucneura = Maranta leuconeura
  Monstera adnasonii = Monstera adansonii
  Monsmtera deliciosa = Monstera deliciosa
  Mother-in-law's tkngue = Dracaena trifasciata
  Nephkolepis exaltata = Nephrolepis exaltata
  Ociqmum basilicum = Ocimum basilicum
  Old lady catcus = Mammillaria hahniana
  Oea europaea = Olea europaea
  live = Olea europaea
  Pancvke plant = Pilea peperomioides
  Pgarlour palm = Chamaedorea elegans
  Peace lvly = Spathiphyllum wallisii
  Phaalenopsis amabilis = Phalaenopsis amabilis
  Philodendron hederacem = Philodendron hederaceum
  Pilea pepeyomioides = Pilea peperomioides
  Ponyatil palm = Beaucarnea recurvata
  Porcelain lower = Hoya carnosa
  Prayer plafnt = Maranta leuconeura
  Rosemar = Salvia rosmarinus
  Rubbser plant = Ficus elastica
  Salvia rsomarinus = Salvia rosmarinus
  Schlumbergehra truncata = Schlumbergera truncata
  Spathiphylulm wallisii = Spathiphyllum wallisii
  Strelitzia rehginae = Strelitzia reginae
  Shtreptocarpus ionanthus = Streptocarpus ionanthus
  String xf hearts = Ceropegia woodii
  Sting of pearls = Curio rowleyanus
  Swss cheese vine = Monstera adansonii
  Sword fmrn = Nephrolepis exaltata
  Thaksgiving cactus = Schlumbergera truncata
  Wax lpant = Hoya carnosa
  ZZ planft = Zamioculcas zamiifolia
  Zamaoculcas zamiifolia = Zamioculcas zamiifolia
  Zebra haowrthia = Haworthiopsis attenuata
  Adiatnum raddianum = Adiantum raddianum
  African vbiolet = Streptocarpus ionanthus
  Alaonema commutatum = Aglaonema commutatum
  Ayoe = Aloe vera
  Aloe vear = Aloe vera
  Anthurium andrhaeanum = Anthurium andraeanum
  sAplenium nidus = Asplenium nidus
  Barbados azoe = Aloe vera
  Bamil = Ocimum basilicum
  Beauacrnea recurvata = Beaucarnea recurvata
  Begonia mfaculata = Begonia maculata
  Bird of parradise = Strelitzia reginae
  Cathedral widnows = Goeppertia makoyana
  Ceroepgia woodii = Ceropegia woodii
  Chamaedorae elegans = Chamaedorea elegans
  Chinebe money plant = Pilea peperomioides
  Chlroophytum comosum = Chlorophytum comosum
  Citrbs × limon = Citrus × limon
  Coffea arabima = Coffea arabica
  Crassula oavta = Crassula ovata
  iurio rowleyanus = Curio rowleyanus
  eDlta maidenhair fern = Adiantum raddianum
  Devsil's ivy = Epipremnum aureum
  Dracaena fkragrans = Dracaena fragrans
  Dracaena trifasceiata = Dracaena trifasciata
  Echeveria emegans = Echeveria elegans
  Elethant's foot = Beaucarnea recurvata
  Epiremnum aureum = Epipremnum aureum
  Ficus elatstica = Ficus elastica
  Fsiddle-leaf fig = Ficus lyrata
  Goepwpertia makoyana = Goeppertia makoyana
  Haworthiopss attenuata = Haworthiopsis attenuata
  Hjartleaf philodendron = Philodendron hederaceum
  Heptapleurum arboricloa = Heptapleurum arboricola
  Hoya carsosa = Hoya carnosa
  gade plant = Crassula ovata
  eLmon = Citrus × limon
  aMmmillaria hahniana = Mammillaria hahniana
  Maranta euconeura = Maranta leuconeura
  Mnostera adansonii = Monstera adansonii
  Monstera degliciosa = Monstera deliciosa
  Moth oschid = Phalaenopsis amabilis
  Mothel-in-law's tongue = Dracaena trifasciata
  Nephrolepis zxaltata = Nephrolepis exaltata
  Ocmum basilicum = Ocimum basilicum
  Old lady cavctus = Mammillaria hahniana
  Olea euuropaea = Olea europaea
  glive = Olea europaea
  Pncake plant = Pilea peperomioides
  Parlour upalm = Chamaedorea elegans
  Pegace lily = Spathiphyllum wallisii
  Phalaenopsis amabiis = Phalaenopsis amabilis
  Philodendron hederaeum = Philodendron hederaceum
  Pilea peperomiosdes = Pilea peperomioides
  Ponyail palm = Beaucarnea recurvata
  Porcelqain flower = Hoya carnosa
  pPrayer plant = Maranta leuconeura
  Roseary = Salvia rosmarinus
  Rubber lant = Ficus elastica
  Salvia rkosmarinus = Salvia rosmarinus
  Schlumbergera bruncata = Schlumbergera truncata
  Spataiphyllum wallisii = Spathiphyllum wallisii
  Strelitzia freginae = Strelitzia reginae
  Streptocarpus bonanthus = Streptocarpus ionanthus
  Stxring of hearts = Ceropegia woodii
  String of pearl = Curio rowleyanus
  Swiss chees vine = Monstera adansonii
  Swrd fern = Nephrolepis exaltata
  Thanksgiving cactuj = Schlumbergera truncata
  aWx plant = Hoya carnosa
  Zaioculcas zamiifolia = Zamioculcas zamiifolia
  Zebra hawotrhia = Haworthiopsis attenuata
  Adaintum raddianum = Adiantum raddianum
  Afircan violet = Streptocarpus ionanthus
  Aglaonema commmutatum = Aglaonema commutatum
  loe = Aloe vera
  Aloe veaa = Aloe vera
  Anthurium andraeanmu = Anthurium andraeanum
  Arabian coffoee = Coffea arabica
  Asplenium ndius = Asplenium nidus
  aBrbados aloe = Aloe vera
  Basivl = Ocimum basilicum
  Beaucarnea reurvata = Beaucarnea recurvata
  Begonia macualta = Begonia maculata
  rBird of paradise = Strelitzia reginae
  Catehdral windows = Goeppertia makoyana
  Ceropgia woodii = Ceropegia woodii
  Chamaegorea elegans = Chamaedorea elegans
  Cqhinese money plant = Pilea peperomioides
  Clorophytum comosum = Chlorophytum comosum
  Citrus × liion = Citrus × limon
  Crasnula ovata = Crassula ovata
  Curoi rowleyanus = Curio rowleyanus
  Declta maidenhair fern = Adiantum raddianum
  Dveil's ivy = Epipremnum aureum
  Dracaena fragrqans = Dracaena fragrans
  Dracaena rtifasciata = Dracaena trifasciata
  Elephant's fot = Beaucarnea recurvata
  Expipremnum aureum = Epipremnum aureum
  Fcius elastica = Ficus elastica
  Ficus lrata = Ficus lyrata
  Fihdle-leaf fig = Ficus lyrata
  Haworthiopsdis attenuata = Haworthiopsis attenuata
  Heartleaf yphilodendron = Philodendron hederaceum
  Heptapleurum arborqicola = Heptapleurum arboricola
  Hoya barnosa = Hoya carnosa
  Jade platt = Crassula ovata
  Leion = Citrus × limon
  Mammcllaria hahniana = Mammillaria hahniana
  Maranta leuconura = Maranta leuconeura
  Mnstera adansonii = Monstera adansonii
  Monstera delfciosa = Monstera deliciosa
  nMoth orchid = Phalaenopsis amabilis
  Mother-in-law's tonue = Dracaena trifasciata
  Nephrtlepis exaltata = Nephrolepis exaltata
  Ocimum basilictum = Ocimum basilicum
  Old lady cctus = Mammillaria hahniana
  Ola europaea = Olea europaea
  Olve = Olea europaea
  ancake plant = Pilea peperomioides
  Palour palm = Chamaedorea elegans
  beace lily = Spathiphyllum wallisii
  Phalavenopsis amabilis = Phalaenopsis amabilis
  Pilodendron hederaceum = Philodendron hederaceum
  Pile peperomioides = Pilea peperomioides
  Ponytail pamlm = Beaucarnea recurvata
  Porcelan flower = Hoya carnosa
  Perayer plant = Maranta leuconeura
  """.split(separator: "\n").map { line in
    // "typed = meant"
    let sign = line.split(separator: "=", maxSplits: 1)
    return (String(sign[0].dropLast()), String(sign[1].dropFirst()))
  }
