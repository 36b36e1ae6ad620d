internal import ErrorKit
internal import HTMLKit
internal import JournalPages
internal import JournalReports

extension WebResponse {
  /// Creates the answer to a request that failed, as a page. The status, the
  /// headers and the line in the log are those of the problem document.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - isReading: A Boolean value that indicates whether the request would
  ///     have written nothing anyway.
  ///   - ownFault: The sentence for a fault of this machine, whose details are
  ///     for its log.
  ///   - retry: The page to ask for again if that can help; `nil` for none.
  ///   - back: The page from which the request came; `nil` for none.
  ///   - clock: The clock of the request; `nil` if its error names no moment.
  ///   - context: The context of the page.
  init(
    page error: any Error, isReading: Bool = false, ownFault: String,
    retry: PagePath? = nil, back: PagePath? = nil,
    by clock: RequestClock? = nil,
    in context: PageContext
  ) {
    let problem = WebResponse(problem: error, isReading: isReading, by: clock)
    let facts = ErrorFacts(onPages: error, by: clock)
    let isOwn = Self.isOwnFault(error, facts)
    self.init(
      page: ErrorPage(
        facts.title, isOwn ? ownFault : facts.sentence,
        details: isOwn ? [] : facts.details,
        remedy: isOwn ? nil : facts.remedy.flatMap(Wording.remedyOfPages),
        retry: facts.canRetry ? retry : nil, back: back,
        identification: (error as? FailedIdentification)?.id),
      insteadOf: problem, in: context)
  }

  /// Creates a page with the status and the headers of a problem document.
  init(
    page: some Page, insteadOf problem: WebResponse, in context: PageContext
  ) {
    self.init(html: context.html(of: page))
    status = problem.status
    fault = problem.fault
    headers.merge(
      problem.headers.filter { ["retry-after", "allow"].contains($0.key) }
    ) { $1 }
  }
}
