import { isPhone, normalisePhone } from '#domain/kernel/identifiers.ts'
import { saying } from '../listed-fields.ts'
import { isPersonName, personNameOf } from '../person-name.ts'
import {
  byComma,
  cut,
  isBlank,
  type Left,
  type Line,
  LINK,
  partsOf,
  type Proposal,
  trimmed,
} from './cv-lines.ts'

/** A mail, with the label before it. */
const MAIL =
  /(?:\p{L}[\p{L} -]{0,14}[:：]\s*)?[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u
/** A number as people write theirs: a prefix or a leading zero, then figures in groups. */
const PHONE =
  /(?:\p{L}[\p{L}. -]{0,14}[:：]\s*)?(?:(?:\+|\b00)\d(?:[\s.()/-]{0,3}\d){6,14}|\b0\d(?:[\s./-]?\d){7,11})/u
/** *75011 Paris*, *CH-1003 Lausanne*, *28013 Madrid, España*. */
const TOWN = /\b(?:[A-Z]{1,2}-)?(\d{4,5})\s+(\p{Lu}[\p{L}'’. -]{1,60})/u
const STREET =
  /\d.*\p{L}{3}|^(?:rue|avenue|av\.|boulevard|bd|place|chemin|via|calle|piazza|شارع)\s/iu
/** The label before a value: *Tél. :*, *E-mail:*, ☎. */
const LABEL = /^(?:\p{L}[\p{L}\s./-]{0,18}[:：]|[\p{So}\p{Co}]+)\s*/u
/** A town by itself, or with its country: *Lyon, France*. */
const TOWN_ALONE = /^\p{Lu}[\p{L}'’-]+(?:[ -]\p{L}[\p{L}'’-]+){0,3}(?:,\s\p{Lu}[\p{L} ]{2,30})?$/u

type Contact = Pick<Proposal, 'values' | 'confidence'>

/** Phone or address that a part of a contact line says; null for other words. */
function contactIn(part: string): Contact | null {
  const text = part.replace(LABEL, '')
  if (PHONE.test(part)) {
    const phone = normalisePhone(text.replace('(0)', ''))
    // A number without its country is told, and written by the user.
    return isPhone(phone) ? { values: { phone }, confidence: 0.9 } : null
  }
  const town = TOWN.exec(text)
  if (town === null) return null
  const [whole, postalCode = '', city = ''] = town
  const before = trimmed(text.slice(0, town.index))
  const after = trimmed(text.slice(town.index + whole.length))
  if (/\d/.test(after) || (before !== '' && !STREET.test(before))) return null
  const street = cut(before, 300)
  return { values: saying({ street, postalCode, city: trimmed(city) }), confidence: 0.85 }
}

/** Parts of a line of contacts: a mail and a phone stand apart from words beside them. */
const contactParts = (text: string): readonly string[] =>
  partsOf(text.replace(MAIL, '\t$&\t').replace(PHONE, '\t$&\t'))

/** Values and links of a line of contacts, and its words that have no field, such as the mail. */
type ContactLine = {
  readonly read: readonly (Contact & Pick<Proposal, 'section'>)[]
  readonly links: readonly string[]
  readonly left: readonly string[]
}

const isSentence = (text: string): boolean => text.split(/\s+/).length >= 8

function contactsOf(parts: readonly string[]): ContactLine | null {
  const read: ContactLine['read'][number][] = []
  const links: string[] = []
  const left: string[] = []
  for (const part of parts) {
    const contact = LINK.test(part) ? null : contactIn(part)
    if (LINK.test(part)) links.push(part)
    else if (contact !== null) read.push({ ...contact, section: 'person' })
    else left.push(part)
  }
  const hasMail = left.some((part) => MAIL.test(part))
  const town = read.length > 0 || hasMail ? left.find((part) => TOWN_ALONE.test(part)) : undefined
  if (town !== undefined && !read.some(({ values }) => 'city' in values))
    read.push({ section: 'person', values: { city: town }, confidence: 0.6 })
  return left.some(isSentence) ? null : { read, links, left: left.filter((part) => part !== town) }
}

/** The first line: the name, then the profession or contacts. */
function headLineOf(text: string): ContactLine | null {
  const [first = '', ...others] = contactParts(text)
  const [name = '', ...words] = isPersonName(first) ? [first] : byComma(first)
  const rest = contactsOf([...words, ...others])
  if (!isPersonName(name) || rest === null) return null
  const named = { values: saying(personNameOf(cut(name, 200))), confidence: 0.8 }
  const title = rest.left.find((part) => !MAIL.test(part))
  return {
    ...rest,
    read: [
      { section: 'person', ...named },
      ...rest.read,
      ...(title === undefined
        ? []
        : [{ section: 'head' as const, values: { title: cut(title, 200) }, confidence: 0.6 }]),
    ],
    left: rest.left.filter((part) => part !== title),
  }
}

/** Lines of a name that a narrow column breaks: one word each. */
function brokenName([first, second]: readonly Line[]): readonly Line[] {
  const isWord = (line: Line | undefined): boolean =>
    /^\p{Lu}[\p{L}\p{M}'’-]+$/u.test(line?.text.trim() ?? '')
  return first !== undefined && second !== undefined && isWord(first) && isWord(second)
    ? [first, second]
    : []
}

function namedOn(lines: readonly Line[]): readonly Proposal[] {
  if (lines.length === 0) return []
  const values = personNameOf(lines.map(({ text }) => text.trim()).join(' '))
  return [{ section: 'person', values, confidence: 0.6, lines: lines.map(({ at }) => at) }]
}

/**
 * Name, phone and address in the head of a CV, and the lines that they take. The mail is the
 * account's, and listed as left. Links beside them are the caller's.
 */
export function personOf(lines: readonly Line[], isFirst: boolean) {
  const seen = new Set<string>()
  const filled = lines.filter((line) => !isBlank(line))
  const broken = isFirst ? brokenName(filled) : []
  const found = filled.flatMap((line, index) => {
    if (broken.includes(line)) return []
    const contacts =
      isFirst && index === 0 ? headLineOf(line.text) : contactsOf(contactParts(line.text))
    if (contacts === null) return []
    const { read, links, left } = contacts
    // Lines of links alone are read with the lines below them.
    const isRead = read.length > 0 || (links.length > 0 && left.length > 0)
    return isRead
      ? [{ line, read, links, left: left.map((text): Left => ({ at: line.at, text })) }]
      : []
  })
  const proposals = found.flatMap(({ line, read, left }) =>
    read.map((one, index): Proposal => {
      // A second phone or town: the user chooses.
      const key = `${one.section} ${Object.keys(one.values).at(-1)}`
      const confidence = seen.has(key) ? 0.5 : one.confidence
      seen.add(key)
      return { ...one, confidence, lines: [line.at], ...(index === 0 && { left }) }
    }),
  )
  return {
    proposals: [...namedOn(broken), ...proposals],
    links: found.flatMap(({ line, read, links, left }) =>
      links.map((link) => ({ line, link, left: read.length === 0 ? left : [] })),
    ),
    lines: new Set([...broken, ...found.map(({ line }) => line)]),
  }
}
