"""The sample's household: its plants, their care, and what happened to them.

Dates are texts as in the journal; everything here is data.
"""

from datetime import date
from typing import NamedTuple, Optional
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/Paris")
FIRST_DAY = date(2025, 9, 21)
LAST_DAY = date(2026, 11, 20)
READING_DAY = date(2026, 11, 21)  # the day the sample is meant to be read on

AWAY = [  # first and last day without anybody at home
    (date(2025, 12, 20), date(2025, 12, 27)),
    (date(2026, 8, 1), date(2026, 8, 15)),
]
NEIGHBOUR_DAYS = [date(2025, 12, 24), date(2026, 8, 6), date(2026, 8, 11)]
NEIGHBOUR_ROOMS = {"Kitchen", "Bathroom", "Patio/Balcony"}
THIRSTY = 7  # days; what the neighbour is asked to water


def water(days, winter, summer=None, amount=None):
    """A watering schedule; winter and summer intervals replace the base."""
    seasons = {"summer": summer, "winter": winter}
    schedule = {
        "kind": "watering",
        "intervalDays": days,
        "seasonalIntervalDays": {s: d for s, d in seasons.items() if d},
    }
    return schedule | ({"amount": amount} if amount else {})


def feed(days):
    """A fertilizing schedule; nothing is fed from November to February.

    It names no fertilizer: on a line of `append`, `type` is the event's.
    """
    return {
        "kind": "fertilizing",
        "intervalDays": days,
        "activeMonths": list(range(3, 11)),
    }


def every(kind, days):
    """A schedule that knows neither seasons nor months."""
    return {"kind": kind, "intervalDays": days}


def repot(start_on, days=730):
    """A spring repotting every few years."""
    return {
        "kind": "repotting",
        "intervalDays": days,
        "activeMonths": [3, 4, 5],
        "startOn": start_on,
    }


NEEM = {
    "kind": "neem-spray",
    "intervalDays": 21,
    "activeMonths": [4, 5, 6, 7, 8, 9],
    "time": "20:00",
    "startOn": "2026-04-06",
}

CARE = {  # by category
    "foliage": [
        water(7, 11), feed(21), every("misting", 5), every("rotation", 14),
        every("cleaning", 30),
    ],
    "climber": [
        water(7, 12), feed(30), every("misting", 6), every("cleaning", 42),
    ],
    "fern": [
        water(4, 6, summer=3, amount="light"), feed(30),
        every("misting", 2),
    ],
    "prayer plant": [
        water(5, 8, amount="moderate"), feed(28), every("misting", 3),
        every("cleaning", 21),
    ],
    "succulent": [
        water(14, 30, amount="light"), feed(60),
        every("rotation", 21),
    ],
    "cactus": [water(18, 42, amount="light"), feed(60)],
    "orchid": [
        water(8, 10, amount="soak"), feed(14),
        every("misting", 4), every("cleaning", 30),
    ],
    "flowering": [water(6, 9), feed(14), every("rotation", 14)],
    "palm": [
        water(8, 13, amount="thorough"), feed(30), every("misting", 4),
        every("cleaning", 30), every("rotation", 21),
    ],
    "herb": [water(3, 5, summer=2), feed(21)],
    "tree": [
        water(8, 14, summer=5, amount="thorough"), feed(21),
        every("rotation", 14), every("cleaning", 35),
    ],
}


class Species(NamedTuple):
    common_names: list
    family: str
    category: str


