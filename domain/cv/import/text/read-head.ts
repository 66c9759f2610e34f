import { ROLE } from '../cv-vocabulary.ts'
import {
  clean,
  CONTACT,
  cut,
  isBlank,
  isNameLike,
  type Line,
  LINK,
  partsOf,
  type Proposal,
  trimmed,
} from './cv-lines.ts'
import { personOf } from './read-person.ts'

/**
 * An address that a narrow column breaks at a hyphen or a slash, whole again; its label goes:
 * `(LinkedIn)`.
 */
function wholeAddress(
  line: Line,
  next: Line | undefined,
): { readonly text: string; readonly lines: readonly Line[] } {
  const begun = line.text.trim()
  const rest = next?.text.trim() ?? ''
  const isBroken =
    /^\S+[-/]$/.test(begun) && LINK.test(begun) && /^[\w%/.-]+(?:\s\([^)]*\))?$/.test(rest)
  const text = isBroken ? `${begun}${rest}` : line.text
  return {
    text: text.replace(/(\S)\s\([^()]*\)\s*$/, '$1'),
    lines: isBroken && next ? [line, next] : [line],
  }
}

/** Lines of addresses on the web alone, and those that stand beside a mail or a phone. */
function linksOf(
  lines: readonly Line[],
  beside: ReturnType<typeof personOf>['links'],
): readonly Proposal[] {
  const alone = lines.flatMap((line, index) => {
    const whole = wholeAddress(line, lines[index + 1])
    const pieces = partsOf(whole.text)
    return pieces.length > 0 && pieces.every((piece) => LINK.test(piece))
      ? [{ lines: whole.lines, pieces }]
      : []
  })
  const found = [...beside.map(({ line, link }) => ({ lines: [line], pieces: [link] })), ...alone]
  if (found.length === 0) return []
  const links = cut(found.flatMap(({ pieces }) => pieces).join('\n'), 1_000)
  const used = found.flatMap((one) => one.lines.map(({ at }) => at))
  const left = beside.flatMap((one) => one.left)
  return [{ section: 'head', values: { links }, confidence: 0.85, lines: used, left }]
}

/** The person, the profession and the links of the lines that no heading names, or *Contact*. */
export function contactOf(lines: readonly Line[], isFirst: boolean): readonly Proposal[] {
  const person = personOf(lines, isFirst)
  const others = lines.filter((line) => !person.lines.has(line))
  const [first] = lines.filter((line) => !isBlank(line))
  const isRead = first !== undefined && person.lines.has(first)
  return [
    ...person.proposals,
    ...(isFirst ? headOf(isRead ? [first, ...others] : others) : []),
    ...linksOf(others, person.links),
  ]
}

/** The profession under the name, and the sentences below it. */
function headOf(lines: readonly Line[]): readonly Proposal[] {
  const filled = lines.filter((line) => !isBlank(line) && !CONTACT.test(line.text))
  const proposals: Proposal[] = []
  const named = filled.slice(1, 4).filter((line) => isNameLike(line) && line.period === null)
  const role = named.find((line) => ROLE.test(line.text))
  const title = role ?? named.find((line) => line.text.trim().split(/\s+/).length <= 6)
  if (title)
    proposals.push({
      section: 'head',
      values: { title: cut(trimmed(title.text), 200) },
      confidence: role ? 0.8 : 0.5,
      lines: [title.at],
    })
  const sentences = filled
    .slice(1)
    .filter((line) => line !== title && line.text.trim().split(/\s+/).length >= 8)
  const [begin] = sentences
  const end = sentences.at(-1)
  if (begin && end) {
    const all = filled.filter(
      ({ at }) =>
        at >= begin.at && at <= end.at + 1 && (at <= end.at || !/[.!?؟]$/.test(end.text.trim())),
    )
    proposals.push({
      section: 'head',
      values: { summary: cut(all.map(({ text }) => clean(text)).join(' '), 2_000) },
      confidence: 0.76,
      lines: all.map(({ at }) => at),
    })
  }
  return proposals
}

export const summaryOf = (lines: readonly Line[]): readonly Proposal[] => {
  const filled = lines.filter((line) => !isBlank(line) && !CONTACT.test(line.text))
  if (filled.length === 0) return []
  const summary = cut(filled.map(({ text }) => clean(text)).join(' '), 2_000)
  return [
    { section: 'head', values: { summary }, confidence: 0.85, lines: filled.map(({ at }) => at) },
  ]
}
