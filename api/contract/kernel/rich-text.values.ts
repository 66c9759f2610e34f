/**
 * Elements of a rich text besides links. The server removes all others, the browser draws no
 * others.
 */
export const RICH_TEXT_ELEMENTS: readonly string[] =
  'p br strong em u s code pre blockquote ul ol li h1 h2 h3 h4 hr'.split(' ')
