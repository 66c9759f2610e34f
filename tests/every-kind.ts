import fc from 'fast-check'
import { PALETTE_SIZE } from '#contract/kernel/records.ts'
import type { Field, FieldKind } from '#domain/kernel/records/field.ts'
import {
  address,
  boolean,
  choice,
  choices,
  colour,
  country,
  currency,
  day,
  decimal,
  duration,
  email,
  file,
  files,
  iban,
  image,
  instant,
  integer,
  level,
  longText,
  markdown,
  money,
  month,
  percent,
  phone,
  profile,
  reference,
  references,
  richText,
  rows,
  siren,
  siret,
  text,
  texts,
  url,
  vatNumber,
  year,
} from '#domain/kernel/records/fields.ts'
import { vatNumberOf } from '#domain/kernel/identifiers.ts'
import { defineRecord, type Wire } from '#domain/kernel/records/record.ts'
import { words } from '#domain/kernel/word-forms.ts'

/**
 * A record with a field of every kind, that no product has: what the engine promises is tried on
 * it.
 */
export const EveryKind = defineRecord('everyKind', {
  context: 'kernel',
  permission: 'contact',
  fields: {
    name: text({ required: true, max: 80 }),
    note: longText(),
    article: markdown(),
    letter: richText(),
    tags: texts(),
    mail: email(),
    telephone: phone(),
    site: url(),
    country: country(),
    siren: siren(),
    siret: siret(),
    vatNumber: vatNumber(),
    iban: iban(),
    boughtOn: day(),
    seenAt: instant(),
    startYear: year(),
    startMonth: month({ of: 'startYear' }),
    minutes: duration(),
    currency: currency(),
    price: money({ currency: 'currency' }),
    fee: money(),
    count: integer({ min: 0, max: 1000 }),
    weight: decimal({ digits: 3 }),
    share: percent(),
    isOpen: boolean(),
    state: choice(['draft', 'sent']),
    days: choices(['monday', 'friday', 'sunday']),
    skill: level(['basic', 'familiar', 'expert']),
    swatch: colour(),
    companyId: reference('company', { onRemove: 'refuse' }),
    organismIds: references('organism', { onRemove: 'refuse' }),
    contractId: file(),
    attachmentIds: files(),
    picture: image(),
    address: address(),
    labels: words(),
    lines: rows({ label: text({ required: true }), amount: money(), rate: percent(), on: day() }),
  },
  derived: { double: { ...money({ currency: 'currency' }), of: (v) => v.price * 2 } },
  named: ['name', 'state'],
  listed: ['name', 'price', 'address.city', 'boughtOn', 'double'],
  searched: ['name', 'note', 'tags', 'address.city'],
})

/** A record of a professional profile. */
export const OfProfile = defineRecord('ofProfile', {
  context: 'kernel',
  permission: 'cv',
  scope: 'profile',
  fields: { name: text({ required: true }), profileId: profile() },
  named: ['name'],
  listed: ['name'],
  searched: ['name'],
})

/** A record of everyone, that anyone reads. */
export const Leaflet = defineRecord('leaflet', {
  context: 'kernel',
  permission: 'blogs',
  scope: 'shared',
  read: 'public',
  fields: { name: text({ required: true }) },
  named: ['name'],
  listed: ['name'],
  searched: ['name'],
})

/** A record of everyone, that those read who hold its permission. */
export const Guideline = defineRecord('guideline', {
  context: 'kernel',
  permission: 'blogs',
  scope: 'shared',
  fields: { name: text({ required: true }) },
  named: ['name'],
  listed: ['name'],
  searched: ['name'],
})

export const synthetic = [EveryKind, OfProfile, Leaflet, Guideline]

/** Pictures of one pixel: red, and blue. */
export const RED =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
export const BLUE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg=='

export type Ids = {
  readonly company: readonly string[]
  readonly organism: readonly string[]
  readonly professionalInfo: readonly string[]
  readonly contact: readonly string[]
  readonly project: readonly string[]
}