SPECIES = {
    "Adiantum raddianum": Species(
        ["Delta maidenhair fern"], "Pteridaceae", "fern"
    ),
    "Aglaonema commutatum": Species(
        ["Chinese evergreen"], "Araceae", "foliage"
    ),
    "Aloe vera": Species(
        ["Aloe", "Barbados aloe"], "Asphodelaceae", "succulent"
    ),
    "Anthurium andraeanum": Species(
        ["Flamingo flower"], "Araceae", "flowering"
    ),
    "Asplenium nidus": Species(["Bird's-nest fern"], "Aspleniaceae", "fern"),
    "Beaucarnea recurvata": Species(
        ["Ponytail palm", "Elephant's foot"], "Asparagaceae", "succulent"
    ),
    "Begonia maculata": Species(
        ["Polka dot begonia"], "Begoniaceae", "flowering"
    ),
    "Ceropegia woodii": Species(
        ["String of hearts"], "Apocynaceae", "succulent"
    ),
    "Chamaedorea elegans": Species(["Parlour palm"], "Arecaceae", "palm"),
    "Chlorophytum comosum": Species(
        ["Spider plant"], "Asparagaceae", "foliage"
    ),
    "Citrus × limon": Species(["Lemon"], "Rutaceae", "tree"),
    "Coffea arabica": Species(["Arabian coffee"], "Rubiaceae", "tree"),
    "Crassula ovata": Species(
        ["Jade plant", "Money tree"], "Crassulaceae", "succulent"
    ),
    "Curio rowleyanus": Species(
        ["String of pearls"], "Asteraceae", "succulent"
    ),
    "Dracaena fragrans": Species(["Corn plant"], "Asparagaceae", "palm"),
    "Dracaena trifasciata": Species(
        ["Snake plant", "Mother-in-law's tongue"], "Asparagaceae", "succulent"
    ),
    "Echeveria elegans": Species(
        ["Mexican snowball"], "Crassulaceae", "succulent"
    ),
    "Epipremnum aureum": Species(
        ["Golden pothos", "Devil's ivy"], "Araceae", "climber"
    ),
    "Ficus elastica": Species(["Rubber plant"], "Moraceae", "foliage"),
    "Ficus lyrata": Species(["Fiddle-leaf fig"], "Moraceae", "foliage"),
    "Goeppertia makoyana": Species(
        ["Peacock plant", "Cathedral windows"], "Marantaceae", "prayer plant"
    ),
    "Haworthiopsis attenuata": Species(
        ["Zebra haworthia"], "Asphodelaceae", "succulent"
    ),
    "Heptapleurum arboricola": Species(
        ["Dwarf umbrella tree"], "Araliaceae", "foliage"
    ),
    "Hoya carnosa": Species(
        ["Wax plant", "Porcelain flower"], "Apocynaceae", "climber"
    ),
    "Mammillaria hahniana": Species(["Old lady cactus"], "Cactaceae", "cactus"),
    "Maranta leuconeura": Species(
        ["Prayer plant"], "Marantaceae", "prayer plant"
    ),
    "Monstera adansonii": Species(["Swiss cheese vine"], "Araceae", "climber"),
    "Monstera deliciosa": Species(["Swiss cheese plant"], "Araceae", "foliage"),
    "Nephrolepis exaltata": Species(
        ["Boston fern", "Sword fern"], "Nephrolepidaceae", "fern"
    ),
    "Ocimum basilicum": Species(["Basil"], "Lamiaceae", "herb"),
    "Olea europaea": Species(["Olive"], "Oleaceae", "tree"),
    "Phalaenopsis amabilis": Species(["Moth orchid"], "Orchidaceae", "orchid"),
    "Philodendron hederaceum": Species(
        ["Heartleaf philodendron"], "Araceae", "climber"
    ),
    "Pilea peperomioides": Species(
        ["Chinese money plant", "Pancake plant"], "Urticaceae", "foliage"
    ),
    "Salvia rosmarinus": Species(["Rosemary"], "Lamiaceae", "herb"),
    "Schlumbergera truncata": Species(
        ["Thanksgiving cactus"], "Cactaceae", "flowering"
    ),
    "Spathiphyllum wallisii": Species(["Peace lily"], "Araceae", "foliage"),
    "Strelitzia reginae": Species(
        ["Bird of paradise"], "Strelitziaceae", "palm"
    ),
    "Streptocarpus ionanthus": Species(
        ["African violet"], "Gesneriaceae", "flowering"
    ),
    "Zamioculcas zamiifolia": Species(["ZZ plant"], "Araceae", "succulent"),
}


class Row(NamedTuple):
    """A plant of the household. Without a nickname it goes by its id."""

    nickname: Optional[str]
    species: str
    room: str
    added: str
    source: str = "catalogue"
    extra: tuple = ()
    parent: Optional[str] = None
    tags: tuple = ()


SHELF = "Study shelf"
START = FIRST_DAY.isoformat()

