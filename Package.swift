// swift-tools-version: 6.2
import Foundation
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableExperimentalFeature("Lifetimes"),
  // The folds run over readers and keys of other modules: without their bodies
  // `today` takes 0.25 ms longer and a rebuild half as long again. Figures here
  // are those of `Benchmarks/compare.py`.
  .unsafeFlags(
    ["-cross-module-optimization"], .when(configuration: .release)),
  // A generic type is made at its first use. From its mangled name that takes
  // a parser and a search through every conformance; calling what makes it
  // takes neither: `today` 0.14 ms, `water` 0.23 ms.
  .unsafeFlags(
    ["-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors"],
    .when(configuration: .release)),
  // What the linker is to order must lie in sections of its own. The order
  // saves 0.26 ms of `today` and 0.27 ms of `water`.
  .unsafeFlags(
    ["-Xfrontend", "-function-sections"], .when(configuration: .release)),
]

/// The settings of modules that mostly wait: for servers, for other programs or
/// for a person who runs 'doctor'. They are compiled without the optimizer, in a
/// fifth of the time. That takes half a minute off a first build on two cores.
let waitingSettings: [SwiftSetting] =
  settings + [
    .unsafeFlags(
      ["-Onone", "-assert-config", "Release"], .when(configuration: .release))
  ]

/// Loads nothing when it starts. Said where a program is linked, so that all
/// programs share their modules.
let standalone = LinkerSetting.unsafeFlags(
  ["-static-executable"], .when(configuration: .release))

/// Puts side by side what the daily commands touch, so that their start
/// touches few pages; made by `make start-order`. An old list loses a part of
/// that and does no harm.
let startOrder = "\(Context.packageDirectory)/packaging/start-order.txt"
let linkerSettings: [LinkerSetting] = [
  standalone,
  .unsafeFlags(
    [
      "-use-ld=lld",
      "-Xlinker", "--symbol-ordering-file=\(startOrder)",
      "-Xlinker", "--no-warn-symbol-ordering",
    ], .when(configuration: .release)),
]

/// The photo program, where libvips's headers are: the daily program is built
/// without them, and SwiftPM would complain of each library that is missing.
let hasPictures = FileManager.default.fileExists(
  atPath: "/usr/include/vips/vips.h")
let pictures: [Target] = [
  .systemLibrary(name: "CGObject", pkgConfig: "gobject-2.0"),
  .target(
    name: "CPhotoShims", dependencies: ["CConfinement", "CGObject"],
    linkerSettings: [.linkedLibrary("vips")]),
  .target(
    name: "PhotoWorker",
    dependencies: [
      "CConfinement", "CPhotoShims", "Encodings", "POSIXKit", "ProgramPipes",
    ],
    swiftSettings: settings),
  .executableTarget(
    name: "plantguide-photo", dependencies: ["PhotoWorker"],
    swiftSettings: settings),
  .testTarget(
    name: "PhotoWorkerTests", dependencies: ["CPhotoShims", "POSIXKit"],
    swiftSettings: settings),
]

/// The program that runs networks, where OpenCV's headers are.
let hasNetworks =
  FileManager.default.fileExists(
    atPath: "/usr/include/opencv4/opencv2/dnn.hpp")
  && FileManager.default.fileExists(atPath: "/usr/include/seccomp.h")
let networks: [Target] = [
  .target(
    name: "COpenCVShims",
    // Debian's headers lie apart, and their own file for that is in a package
    // of 200 others.
    cxxSettings: [.unsafeFlags(["-isystem", "/usr/include/opencv4"])],
    linkerSettings: [
      .linkedLibrary("opencv_dnn"), .linkedLibrary("opencv_core"),
    ]),
  .target(
    name: "IdentificationWorker",
    dependencies: [
      "CConfinement", "COpenCVShims", "Encodings", "POSIXKit", "ProgramPipes",
    ],
    swiftSettings: settings),
  .executableTarget(
    name: "plantguide-identify", dependencies: ["IdentificationWorker"],
    swiftSettings: settings),
]

