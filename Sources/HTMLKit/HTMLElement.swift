/// The elements that a page may have, each with an end tag.
///
/// Elements whose content is no markup are missing: `script`, `style` and
/// `textarea` have functions of their own.
public enum HTMLElement: String, Sendable, CaseIterable {
  // Sections.
  case article, aside, footer, h1, h2, h3, h4, header, main, nav, search
  case section
  // Groups of text.
  case blockquote, dd, div, dl, dt, figcaption, figure, li, ol, p, ul
  // Text.
  case a, b, bdi, code, em, i, kbd, mark, small, span, strong, time
  // Tables.
  case caption, table, tbody, td, tfoot, th, thead, tr
  // Forms.
  case button, datalist, fieldset, form, label, legend, optgroup, option
  case output, progress, select
  // What opens and closes.
  case details, dialog, summary
  // Pictures.
  case picture
  case circle, g, line, path, polyline, rect, svg, use
}

/// The elements that have no content and no end tag.
public enum HTMLVoidElement: String, Sendable, CaseIterable {
  case br, col, hr, img, input, source, wbr
}
