import Testing

@testable import JournalSync
