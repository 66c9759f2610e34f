const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const LEFT_TO_RIGHT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/** Empty lines of the editor are empty paragraphs, which have no height without margins. */
const withEmptyLines = (html: string): string => html.replaceAll('<p></p>', '<p><br /></p>')

/**
 * Mail programs do not look for the direction of a text. Texts that begin in Arabic are marked as
 * right to left.
 */
function withDirection(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, '')
  const [arabic, latin] = [text.search(RIGHT_TO_LEFT), text.search(LEFT_TO_RIGHT)]
  return arabic >= 0 && (latin < 0 || arabic < latin) ? `<div dir="rtl">${html}</div>` : html
}

/** The body of a mail as programs show it as it was written. */
export const laidOut = (html: string): string => withDirection(withEmptyLines(html))
