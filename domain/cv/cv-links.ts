/** An address as a paper shows it, and where it leads; a line that is no address leads nowhere. */
export type CvLink = { readonly text: string; readonly url: string }

const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:[/?#]\S*)?$/u

function linkOf(line: string): CvLink {
  const address = DOMAIN.test(line) ? `https://${line}` : line
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol)) return { text: line, url: '' }
  return { text: line.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''), url: url.href }
}

/** The links of a CV's head, one a line. */
export const linksIn = (links: string): readonly CvLink[] =>
  links
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(linkOf)
