import { type Address, emptyAddress } from '#domain/kernel/address.ts'
import {
  isEmail,
  vatNumberFault,
  isSiren,
  isSiret,
  normaliseVatNumber,
  sirenOfSiret,
} from '#domain/kernel/identifiers.ts'
import type { Field, Fields } from '#domain/kernel/records/field.ts'
import { columnsOf, type Table } from '#domain/kernel/table-columns.ts'
import { CLIENT_FIELDS, type ClientField } from '../import.values.ts'
import { Company } from '../company.record.ts'

type Meaning = keyof typeof WORDS
/** Names of columns in the lists of clients of other programs, in six languages. */
const WORDS = {
  name: [
    'nom',
    'raison sociale',
    'société',
    'client',
    'nom du client',
    'dénomination',
    'entreprise',
    'name',
    'company',
    'company name',
    'organisation',
    'customer',
    'client name',
    'firma',
    'firmenname',
    'unternehmen',
    'kunde',
    'nombre',
    'razón social',
    'empresa',
    'cliente',
    'nome',
    'ragione sociale',
    'azienda',
    'الاسم',
    'الشركة',
    'العميل',
  ],
  street: [
    'adresse',
    'adresse 1',
    'rue',
    'voie',
    'address',
    'address 1',
    'street',
    'anschrift',
    'straße',
    'dirección',
    'calle',
    'indirizzo',
    'via',
    'العنوان',
    'الشارع',
  ],
  moreStreet: ['adresse 2', 'complément', 'complément d’adresse', 'address 2', 'adresszusatz'],
  postalCode: [
    'cp',
    'code postal',
    'zip',
    'zip code',
    'postcode',
    'postal code',
    'plz',
    'postleitzahl',
    'código postal',
    'cap',
    'الرمز البريدي',
  ],
  city: [
    'ville',
    'commune',
    'city',
    'town',
    'ort',
    'stadt',
    'ciudad',
    'localidad',
    'città',
    'المدينة',
  ],
  country: ['pays', 'country', 'land', 'país', 'paese', 'البلد'],
  siret: ['siret', 'n siret', 'numéro siret'],
  siren: ['siren', 'n siren', 'numéro siren'],
  vat: [
    'tva',
    'n tva',
    'n de tva',
    'numéro de tva',
    'tva intracommunautaire',
    'n tva intracommunautaire',
    'vat',
    'vat number',
    'vat id',
    'ust id',
    'ust idnr',
    'umsatzsteuer id',
    'nif iva',
    'partita iva',
    'p iva',
    'الرقم الضريبي',
  ],
  email: [
    'e mail',
    'email',
    'mail',
    'courriel',
    'adresse e mail',
    'adresse mail',
    'email address',
    'correo',
    'correo electrónico',
    'posta elettronica',
    'البريد الإلكتروني',
  ],
  website: [
    'site',
    'site web',
    'site internet',
    'website',
    'web',
    'webseite',
    'sito',
    'sitio web',
    'الموقع',
  ],
} as const // prettier-ignore

/** A client of a row, as its record takes it. */
export type ClientRow = {
  readonly row: number
  readonly values: {
    readonly name: string
    readonly siren: string
    readonly siret: string
    readonly TvaNumber: string
    readonly email: string
    readonly website: string
    readonly address: Address
  }
  /** Further mail addresses, of people there. */
  readonly more: readonly string[]
  /** Fields whose value is none: they are left out. */
  readonly wrong: readonly ClientField[]
}
export type ClientTable = {
  readonly clients: readonly ClientRow[]
  /** Rows without a name. */
  readonly nameless: readonly number[]
  /** Columns that no field of a client is. */
  readonly others: readonly string[]
}