PLANTS = [
    Row("Monty", "Monstera deliciosa", "Living Room", START, "catalogue",
        (repot("2026-03-21"), NEEM), tags=("window", "big")),
    Row("Fiddlesticks", "Ficus lyrata", "Living Room", START, "catalogue",
        (repot("2026-04-11"), NEEM), tags=("fussy",)),
    Row("Robusta", "Ficus elastica", "Living Room", START),
    Row("Reine", "Strelitzia reginae", "Living Room", START, "plantNetAPI",
        (repot("2026-04-04", 1095),), tags=("big",)),
    Row("Maïs", "Dracaena fragrans", "Living Room", START),
    Row("Lily", "Spathiphyllum wallisii", "Living Room", START, tags=("gift",)),
    Row("Goldie", "Epipremnum aureum", "Kitchen", START, tags=("easy",)),
    Row("Basile", "Ocimum basilicum", "Kitchen", START, "manual", tags=("edible",)),
    Row("Aloysius", "Aloe vera", "Kitchen", START, "manual", tags=("easy",)),
    Row("Spidey", "Chlorophytum comosum", "Kitchen", START, "onDevice",
        (repot("2026-03-28", 365),), tags=("pet-safe",)),
    Row("Violette", "Streptocarpus ionanthus", "Kitchen", START, tags=("grandma",)),
    Row("Boston", "Nephrolepis exaltata", "Bathroom", START, tags=("pet-safe",)),
    Row("Fairy", "Adiantum raddianum", "Bathroom", START, "plantNetAPI",
        tags=("fussy",)),
    Row("Birdie", "Asplenium nidus", "Bathroom", START),
    Row("Peacock", "Goeppertia makoyana", "Bathroom", START, "hybrid",
        tags=("fussy", "pet-safe")),
    Row(None, "Dracaena trifasciata", "Bedroom", START, "manual", tags=("easy",)),
    Row("Zuzu", "Zamioculcas zamiifolia", "Bedroom", START, tags=("easy",)),
    Row("Amadeus", "Phalaenopsis amabilis", "Bedroom", START, tags=("gift",)),
    Row("Valentine", "Philodendron hederaceum", "Bedroom", START, "hybrid"),
    Row("Jade", "Crassula ovata", "Bedroom", START, "manual",
        (repot("2026-05-09", 1095),)),
    Row("Loulou", "Chamaedorea elegans", "Bedroom", START, tags=("pet-safe",)),
    Row("Rosemarie", "Salvia rosmarinus", "Patio/Balcony", START, "manual",
        tags=("edible", "hardy")),
    Row("Athéna", "Olea europaea", "Patio/Balcony", START, "manual",
        (repot("2026-03-14", 1095),), tags=("hardy",)),
    Row("Citronella", "Citrus × limon", "Patio/Balcony", START, "onDevice",
        (NEEM,), tags=("edible",)),
    Row("Ming", "Pilea peperomioides", "Kitchen", "2025-09-28", "onDevice",
        (repot("2026-03-28", 365),), tags=("pet-safe",)),
    Row("Heidi", "Heptapleurum arboricola", "Living Room", "2025-09-28"),
    Row("Silver", "Aglaonema commutatum", "Bedroom", "2025-10-04", "plantNetAPI"),
    Row("Zebra", "Haworthiopsis attenuata", SHELF, "2025-10-05"),
    Row("Elegance", "Echeveria elegans", SHELF, "2025-10-05", "onDevice"),
    Row("Madame Hahn", "Mammillaria hahniana", SHELF, "2025-10-05"),
    Row("Cœur", "Ceropegia woodii", SHELF, "2025-10-05", "plantNetAPI"),
    Row("Perle", "Curio rowleyanus", SHELF, "2025-10-18", tags=("fussy",)),
    Row("Noël", "Schlumbergera truncata", "Kitchen", "2025-11-08", "manual",
        tags=("grandma",)),
    Row("Porcelaine", "Hoya carnosa", "Living Room", "2025-11-15", "hybrid"),
    Row("Flamenco", "Anthurium andraeanum", "Bathroom", "2025-12-06",
        tags=("gift",)),
    Row("Swiss Miss", "Monstera adansonii", "Living Room", "2026-01-10",
        "plantNetAPI", (NEEM,)),
    Row("Dotty", "Begonia maculata", "Bedroom", "2026-01-24", "hybrid",
        tags=("fussy",)),
    Row("Elvis", "Beaucarnea recurvata", "Living Room", "2026-02-07"),
    Row("Prière", "Maranta leuconeura", "Bathroom", "2026-02-14", "onDevice",
        tags=("pet-safe", "gift")),
    Row("Espresso", "Coffea arabica", "Kitchen", "2026-03-07", "catalogue",
        (NEEM,)),
    # The same species again, bought, inherited or grown from cuttings.
    Row(None, "Dracaena trifasciata", "Living Room", "2025-11-22", "manual",
        tags=("easy",)),
    Row("Salieri", "Phalaenopsis amabilis", "Bathroom", "2026-02-14", "manual",
        tags=("gift",)),
    Row("Basile II", "Ocimum basilicum", "Kitchen", "2026-04-18", "manual",
        tags=("edible",)),
    Row("Goldie junior", "Epipremnum aureum", SHELF, "2026-03-15", "manual",
        parent="Goldie"),
    Row("Ping", "Pilea peperomioides", "Kitchen", "2026-04-12", "manual",
        parent="Ming"),
    Row("Pong", "Pilea peperomioides", SHELF, "2026-04-12", "manual",
        parent="Ming"),
    Row("Spiderling", "Chlorophytum comosum", SHELF, "2026-05-03", "manual",
        parent="Spidey"),
    Row("Monty's ear", "Monstera deliciosa", "Bedroom", "2026-06-07", "manual",
        parent="Monty"),
    Row("Petit cœur", "Ceropegia woodii", "Kitchen", "2026-06-21", "manual",
        parent="Cœur"),
    Row("Jadis", "Crassula ovata", SHELF, "2026-07-05", "manual", parent="Jade"),
]

