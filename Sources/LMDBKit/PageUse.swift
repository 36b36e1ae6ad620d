internal import POSIXKit

/// The use of each page of a data file in one snapshot, found by following
/// every tree from its root.
public struct PageUse: Sendable {
  /// The number of the commit.
  public let commit: UInt64
  /// The databases with misplaced pages; the empty name is that of the list of
  /// databases and of the free pages.
  public private(set) var damaged: Set<String> = []
  private var names: [String] = []
  /// The place of the owner's name, from 1.
  private var owners: [UInt8]
  private let readsAll: Bool

  /// A Boolean value that indicates whether every page is in its place and used
  /// only once; otherwise the next write may overwrite pages in use.
  public var isWhole: Bool { damaged.isEmpty }

  /// Returns whether a page belongs to the tree of a database.
  public func isPage(_ number: Int, of name: String) -> Bool {
    (1...max(names.count, 1)).contains(Int(owners[number]))
      && names[Int(owners[number]) - 1] == name
  }

  /// Follows the trees of a file; `nil` if no meta page has the commit.
  ///
  /// - Parameters:
  ///   - pages: The file.
  ///   - commit: The number of the commit; `nil` for the last one in a meta
  ///     page.
  public init?(of pages: DataPages, at commit: UInt64? = nil) {
    guard let meta = pages.meta(of: commit) else { return nil }
    self.init(of: pages, at: meta, readingAll: false)
  }

  /// Follows the trees of a file from their roots in a meta page.
  ///
  /// - Parameters:
  ///   - pages: The file.
  ///   - meta: The content of the meta page.
  ///   - readsAll: Whether to read pages that cannot name others, too: LMDB
  ///     copies them by bounds that it does not check.
  init(of pages: DataPages, at meta: DataPages.Meta, readingAll readsAll: Bool)
  {
    commit = meta.commit
    self.readsAll = readsAll
    owners = [UInt8](repeating: 0, count: pages.count)
    var databases: [(name: String, tree: Page.Tree)] = []
    var free: [UInt64] = []
    walk(meta.main, of: "", in: pages) { page, node, entry in
      guard entry.isDatabase else { return true }
      guard entry.count == 48, !entry.isLarge else { return false }
      let name = page.bytes[(node + 8)..<entry.start]
      databases.append(
        (String(decoding: name, as: UTF8.self), page.tree(at: entry.start)))
      return true
    }
    walk(meta.free, of: "", in: pages) { page, _, entry in
      let list = pages.freePages(of: entry, on: page)
      free += list ?? []
      return list != nil
    }
    for (name, tree) in databases { walk(tree, of: name, in: pages) }
    // Free pages at the end need not be in the file.
    var used = owners.count { $0 > 0 } + 2
    for number in free {
      guard number > 1, number <= meta.lastPage,
        number >= UInt64(owners.count) || owners[Int(number)] == 0
      else {
        damaged.insert("")
        break
      }
      used += 1
      if number < UInt64(owners.count) { owners[Int(number)] = .max }
    }
    // LMDB relies on this when it compacts.
    if damaged.isEmpty, UInt64(used) != meta.lastPage &+ 1 {
      damaged.insert("")
    }
  }

  /// Follows a tree; `body` returns whether an entry of a leaf is valid.
  /// Without it, leaves that lead no further are not read.
  private mutating func walk(
    _ tree: Page.Tree, of name: String, in pages: DataPages,
    _ body: ((Page, _ node: Int, Page.Entry) -> Bool)? = nil
  ) {
    var count: UInt64 = 0
    defer { if count != tree.pages { damaged.insert(name) } }
    guard tree.root != .max else { return }
    if names.last != name { names.append(name) }
    var open = [(number: tree.root, level: 1)]
    while let (number, level) = open.popLast() {
      let isLeaf = level >= tree.depth
      guard take(number...number, of: name) else { continue }
      count += 1
      if isLeaf, body == nil, tree.overflowPages == 0, !readsAll { continue }
      guard let page = pages.page(number),
        let nodes = page.nodes(number: number, isLeaf: isLeaf)
      else {
        damaged.insert(name)
        continue
      }
      for node in nodes {
        guard isLeaf else {
          open.append((page.child(at: node), level + 1))
          continue
        }
        // Only the list of databases, which has no name, leads to others.
        guard let entry = page.entry(at: node),
          entry.flags <= (name.isEmpty ? 2 : 1)
        else {
          damaged.insert(name)
          continue
        }
        if entry.isLarge {
          guard let large = pages.largePages(of: entry, on: page) else {
            damaged.insert(name)
            continue
          }
          guard take(large, of: name) else { continue }
          count += UInt64(large.count)
        }
        if let body, !body(page, node, entry) { damaged.insert(name) }
      }
    }
  }

  /// Notes pages as used by a database; `false` if they are missing or used
  /// already.
  private mutating func take(
    _ numbers: ClosedRange<UInt64>, of name: String
  ) -> Bool {
    guard numbers.upperBound < UInt64(owners.count), numbers.lowerBound > 1,
      numbers.allSatisfy({ owners[Int($0)] == 0 })
    else {
      damaged.insert(name)
      return false
    }
    for number in numbers { owners[Int(number)] = UInt8(clamping: names.count) }
    return true
  }
}