/** A whole record of every kind, as a client sends it and as it is answered. */
export const first = (ids: Ids): Wire<typeof EveryKind> => ({
  name: 'Atelier Brumaire',
  note: 'Ligne un\nLigne deux',
  article: '# Titre\n\n- un',
  letter: '<p>Bonjour <strong>Anna</strong></p>',
  tags: ['lent', 'sûr'],
  mail: 'compta@lampadaire.example',
  telephone: '+33199001234',
  site: 'https://exemple.fr',
  country: 'FR',
  siren: '732829320',
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
  iban: 'FR7630006000011234567890189',
  boughtOn: Date.UTC(2026, 9, 30),
  seenAt: Date.UTC(2026, 9, 30, 8, 15, 30),
  startYear: 2019,
  startMonth: 4,
  minutes: 90,
  currency: 'TND',
  price: 12.345,
  fee: -3.5,
  count: 7,
  weight: 1.125,
  share: 33.33,
  isOpen: true,
  state: 'draft',
  days: ['monday', 'sunday'],
  skill: 2,
  swatch: 17,
  companyId: ids.company[0] ?? 0,
  organismIds: [ids.organism[1] ?? '', ids.organism[0] ?? ''],
  contractId: '01JD000000000000000000D001',
  attachmentIds: ['01JD000000000000000000D002', '01JD000000000000000000D003'],
  picture: RED,
  address: { street: '3 rue Oblique', postalCode: '69000', city: 'Lyon-sur-Papier', country: 'FR' },
  labels: { fr: 'Un', en: 'One', ar: '', es: '', de: '', it: '' },
  lines: [
    { label: 'Étude', amount: 650.5, rate: 20, on: Date.UTC(2026, 9, 1) },
    { label: 'Port', amount: 0, rate: 5.5, on: 0 },
  ],
})

/** Another one: each field differs from the first's. */
export const second = (ids: Ids): Wire<typeof EveryKind> => ({
  name: 'Zénith',
  note: 'Autre',
  article: '',
  letter: '<p>Adieu</p>',
  tags: [],
  mail: 'autre@lampadaire.example',
  telephone: '+33612345678',
  site: 'https://autre.example/page',
  country: 'BE',
  siren: '356000000',
  siret: '35600000000048',
  vatNumber: 'DE123456789',
  iban: 'DE89370400440532013000',
  boughtOn: Date.UTC(2027, 0, 2),
  seenAt: 0,
  startYear: 2021,
  startMonth: 12,
  minutes: 15,
  currency: 'JPY',
  price: 1500,
  fee: 99.99,
  count: 0,
  weight: -0.5,
  share: 100,
  isOpen: false,
  state: 'sent',
  days: ['friday'],
  skill: 3,
  swatch: 1,
  companyId: 0,
  organismIds: [ids.organism[0] ?? ''],
  contractId: 0,
  attachmentIds: [],
  picture: BLUE,
  address: { street: '', postalCode: '1000', city: 'Bruxelles-en-Craie', country: 'BE' },
  labels: { fr: 'Deux', en: 'One', ar: 'اثنان', es: '', de: '', it: '' },
  lines: [{ label: 'Étude', amount: 700, rate: 20, on: Date.UTC(2026, 9, 1) }],
})

/** One value of each kind that no field of it takes. */
export const REFUSED: Readonly<Record<FieldKind, unknown>> = {
  text: 'droite\u202Egauche',
  longText: 'fin\u0000',
  markdown: '\u2066isolé',
  richText: '<p>\u0007</p>',
  texts: ['bon', 'fin\u0000'],
  email: 'compta@',
  phone: '0612',
  url: 'javascript:alert(1)',
  country: 'France',
  siren: '732829321',
  siret: '73282932000075',
  vatNumber: 'FR45732829320',
  iban: 'FR7630006000011234567890188',
  day: 253_402_300_799_999,
  instant: Date.UTC(2201, 0, 1),
  year: 1815,
  month: 13,
  duration: 1.5,
  money: 0.0001,
  currency: 'XYZ',
  integer: 1001,
  decimal: 0.0001,
  percent: 100.5,
  boolean: 'oui',
  choice: 'lost',
  choices: ['monday', 'tuesday'],
  level: 4,
  colour: 18,
  reference: '01JD00000000000000000000ZZ',
  references: ['01JD00000000000000000000ZZ'],
  file: 'contract.pdf',
  files: ['contract.pdf'],
  image: 'data:image/png;base64,AAAA',
  address: { street: '', postalCode: '', city: '', country: 'France' },
  words: { fr: 'droite\u202Egauche' },
  rows: [{ label: '', amount: 1, rate: 20, on: 0 }],
}