SUMMER_GUESTS = [  # on the balcony from May to October, with their winter room
    ("Aloysius", "Kitchen"), ("Jade", "Bedroom"), ("Reine", "Living Room"),
    ("Elvis", "Living Room"), ("Madame Hahn", SHELF), ("Espresso", "Kitchen"),
]
OUT_DAY, BACK_DAY = "2026-05-16", "2026-10-04"
SHELF_EMPTIED, SHELF_GONE = "2026-11-13", "2026-11-14"
FROM_SHELF = [  # Elegance and Spiderling were forgotten and show in Other
    ("Zebra", "Kitchen"), ("Madame Hahn", "Bedroom"), ("Cœur", "Living Room"),
    ("Goldie junior", "Bathroom"),
]


def told(day, type, plant, **fields):
    """One line of the story about a plant."""
    return day, {"type": type, "plant": plant, **fields}


def setting(day, key, value):
    return day, {"type": "setting.changed", "key": key, "value": value}


def moves(day, label, pairs, note):
    """Plants carried in one go: one action."""
    return [
        told(day, "plant.moved", plant, room=room, note=note, action=label)
        for plant, room in pairs
    ]


STORY = [
    setting(START, "preferredTime", "18:30"),
    ("2025-10-05", {"type": "room.created", "room": SHELF, "icon": "books",
                    "sortOrder": 7, "note": "IKEA, with grow lights 💡"}),
    told("2025-09-27", "plant.favorited", "Monty", isFavorite=True),
    told("2025-09-27", "plant.favorited", "Amadeus", isFavorite=True),
    told("2025-10-11", "plant.favorited", "Peacock", isFavorite=True),
    told("2025-10-25", "plant.moved", "Citronella", room="Kitchen",
         note="first cold night forecast"),
    told("2025-11-09", "plant.moved", "Ming", room="Living Room"),
    told("2025-11-30", "schedule.set", "Athéna", note="hardly drinks outside",
         **water(10, 25, summer=4, amount="thorough")),
    told("2025-12-13", "plant.removed", "Basile", reason="died",
         note="no light, no chance"),
    told("2026-01-17", "schedule.cleared", "Robusta", kind="misting",
         note="makes no difference"),
    told("2026-01-31", "plant.moved", "Fiddlesticks", room="Bedroom",
         note="away from the radiator"),
    setting("2026-02-02", "groupWateringDays", True),
    setting("2026-02-16", "groupWateringDays", False),
    told("2026-02-21", "plant.favorited", "Swiss Miss", isFavorite=True),
    told("2026-02-28", "plant.removed", "Peacock", reason="died",
         note="crispy since January, spider mites at the end 😢"),
    told("2026-03-08", "schedule.set", "Monty", note="growing again",
         **water(6, 11, summer=5, amount="thorough")),
    told("2026-03-08", "schedule.set", "Amadeus",
         **water(7, 10, amount="soak")),
    told("2026-03-22", "plant.moved", "Fiddlesticks", room="Living Room"),
    told("2026-04-19", "plant.moved", "Citronella", room="Patio/Balcony"),
    *moves(OUT_DAY, "summer-out", [(p, "Patio/Balcony") for p, _ in SUMMER_GUESTS],
           "nights above 10 °C now"),
    told("2026-05-24", "plant.removed", "Heidi", reason="mistake",
         note="wrong plant"),
    told("2026-05-24", "plant.restored", "Heidi"),
    told("2026-06-14", "plant.favorited", "Monty's ear", isFavorite=True),
    told("2026-06-20", "schedule.set", "Citronella", note="canicule",
         **water(6, 12, summer=2, amount="thorough")),
    told("2026-06-20", "schedule.set", "Rosemarie", note="canicule",
         **water(5, 9, summer=2)),
    told("2026-06-27", "plant.removed", "Pong", reason="givenAway",
         note="for Inès, housewarming"),
    told("2026-07-11", "schedule.set", "Spidey",
         **water(6, 10, summer=5, amount="250ml")),
    told("2026-07-18", "plant.favorited", "Prière", isFavorite=True),
    told("2026-08-23", "plant.removed", "Fairy", reason="died",
         note="did not survive August"),
    told("2026-09-12", "plant.removed", "Perle", reason="died",
         note="mush after the storm"),
    told("2026-09-20", "schedule.set", "Goldie", **water(8, 13)),
    told("2026-09-27", "plant.moved", "Citronella", room="Kitchen"),
    *moves(BACK_DAY, "summer-back", SUMMER_GUESTS, "back inside, checked for pests"),
    told("2026-10-10", "plant.favorited", "Amadeus", isFavorite=False),
    told("2026-10-24", "plant.removed", "Jadis", reason="givenAway",
         note="to Mme Petit, for all the watering ❤️"),
    told("2026-11-01", "schedule.cleared", "Maïs", kind="rotation"),
    *moves(SHELF_EMPTIED, "shelf-emptied", FROM_SHELF, "the study becomes a nursery"),
    (SHELF_GONE, {"type": "room.deleted", "room": SHELF}),
]

