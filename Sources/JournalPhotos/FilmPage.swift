internal import HTMLKit

/// A film as one page that loads nothing from the network. It contains its
/// photos, as a list that can be read and printed without scripts; with
/// scripts, it becomes a player.
struct FilmPage {
  let title: String
  let settings: TimeLapse.Settings

  /// Writes the page; `photos` writes the photos.
  func write(
    to html: inout HTMLWriter, photos: (inout HTMLWriter) throws -> Void
  ) rethrows {
    try html.document(title: title) { html in
      html.policy(
        """
        default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
        script-src 'unsafe-inline'
        """)
      html.style(Self.style)
    } body: { html in
      try html.element(.main) { html in
        html.element(.h1, text: title)
        try html.element(
          .div, .id("film"), .word(.role, "group"),
          .text(.ariaLabel, "Photos"),
          .class(settings.fades ? "fades" : nil),
          .data("milliseconds", String(settings.milliseconds)),
          content: photos)
        html.element(
          .div, .id("controls"), .word(.role, "group"),
          .text(.ariaLabel, "Player"), .flag(.hidden)
        ) { controls(in: &$0) }
      }
      html.script(Self.script)
    }
  }

  /// Writes a photo.
  static func write(
    _ file: [UInt8], _ label: String, _ size: TimeLapse.Outcome,
    to html: inout HTMLWriter
  ) {
    html.element(.figure) { html in
      html.void(
        .img, .src(jpeg: file), .text(.alt, "Photo, \(label)"),
        .integer(.width, size.width), .integer(.height, size.height))
      html.element(.figcaption, text: label)
    }
    html.newline()
  }

  private func controls(in html: inout HTMLWriter) {
    html.element(.button, .word(.type, "button"), .id("play"), text: "Play")
    html.element(.label, .reference(.for, "position"), text: "Photo")
    html.void(
      .input, .word(.type, "range"), .id("position"), .number(.min, 1),
      .number(.value, 1), .number(.step, 1))
    html.element(.output, .id("date"), .reference(.for, "position"))
    html.element(.label, .reference(.for, "speed"), text: "Speed")
    html.void(
      .input, .word(.type, "range"), .id("speed"), .number(.min, -1),
      .number(.max, 1), .number(.value, 0), .number(.step, 0.05))
    html.element(.output, .id("seconds"), .reference(.for, "speed"))
    html.element(
      .p,
      text: """
        Space plays and pauses, the arrow keys go from photo to photo, Home \
        and End to the first and last, + and − change the speed.
        """)
  }

  private static let style: StaticString = """
    :root { color-scheme: light dark; --paper: #fff; --ink: #1d2b1f; \
    --accent: #2b6b38 }
    @media (prefers-color-scheme: dark) {
    :root { --paper: #161b17; --ink: #e4ebe4; --accent: #8fd19e }
    }
    body { margin: 0; background: var(--paper); color: var(--ink); \
    font: 1rem/1.5 system-ui, sans-serif }
    main { max-width: 60rem; margin: 0 auto; padding: 1rem }
    h1 { font-size: 1.4rem; margin: 0 0 .5rem }
    figure { margin: 0 0 1rem }
    img { display: block; max-width: 100%; max-height: 75vh; width: auto; \
    height: auto; margin: 0 auto }
    figcaption { text-align: center; font-variant-numeric: tabular-nums }
    .plays #film { display: grid }
    .plays figure { grid-area: 1 / 1; visibility: hidden; margin: 0 }
    .plays figure.now { visibility: visible }
    .plays .fades figure { visibility: visible; opacity: 0; \
    transition: opacity .1s }
    .plays .fades figure.now { opacity: 1 }
    #controls:not([hidden]) { display: grid; gap: .5rem 1rem; \
    grid-template-columns: auto 1fr minmax(7rem, auto); align-items: center; \
    margin-top: 1rem }
    button, p { grid-column: 1 / -1 }
    button { font: inherit; padding: .5rem 1.5rem; border: 0; \
    border-radius: .4rem; background: var(--accent); color: var(--paper); \
    justify-self: center; min-width: 8rem }
    input { accent-color: var(--accent); width: 100%; min-width: 4rem }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
    p { margin: 0; font-size: .875rem }
    """

  /// The middle of the slider means 0.3 seconds a photo; its ends mean a sixth
  /// and six times that.
  private static let script: StaticString = """
    'use strict';
    const find = id => document.getElementById(id);
    const milliseconds = Number(find('film').dataset.milliseconds);
    const figures = [...document.querySelectorAll('#film figure')];
    const [play, position, date, speed, seconds] =
      ['play', 'position', 'date', 'speed', 'seconds'].map(find);
    let now = 0;
    let timer = 0;
    const interval = () => 300 * Math.pow(6, -speed.value);
    function show(index) {
      figures[now].classList.remove('now');
      now = (index + figures.length) % figures.length;
      for (const [i, figure] of figures.entries()) {
        figure.setAttribute('aria-hidden', String(i !== now));
      }
      figures[now].classList.add('now');
      const label = figures[now].querySelector('figcaption').textContent;
      position.value = now + 1;
      position.setAttribute('aria-valuetext', label);
      date.value = `${now + 1} of ${figures.length}`;
    }
    function wait() {
      clearTimeout(timer);
      timer = setTimeout(() => { show(now + 1); wait(); }, interval());
    }
    function run(isRunning) {
      clearTimeout(timer);
      timer = 0;
      play.textContent = isRunning ? 'Pause' : 'Play';
      if (isRunning) wait();
    }
    function tellSpeed() {
      const text = `${(interval() / 1000).toFixed(2)} s a photo`;
      seconds.value = text;
      speed.setAttribute('aria-valuetext', text);
    }
    function turn(step) { run(false); show(now + step); }
    play.addEventListener('click', () => run(!timer));
    position.addEventListener('input', () => {
      run(false);
      show(position.value - 1);
    });
    speed.addEventListener('input', tellSpeed);
    document.addEventListener('keydown', event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const isSlider = event.target.tagName === 'INPUT';
      const keys = {
        ' ': () => event.target !== play && run(!timer),
        '+': () => { speed.stepUp(4); tellSpeed(); },
        '-': () => { speed.stepDown(4); tellSpeed(); },
        ArrowLeft: () => isSlider || turn(-1),
        ArrowRight: () => isSlider || turn(1),
        Home: () => isSlider || turn(-now),
        End: () => isSlider || turn(figures.length - 1 - now),
      };
      const act = keys[event.key];
      if (act && act() === undefined) event.preventDefault();
    });
    document.documentElement.classList.add('plays');
    find('controls').hidden = false;
    position.max = figures.length;
    speed.value = -Math.log(milliseconds / 300) / Math.log(6);
    tellSpeed();
    show(0);
    run(!matchMedia('(prefers-reduced-motion: reduce)').matches);
    """
}