const word = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter((s) => !/[\p{C}\u2028\u2029]/u.test(s) && s.trim() === s && s !== '')
const line = fc.oneof(
  word,
  fc.constantFrom('', '  entouré  ', '=1+1', 'a;b', '"cité"', 'élève 😀', '٣ شارع'),
)
const lines = fc.array(line, { maxLength: 4 }).map((some) => some.join('\n'))
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const withLuhn = (body: string): string => {
  const sum = body
    .split('')
    .reverse()
    .reduce((total, digit, i) => {
      const value = Number(digit) * (i % 2 === 0 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}
const sirens = digits(8)
  .map(withLuhn)
  .filter((one) => !/^0+$/.test(one) && !one.startsWith('356000000'))
const ulid = fc.stringMatching(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
const days = fc.integer({ min: 1, max: 84_000 }).map((n) => n * 86_400_000)
const cents = (digitsAfter: number, max: number) =>
  fc.integer({ min: -max, max }).map((n) => n / 10 ** digitsAfter)

/**
 * Values that a field takes, as a client may send them: also such as are normalised.
 *
 * @param ids what references may name
 */
export function arbitrary(field: Field, ids: Ids): fc.Arbitrary<unknown> {
  const present = ids[field.references as keyof Ids] ?? []
  const options = field.options ?? []
  const kinds: Readonly<Record<FieldKind, () => fc.Arbitrary<unknown>>> = {
    text: () => (field.required ? word : line),
    longText: () => lines,
    markdown: () => lines,
    richText: () =>
      fc.constantFrom(
        '',
        '<p>Bonjour</p>',
        '<ul><li>un</li></ul>',
        '<h2>Titre</h2><p>a &amp; b</p>',
      ),
    texts: () => fc.array(line, { maxLength: 5 }),
    email: () => fc.constantFrom('', 'a@b.example', ' prénom.nom@société.example '),
    phone: () =>
      fc.oneof(
        fc.constant(''),
        digits(9).map((n) => `+33 ${n.replace(/^0/, '6')}`),
        digits(8).map((n) => `06${n}`),
      ),
    url: () =>
      fc.constantFrom(...(field.required ? [] : ['']), 'exemple.fr', 'http://exemple.fr/a?b=c#d'),
    country: () => fc.constantFrom('', 'FR', ' be '),
    siren: () =>
      fc.oneof(
        fc.constant(''),
        sirens,
        sirens.map((s) => `${s.slice(0, 3)} ${s.slice(3, 6)} ${s.slice(6)}`),
      ),
    siret: () =>
      fc.oneof(
        fc.constant(''),
        fc.tuple(sirens, digits(4)).map(([s, n]) => withLuhn(`${s}${n}`)),
      ),
    vatNumber: () =>
      fc.oneof(fc.constant(''), sirens.map(vatNumberOf), fc.constant('de 123456789')),
    iban: () => fc.constantFrom('', 'FR7630006000011234567890189', 'de89 3704 0044 0532 0130 00'),
    day: () =>
      fc.oneof(
        fc.constant(0),
        days,
        days.map((ms) => ms + 8 * 3_600_000),
      ),
    instant: () => fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 7_289_568_000_000 })),
    year: () => fc.oneof(fc.constant(0), fc.integer({ min: 1900, max: 2200 })),
    month: () => (field.yearField === undefined ? fc.integer({ min: 0, max: 12 }) : fc.constant(0)),
    duration: () => fc.integer({ min: 0, max: 1_000_000 }),
    money: () =>
      (field.currency === undefined
        ? cents(2, 100_000_000)
        : fc.integer({ min: -1_000_000, max: 1_000_000 })
      ).filter((amount) => field.wire.safeParse(amount).success),
    currency: () => fc.constantFrom('EUR', 'USD', 'JPY', 'TND', 'eur '),
    integer: () => fc.integer({ min: 0, max: 1000 }),
    decimal: () => cents(field.digits ?? 2, 1_000_000),
    percent: () => fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
    boolean: () => fc.boolean(),
    choice: () => fc.constantFrom(...options),
    choices: () => fc.subarray([...options]),
    level: () => fc.integer({ min: field.required ? 1 : 0, max: options.length }),
    colour: () => fc.integer({ min: 0, max: PALETTE_SIZE }),
    reference: () => fc.constantFrom(...(field.required ? [] : [0]), ...present),
    references: () => fc.subarray([...present]),
    file: () => fc.oneof(fc.constant(0), ulid),
    files: () => fc.uniqueArray(ulid, { maxLength: 5 }),
    image: () => fc.constantFrom('', RED, BLUE),
    address: () =>
      fc.record({
        street: line,
        postalCode: digits(5),
        city: line,
        country: fc.constantFrom('', 'FR', 'BE'),
      }),
    words: () => fc.record({ fr: line, en: line, ar: line, es: line, de: line, it: line }),
    rows: () =>
      fc.array(
        fc.record(
          Object.fromEntries(
            Object.entries(field.fields ?? {}).map(([key, inner]) => [key, arbitrary(inner, ids)]),
          ),
        ),
        { maxLength: 4 },
      ),
  }
  return kinds[field.kind]()
}
