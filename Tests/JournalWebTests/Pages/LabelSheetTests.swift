import JournalPages
import JournalTestSupport
import JournalWeb
import Testing

/// The sheets of labels.
@Suite struct LabelSheetTests {
  @Test func theTestSheetOutlinesEachLabel() throws {
    let household = try Household()
    for sheet in LabelsPage.Sheet.allCases {
      let page = try household.page("/labels?test=true&sheet=\(sheet.rawValue)")
      #expect(page.status == 200)
      #expect(page.text.contains("label-sheet is-test"))
      let outlines = page.text.ranges(of: "<li class=\"label is-used\">")
      #expect(outlines.count == sheet.count)
    }
    #expect(!(try household.page("/labels").text.contains("is-test")))
  }
}
