/**
 * Elements that may be open at once: the time that the parser takes grows with the square of it.
 */
const OPEN_MAX = 2000
/** Tags of HTML that are never closed, or that the next one closes. */
const VOID = /^(?:br|hr|img|input|meta|link|p|li|td|tr|area|col|wbr)$/i

/** Whether so many elements are open at once that only a hostile page has them. */
export function isTooDeep(markup: string, isXml = false): boolean {
  let open = 0
  let from = 0
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', from)) {
    if (markup.startsWith('<![CDATA[', at)) {
      const end = markup.indexOf(']]>', at)
      if (end < 0) return false
      from = end + 3
      continue
    }
    from = at + 1
    const [, closing, name] = /^<(\/?)([a-z][\w:-]{0,40})/i.exec(markup.slice(at, at + 43)) ?? []
    if (name === undefined || (!isXml && VOID.test(name))) continue
    const end = markup.indexOf('>', at)
    if (end < 0) return open > OPEN_MAX
    from = end + 1
    if (markup[end - 1] === '/') continue
    open += closing ? -1 : 1
    if (open > OPEN_MAX) return true
  }
  return false
}