/// The confinement of both programs.
let confinement = Target.target(
  name: "CConfinement", linkerSettings: [.linkedLibrary("seccomp")])

let package = Package(
  name: "plantguide",
  products: [
    // The floor that every way in stands on.
    .library(
      name: "PlantGuideJournal",
      targets: ["JournalActions", "JournalFormats", "JournalQueries"])
  ],
  targets: [
    // C libraries, each behind a module map of its own.
    .systemLibrary(name: "CLMDB"),
    .systemLibrary(name: "CSodium"),
    .systemLibrary(name: "CJansson"),
    .systemLibrary(name: "CExpat"),
    .systemLibrary(name: "CMinizip"),
    .systemLibrary(name: "CMicrohttpd"),
    .systemLibrary(name: "CGnuTLS"),
    .systemLibrary(name: "CQRencode"),
    .systemLibrary(name: "CDeflate"),
    .systemLibrary(name: "CZstd"),
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CSystemd"),

    // What the journal stands on.
    .target(name: "ErrorKit", swiftSettings: settings),
    .target(name: "CPOSIXShims"),
    .target(
      name: "POSIXKit", dependencies: ["CPOSIXShims", "ErrorKit"],
      swiftSettings: settings),
    .target(
      name: "Encodings", dependencies: ["CExpat", "CJansson", "ErrorKit"],
      swiftSettings: settings),
    .target(
      name: "JournalTime", dependencies: ["ErrorKit", "POSIXKit"],
      swiftSettings: settings),
    .target(
      name: "Archives", dependencies: ["CMinizip", "ErrorKit"],
      swiftSettings: settings),

    // Finding names.
    .target(
      // Nothing of Encodings is used; but of what can be compiled first, more
      // waits for that: 6 s of a build from nothing.
      name: "SearchEngine", dependencies: ["Encodings", "ErrorKit"],
      swiftSettings: settings),
    .target(
      name: "CatalogueKit",
      dependencies: [
        "Encodings", "ErrorKit", "JournalCare", "JournalEvents", "SearchEngine",
      ], swiftSettings: settings),

    // The way of an event.
    .target(
      name: "JournalEvents",
      dependencies: ["CSodium", "Encodings", "ErrorKit", "JournalTime"],
      swiftSettings: settings),
    .target(name: "CLMDBShims"),
    .target(
      name: "LMDBKit",
      dependencies: ["CLMDB", "CLMDBShims", "ErrorKit", "POSIXKit"],
      swiftSettings: settings),
    .target(
      name: "JournalCare",
      dependencies: ["ErrorKit", "JournalEvents", "JournalTime"],
      swiftSettings: settings),
    .target(
      name: "JournalLog",
      dependencies: [
        "CSodium", "Encodings", "ErrorKit", "JournalEvents", "JournalTime",
        "LMDBKit", "POSIXKit",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalProjections",
      dependencies: [
        "Encodings", "ErrorKit", "JournalCare", "JournalEvents", "JournalLog",
        "JournalTime", "LMDBKit", "POSIXKit",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalQueries",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "ErrorKit",
        "JournalCare", "JournalEvents", "JournalLog", "JournalProjections",
        "JournalTime", "LMDBKit", "POSIXKit", "SearchEngine",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalFormats",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "ErrorKit", "HTMLKit",
        "JournalCare", "JournalEvents", "JournalLog", "JournalProjections",
        "JournalQueries", "JournalTime", "LMDBKit",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalExchange",
      dependencies: [
        "Archives", "CSodium", "CatalogueStore", "Encodings", "ErrorKit",
        "JournalActions", "JournalCare", "JournalEvents", "JournalFormats",
        "JournalInput", "JournalLog", "JournalProjections", "JournalQueries",
        "JournalTime", "LMDBKit", "POSIXKit",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalActions",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "ErrorKit",
        "JournalCare", "JournalEvents", "JournalLog", "JournalProjections",
        "JournalQueries", "JournalTime", "LMDBKit", "POSIXKit",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalSync",
      dependencies: [
        "CSodium", "CZstd", "Encodings", "ErrorKit", "JournalActions",
        "JournalCare", "JournalEvents", "JournalLog",
        "JournalProjections", "JournalQueries", "JournalTime", "LMDBKit",
        "POSIXKit", "ProgramPipes", "TextKit",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalInput",
      dependencies: [
        "CatalogueStore", "Encodings", "ErrorKit", "JournalActions",
        "JournalCare", "JournalEvents", "JournalQueries", "JournalTime",
        "POSIXKit", "SearchEngine", "TextKit",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalDoctor",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "ErrorKit",
        "JournalCare", "JournalEvents", "JournalExchange",
        "JournalIdentification", "JournalLog", "JournalProjections",
        "JournalQueries", "JournalReminders", "JournalSync", "JournalTime",
        "LMDBKit", "POSIXKit", "PlantServices", "SearchEngine", "TextKit",
      ],
      swiftSettings: waitingSettings),
    .target(
      name: "JournalReminders",
      dependencies: [
        "CSodium", "Encodings", "ErrorKit", "JournalActions", "JournalCare",
        "JournalEvents", "JournalExchange", "JournalLog", "JournalProjections",
        "JournalQueries", "JournalSync", "JournalTime", "POSIXKit", "TextKit",
      ],
      swiftSettings: waitingSettings),
    .target(
      name: "JournalReports",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "ErrorKit",
        "JournalActions",
        "JournalCare", "JournalDoctor", "JournalEvents", "JournalExchange",
        "JournalFormats", "JournalIdentification", "JournalInput",
        "JournalPhotos", "JournalQueries", "JournalReminders", "JournalSync",
        "JournalTime", "PlantServices", "TextKit",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalPages",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "ErrorKit", "HTMLKit",
        "JournalActions", "JournalCare", "JournalEvents", "JournalFormats",
        "JournalIdentification", "JournalInput", "JournalQueries",
        "JournalReminders", "JournalReports", "JournalSync", "JournalTime",
        "PlantServices", "QRCode", "SearchEngine", "TextKit",
      ],
      swiftSettings: settings),
    .target(
      name: "QRCode", dependencies: ["CQRencode"], swiftSettings: settings),
    .target(name: "CWebAssets"),
    .target(
      name: "JournalWeb",
      dependencies: [
        "CDeflate", "CWebAssets", "CatalogueKit", "CatalogueStore", "Encodings",
        "ErrorKit", "HTMLKit", "JournalActions", "JournalCare", "JournalEvents",
        "JournalExchange", "JournalFormats", "JournalIdentification",
        "JournalInput", "JournalPages", "JournalPhotos", "JournalProjections",
        "JournalQueries", "JournalReminders", "JournalReports", "JournalSync",
        "JournalTime", "POSIXKit", "PlantServices", "QRCode", "TextKit",
      ],
      swiftSettings: settings),
    .target(
      name: "TextKit", dependencies: ["Encodings"], swiftSettings: settings),
    .target(
      name: "HTMLKit", dependencies: ["Encodings", "TextKit"],
      swiftSettings: settings),
    .target(
      name: "TerminalKit",
      dependencies: [
        "Encodings", "ErrorKit", "POSIXKit", "SearchEngine", "TextKit",
      ],
      swiftSettings: settings),
    .target(
      name: "PlantGuideCLI",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "ErrorKit",
        "JournalActions", "JournalCare", "JournalDoctor", "JournalEvents",
        "JournalExchange", "JournalFormats", "JournalIdentification",
        "JournalInput", "JournalPhotos", "JournalQueries", "JournalReminders",
        "JournalReports", "JournalSync", "JournalTime", "PlantServices",
        "POSIXKit", "SearchEngine", "TerminalKit", "TextKit",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "plantguide", dependencies: ["PlantGuideCLI"],
      linkerSettings: linkerSettings),

    // The catalogue in the program, and a larger one in a database.
    .target(name: "CCatalogue"),
    .target(
      name: "CatalogueStore",
      dependencies: [
        "Archives", "CCatalogue", "CatalogueKit", "Encodings", "ErrorKit",
        "JournalCare", "JournalEvents", "LMDBKit", "POSIXKit", "SearchEngine",
      ],
      swiftSettings: settings),

    // Lets other machines sync with a journal, over a network.
    .executableTarget(
      name: "plantguide-serve",
      dependencies: [
        "CGnuTLS", "CMicrohttpd", "ErrorKit", "JournalExchange",
        "JournalQueries", "JournalSync", "JournalTime", "JournalWeb",
        "POSIXKit", "QRCode",
      ],
      swiftSettings: settings),

    // What programs of ours say to each other.
    .target(
      name: "ProgramPipes", dependencies: ["Encodings", "POSIXKit"],
      swiftSettings: settings),

    // Photos: what is kept of them, and the program that decodes them.
    .target(
      name: "JournalPhotos",
      dependencies: [
        "Encodings", "ErrorKit", "HTMLKit", "JournalActions", "JournalCare",
        "JournalEvents", "JournalExchange", "JournalLog", "JournalProjections",
        "JournalQueries", "JournalTime", "POSIXKit", "ProgramPipes", "TextKit",
      ],
      swiftSettings: settings),

    // Plants in photos: the models of a machine, and what becomes of answers.
    .target(
      name: "JournalIdentification",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "ErrorKit",
        "JournalActions", "JournalCare", "JournalEvents", "JournalPhotos",
        "JournalProjections", "JournalQueries", "POSIXKit", "PlantServices",
        "ProgramPipes", "TextKit",
      ],
      swiftSettings: settings),

    // Objects to and from stores, over a network, in a program of its own.
    .target(
      name: "ObjectTransport",
      dependencies: [
        "CCurl", "CSodium", "Encodings", "ErrorKit", "POSIXKit",
        "ProgramPipes",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "plantguide-sync", dependencies: ["ObjectTransport"],
      swiftSettings: settings),

    // What plants are and need, asked of services on the network.
    .target(
      name: "PlantServices",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "ErrorKit",
        "JournalActions", "JournalCare", "JournalEvents", "JournalLog",
        "JournalPhotos", "JournalProjections", "JournalQueries", "JournalSync",
        "JournalTime", "POSIXKit",
      ],
      swiftSettings: waitingSettings),

    // Notes on the desktop, in a program of its own.
    .target(
      name: "DesktopNotes",
      dependencies: ["CSystemd", "Encodings", "POSIXKit"],
      swiftSettings: waitingSettings),
    .executableTarget(
      name: "plantguide-notify", dependencies: ["DesktopNotes"],
      swiftSettings: settings),

    // A program on that floor, to learn from.
    .executableTarget(
      name: "plantguide-example",
      dependencies: [
        "JournalActions", "JournalCare", "JournalQueries", "JournalTime",
      ],
      path: "Examples/OnePlant", swiftSettings: settings),

    // Beside the product.
    .target(
      name: "ProgramModules",
      dependencies: [
        "DesktopNotes", "JournalWeb", "ObjectTransport", "PlantGuideCLI",
      ] + (hasPictures ? ["PhotoWorker"] : [])
        + (hasNetworks ? ["IdentificationWorker"] : []),
      path: "packaging/Modules", swiftSettings: settings),
    .executableTarget(
      name: "plantguide-catalogue",
      dependencies: ["CatalogueKit", "POSIXKit"], swiftSettings: settings),
    .executableTarget(
      name: "plantguide-bench",
      dependencies: [
        "Encodings", "JournalCare", "JournalEvents", "JournalFormats",
        "JournalLog", "JournalProjections", "JournalTime", "JournalQueries",
        "LMDBKit",
      ],
      path: "Benchmarks/Journal", swiftSettings: settings,
      linkerSettings: [standalone]),
    .executableTarget(
      name: "plantguide-catalogue-bench",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "JournalTestSupport", "SearchEngine",
      ],
      path: "Benchmarks/Catalogue", swiftSettings: settings,
      linkerSettings: [standalone]),

    // Tests.
    .testTarget(
      name: "PlantGuideCLITests",
      dependencies: [
        "Encodings", "ErrorKit", "JournalCare", "JournalDoctor",
        "JournalEvents", "JournalExchange", "JournalInput", "JournalLog",
        "JournalProjections", "JournalReports",
        "JournalTestSupport", "JournalTime", "JournalQueries", "LMDBKit",
        "POSIXKit", "PlantGuideCLI", "TerminalKit", "TextKit",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalWebTests",
      dependencies: [
        "CatalogueStore", "Encodings", "ErrorKit", "JournalActions",
        "JournalCare", "JournalEvents", "JournalIdentification", "JournalLog",
        "JournalPages", "JournalProjections", "JournalQueries",
        "JournalReminders", "JournalReports", "JournalSync",
        "JournalTestSupport", "JournalTime", "JournalWeb", "LMDBKit",
        "POSIXKit", "PlantServices", "QRCode",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TerminalKitTests",
      dependencies: [
        "Encodings", "JournalTestSupport", "POSIXKit", "TerminalKit",
        "TextKit",
      ],
      swiftSettings: settings),
    .target(
      name: "JournalTestSupport",
      dependencies: ["Encodings", "JournalEvents", "JournalTime", "LMDBKit"],
      path: "Tests/JournalTestSupport", swiftSettings: settings),
    .testTarget(
      name: "POSIXKitTests", dependencies: ["JournalTestSupport", "POSIXKit"],
      swiftSettings: settings),
    .testTarget(
      name: "LMDBKitTests", dependencies: ["CLMDB", "LMDBKit", "POSIXKit"],
      swiftSettings: settings),
    .testTarget(
      name: "JournalTimeTests", dependencies: ["JournalTime"],
      swiftSettings: settings),
    .testTarget(
      name: "EncodingsTests",
      dependencies: ["Encodings", "ErrorKit", "JournalTestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "HTMLKitTests",
      dependencies: [
        "Encodings", "HTMLKit", "JournalTestSupport", "POSIXKit", "TextKit",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ArchivesTests",
      dependencies: ["Archives", "JournalTestSupport", "POSIXKit"],
      swiftSettings: settings),
    .testTarget(
      name: "SearchEngineTests",
      dependencies: ["JournalTestSupport", "SearchEngine"],
      swiftSettings: settings),
    .testTarget(
      name: "CatalogueTests",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "JournalCare",
        "JournalTestSupport", "SearchEngine",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalEventsTests",
      dependencies: [
        "Encodings", "JournalEvents", "JournalTestSupport", "JournalTime",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalRemindersTests",
      dependencies: [
        "Encodings", "ErrorKit", "JournalActions", "JournalCare",
        "JournalEvents", "JournalProjections", "JournalQueries",
        "JournalReminders",
        "JournalTestSupport", "JournalTime",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalCareTests",
      dependencies: [
        "ErrorKit", "JournalCare", "JournalEvents", "JournalTestSupport",
        "JournalTime",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalLogTests",
      dependencies: [
        "JournalEvents", "JournalLog", "JournalTestSupport", "LMDBKit",
        "POSIXKit",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalProjectionsTests",
      dependencies: [
        "ErrorKit", "JournalCare", "JournalEvents", "JournalLog",
        "JournalProjections", "JournalQueries", "JournalTestSupport",
        "JournalTime", "LMDBKit",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalQueriesTests",
      dependencies: [
        "Encodings", "JournalCare", "JournalEvents", "JournalFormats",
        "JournalLog", "JournalProjections", "JournalQueries",
        "JournalTestSupport", "JournalTime", "LMDBKit", "POSIXKit",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalDoctorTests",
      dependencies: [
        "ErrorKit", "JournalDoctor", "JournalEvents", "JournalLog",
        "JournalProjections", "JournalQueries", "JournalTestSupport",
        "JournalTime", "LMDBKit",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalActionsTests",
      dependencies: [
        "CatalogueKit", "CatalogueStore", "Encodings", "ErrorKit",
        "JournalActions", "JournalCare", "JournalEvents", "JournalExchange",
        "JournalFormats", "JournalLog", "JournalProjections", "JournalQueries",
        "JournalTestSupport", "JournalTime", "LMDBKit", "POSIXKit",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalExchangeTests",
      dependencies: [
        "Encodings", "JournalActions", "JournalCare", "JournalEvents",
        "JournalExchange", "JournalFormats", "JournalLog",
        "JournalProjections", "JournalTestSupport", "JournalTime",
        "JournalQueries", "LMDBKit", "POSIXKit",
      ],
      exclude: ["Samples"], swiftSettings: settings),

    .testTarget(
      name: "JournalReportsTests",
      dependencies: [
        "Encodings", "ErrorKit", "JournalActions", "JournalEvents",
        "JournalQueries", "JournalReports", "JournalSync",
        "JournalTestSupport", "JournalTime",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalSyncTests",
      dependencies: [
        "Encodings", "JournalCare", "JournalEvents", "JournalLog",
        "JournalProjections", "JournalQueries", "JournalSync",
        "JournalTestSupport", "JournalTime", "LMDBKit", "POSIXKit",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PlantServicesTests",
      dependencies: [
        "CatalogueStore", "Encodings", "ErrorKit", "JournalActions",
        "JournalCare", "JournalEvents", "JournalQueries",
        "JournalTestSupport", "JournalTime", "POSIXKit", "PlantServices",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalPhotosTests",
      dependencies: [
        "ErrorKit", "JournalEvents", "JournalPhotos", "JournalTestSupport",
        "JournalTime", "POSIXKit",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "JournalIdentificationTests",
      dependencies: [
        "ErrorKit", "JournalActions", "JournalCare", "JournalEvents",
        "JournalIdentification", "JournalQueries", "JournalTime",
        "PlantServices",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ObjectTransportTests",
      dependencies: ["Encodings", "JournalTestSupport", "ObjectTransport"],
      swiftSettings: settings),

    .testTarget(
      name: "DesktopNotesTests", dependencies: ["DesktopNotes", "Encodings"],
      swiftSettings: settings),

    // What `make fuzz` runs; its corpora are tests.
    .target(name: "CFuzzDriver", path: "Tests/Fuzz/Driver"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Archives", "CFuzzDriver", "CatalogueKit", "Encodings",
        "JournalActions", "JournalCare", "JournalEvents", "JournalExchange",
        "JournalFormats", "JournalIdentification", "JournalInput", "JournalLog",
        "JournalQueries", "JournalReminders", "JournalTime", "ObjectTransport",
        "PlantGuideCLI", "PlantServices", "SearchEngine", "TerminalKit",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: settings),
    .executableTarget(
      name: "plantguide-fuzz",
      dependencies: ["CFuzzDriver", "FuzzTargets", "POSIXKit"],
      path: "Tests/Fuzz/Program", swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets", "POSIXKit"],
      swiftSettings: settings),
  ] + (hasPictures || hasNetworks ? [confinement] : [])
    + (hasPictures ? pictures : []) + (hasNetworks ? networks : []),
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x,
  cxxLanguageStandard: .cxx17
)
