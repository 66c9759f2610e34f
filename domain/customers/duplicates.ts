import type { Values } from '#domain/kernel/records/field.ts'
import { DUPLICATE_REASONS, type DuplicateReason, type MergedEntity } from './merge.values.ts'

export type Compared = { readonly id: string; readonly since: number; readonly values: Values }
/** Two records that look like one, the older one first. */
export type Duplicate = {
  readonly ids: readonly [string, string]
  /** In the order of `DUPLICATE_REASONS`: the surest first. */
  readonly reasons: readonly DuplicateReason[]
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Legal forms that one list writes and another does not. */
const FORMS =
  /\b(?:sarl|sas|sasu|eurl|sa|sci|scop|scic|snc|eirl|ei|gmbh|ag|ug|kg|ltd|limited|llc|inc|srl|spa|sl|slu|bv|nv)\b/g

/**
 * A name without case, accents, signs and legal form: `Hydravion S.A.S.` and `hydravion` are one.
 */
export function sameName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    // Points of an abbreviation stand between its letters.
    .replaceAll(/\b(\p{L})\./gu, '$1')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return plain.replaceAll(FORMS, ' ').replaceAll(/\s+/g, ' ').trim() || plain
}

/** The last nine figures: with the country's prefix or the trunk's 0 it is the same number. */
const LINE_FIGURES = 9
const samePhone = (phone: string): string => {
  const figures = phone.replaceAll(/\D/g, '')
  return figures.length < LINE_FIGURES ? '' : figures.slice(-LINE_FIGURES)
}

const townOf = (address: unknown): string =>
  typeof address === 'object' && address !== null && 'city' in address
    ? sameName(text(address.city))
    : ''

/** Keys of equality between records, by reason; an empty text is no key. */
const KEYS: Readonly<
  Record<MergedEntity, (values: Values) => Readonly<Partial<Record<DuplicateReason, string>>>>
> = {
  company: (values) => {
    const name = sameName(text(values['name']))
    return {
      siret: text(values['siret']),
      siren: text(values['siren']),
      name: name === '' ? '' : `${name}|${townOf(values['address'])}`,
      email: text(values['email']).trim().toLowerCase(),
    }
  },
  contact: (values) => {
    const names = [values['firstName'], values['lastName']]
      .map((part) => sameName(text(part)))
      .filter(Boolean)
    return {
      email: text(values['email']).trim().toLowerCase(),
      phone: samePhone(text(values['phone'])),
      // A family name alone is many persons'. The order of a person's names differs between lists.
      name: names.length < 2 ? '' : `${names.toSorted().join(' ')}|${text(values['companyId'])}`,
    }
  },
}

/** Two establishments of one company share its SIREN and no more: they are billed apart. */
const isOtherPlace = (a: Values, b: Values): boolean => {
  const [one, other] = [text(a['siret']), text(b['siret'])]
  return one !== '' && other !== '' && one !== other
}

/**
 * Pairs of records that look alike. Several alike ones stand each with the oldest one that was not
 * marked as different.
 */
export function duplicatesOf(
  entity: MergedEntity,
  records: readonly Compared[],
  areApart: (one: string, other: string) => boolean = () => false,
): readonly Duplicate[] {
  const found = new Map<
    string,
    { readonly ids: readonly [string, string]; readonly reasons: Set<DuplicateReason> }
  >()
  const oldestFirst = records.toSorted((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1))
  for (const reason of DUPLICATE_REASONS) {
    /** Records of one key that are told apart from each other, the oldest first. */
    const firsts = new Map<string, Compared[]>()
    for (const record of oldestFirst) {
      const key = KEYS[entity](record.values)[reason] ?? ''
      if (key === '') continue
      const others = firsts.get(key)
      if (others === undefined) firsts.set(key, [record])
      const first = others?.find(({ id }) => !areApart(id, record.id))
      if (first === undefined) others?.push(record)
      else if (reason === 'siret' || !isOtherPlace(first.values, record.values)) {
        const pair = `${first.id} ${record.id}`
        const pairing = found.get(pair) ?? { ids: [first.id, record.id], reasons: new Set() }
        found.set(pair, pairing)
        pairing.reasons.add(reason)
      }
    }
  }
  return [...found.values()].map(({ ids, reasons }) => ({ ids, reasons: [...reasons] }))
}