/** Rows above the head. */
const LONGEST_PREAMBLE = 20
const oneLine = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
        .replace(/[\s,]+$/, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .join(', ')

const COUNTRY_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  ['fr', 'en', 'de', 'es', 'it', 'ar'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return [
      'FR',
      'BE',
      'CH',
      'LU',
      'MC',
      'DE',
      'ES',
      'IT',
      'GB',
      'US',
      'CA',
      'NL',
      'PT',
      'AT',
      'IE',
      'TN',
      'MA',
      'DZ',
    ].map((code) => [(names.of(code) ?? code).toLowerCase(), code])
  }),
)
const countryOf = (text: string): string =>
  /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : (COUNTRY_WORDS[text.toLowerCase()] ?? '')

/** The values as the record takes them. A value that its field refuses is emptied, and named. */
function accepted(values: ClientRow['values']) {
  const wrong: ClientField[] = []
  const taken = Object.entries(values).map(([key, value]): readonly [string, unknown] => {
    const field: Field | undefined = (Company.fields as Fields)[key]
    const parsed = field?.wire.safeParse(value)
    if (parsed?.success === true && !field?.wrong?.(parsed.data, values)) return [key, parsed.data]
    // A name is there, and cut to its length.
    wrong.push(...CLIENT_FIELDS.filter((one) => one === key))
    return [key, field?.empty]
  })
  // Each value is that of its key's field.
  return { values: Object.fromEntries(taken) as ClientRow['values'], wrong }
}

const figures = (text: string): string => text.replaceAll(/\D/g, '')

/**
 * The clients of a table. A number that its own check refuses is left out and named, never stored.
 *
 * @returns null where no row names a client's column and another one
 */
export function clientsIn(table: Table): ClientTable | null {
  const heads = table.slice(0, LONGEST_PREAMBLE).map((row) => columnsOf<Meaning>(row, WORDS))
  const at = heads.findIndex(({ of }) => of.name !== undefined && Object.keys(of).length > 1)
  const { of, others } = heads[at] ?? { of: {}, others: [] }
  if (at === -1) return null
  const nameless: number[] = []
  const clients = table.slice(at + 1).flatMap((row, i): readonly ClientRow[] => {
    const cell = (meaning: Meaning): string =>
      (of[meaning] ?? []).map((column) => oneLine(row[column] ?? '')).find((text) => text !== '') ??
      ''
    const number = at + i + 2
    if (row.every((text) => text.trim() === '')) return []
    if (cell('name') === '') {
      nameless.push(number)
      return []
    }
    const mails = cell('email')
      .split(/[;,\s]+/)
      .filter((text) => text !== '')
    const [email = '', ...more] = mails.filter(isEmail)
    const vat = normaliseVatNumber(cell('vat'))
    const siret = figures(cell('siret'))
    const told = figures(cell('siren'))
    // A French number of VAT and a SIRET hold the SIREN.
    const siren =
      [
        told,
        isSiret(siret) ? sirenOfSiret(siret) : '',
        /^FR\d{11}$/.test(vat) && vatNumberFault(vat) === null ? vat.slice(4) : '',
      ].find(isSiren) ?? ''
    const values = {
      name: cell('name').slice(0, 200),
      siren,
      siret,
      TvaNumber: vat,
      email,
      website: cell('website'),
      address: {
        ...emptyAddress,
        street: [cell('street'), cell('moreStreet')].filter((text) => text !== '').join(', '),
        postalCode: cell('postalCode'),
        city: cell('city'),
        country: countryOf(cell('country')),
      },
    }
    const taken = accepted(values)
    const wrong = [
      ...taken.wrong,
      ...(mails.length > 0 && mails.length > more.length + (email === '' ? 0 : 1)
        ? (['email'] as const)
        : []),
      ...(told !== '' && !isSiren(told) ? (['siren'] as const) : []),
      ...(cell('country') !== '' && values.address.country === '' ? (['address'] as const) : []),
    ]
    return [{ row: number, values: taken.values, more, wrong: [...new Set(wrong)] }]
  })
  return { clients, nameless, others }
}