class OneOff(NamedTuple):
    """A task for one day and what came of it: done, skipped or still open."""

    added: str
    plant: str
    kind: str
    due: str
    outcome: str = "open"
    settled: str = ""
    note: str = ""


ONE_OFFS = [
    OneOff("2025-09-28", "Fiddlesticks", "pruning", "2025-10-04", "done", "2025-10-05"),
    OneOff("2025-10-12", "Citronella", "pestControl", "2025-10-18", "done",
           "2025-10-18", "scale insects, alcohol and a cotton bud"),
    OneOff("2025-11-02", "Athéna", "wrap-pot", "2025-11-15", "done", "2025-11-16",
           "fleece and bubble wrap"),
    OneOff("2026-01-18", "Peacock", "pestControl", "2026-01-20", "done",
           "2026-01-21", "shower and soap"),
    OneOff("2026-02-01", "Peacock", "pestControl", "2026-02-07", "skipped",
           "2026-02-08", "too late"),
    OneOff("2026-02-22", "Monty", "pruning", "2026-03-01", "done", "2026-03-01"),
    OneOff("2026-03-01", "Rosemarie", "pruning", "2026-03-22", "done", "2026-03-29"),
    OneOff("2026-03-15", "Goldie junior", "repotting", "2026-04-05", "done",
           "2026-04-05", "from water to soil"),
    OneOff("2026-03-29", "Amadeus", "repotting", "2026-04-25", "done", "2026-04-26",
           "after flowering, fresh bark"),
    OneOff("2026-04-19", "Basile II", "repotting", "2026-04-20", "done", "2026-04-20"),
    OneOff("2026-05-03", "Swiss Miss", "moss-pole", "2026-05-09", "done", "2026-05-10"),
    OneOff("2026-05-16", "Jade", "pestControl", "2026-05-23", "skipped",
           "2026-05-24", "nothing to see"),
    OneOff("2026-06-07", "Valentine", "pruning", "2026-06-13", "done", "2026-06-12"),
    OneOff("2026-06-28", "Citronella", "repotting", "2026-07-04", "done",
           "2026-07-05", "30 cm terracotta"),
    OneOff("2026-07-12", "Monty's ear", "repotting", "2026-07-18", "done",
           "2026-07-19"),
    OneOff("2026-08-16", "Boston", "pruning", "2026-08-18", "done", "2026-08-18",
           "brown fronds off"),
    OneOff("2026-09-06", "Robusta", "pruning", "2026-09-12", "done", "2026-09-13"),
    OneOff("2026-09-27", "Petit cœur", "repotting", "2026-10-03", "done",
           "2026-10-04"),
    OneOff("2026-10-11", "Espresso", "pestControl", "2026-10-17", "done",
           "2026-10-18"),
    OneOff("2026-11-08", "Athéna", "wrap-pot", "2026-11-18"),
    OneOff("2026-11-15", "Porcelaine", "pestControl", READING_DAY.isoformat()),
]

CARE_NOTES = {
    "watering": [
        "bone dry", "still slightly damp", "drained well this time",
        "rain water 🌧️", "leaves were drooping", "bottom watered",
        "emptied the saucer after half an hour", "tap water, left to stand",
    ],
    "fertilizing": ["half dose", "last of the bottle", "with the Saturday can"],
    "misting": ["humidity at 35 %", "filtered water only", "radiators are on"],
    "rotation": ["quarter turn", "was leaning badly"],
    "cleaning": ["so much dust", "in the shower 🚿", "damp microfibre cloth"],
    "repotting": ["one size up", "roots circling the pot", "fresh mix, 30 % perlite"],
    "neem-spray": ["undersides too", "windows open, it stinks"],
}

OBSERVATIONS = [
    "New leaf unfurling 🌱", "Lower leaf turned yellow, removed it.",
    "Fungus gnats again; yellow traps out.", "Looks happier since the move.",
    "Roots are showing at the bottom.", "Leaning towards the window.",
    "Brown tips; the air is too dry.", "Counted {n} new leaves this month.",
    "Grew about {n} cm since last time.", "Très belle forme en ce moment.",
    "The cat bit off a leaf 🐈", "Soil pulls away from the pot.",
    "Nothing has moved for {n} weeks.", "One leaf split while opening.",
    "Pot feels light after only {n} days.", "Dropped {n} leaves overnight.",
    "Checked for mites with the lens: none.", "Saw a mealybug, wiped it off.",
    "Aerial root found the wall.", "À surveiller: taches brunes.",
    "Camille asked for a cutting.", "Colour is coming back.",
    "Moved {n} cm away from the glass.", "White crust on the soil; flush it.",
]
SEASONAL_OBSERVATIONS = {
    "winter": ["Cold draught when the window is open ❄️", "Resting, fewer leaves.",
               "Grow light on for {n} hours a day."],
    "spring": ["First shoots 🌿", "Growing again, at last!", "Buds, {n} of them."],
    "summer": ["37 °C outside, shutters closed ☀️", "In full growth.",
               "Sunburn on one leaf."],
    "autumn": ["Growth slows down 🍂", "Less light already.",
               "Heating is on since yesterday."],
}
AMOUNTS = {
    "succulent": ["light"], "cactus": ["light"], "orchid": ["soak"],
    "tree": ["thorough", "1000ml"], "palm": ["thorough", "500ml"],
    "fern": ["light", "moderate"],
}
USUAL_AMOUNTS = ["moderate", "thorough", "200ml", "250ml", "300ml"]
