import { fc, test as property } from '@fast-check/vitest'
import * as ibantools from 'ibantools'
import { stdnum } from 'stdnum'
import { describe, expect, test } from 'vitest'
import {
  formatIban,
  formatSiren,
  isEmail,
  isIban,
  isPhone,
  isSiren,
  isSiret,
  isUrl,
  normaliseIban,
  normalisePhone,
  normaliseRcs,
  normaliseSiren,
  normaliseUrl,
  normaliseVatNumber,
  isUnionVatNumber,
  vatNumberFault,
  vatNumberOf,
} from '#domain/kernel/identifiers.ts'

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((d) => d.join(''))
const oracle = (kind: 'siren' | 'siret' | 'tva', value: string): boolean =>
  stdnum['FR']![kind]!.validate(value).isValid

describe('a SIREN', () => {
  test('is nine digits with a Luhn key', () => {
    expect(isSiren('732829320')).toBe(true)
    expect(isSiren('732829321')).toBe(false)
    expect(isSiren('73282932')).toBe(false)
  })
  test('is not nine zeros, though their key is right', () =>
    expect(isSiren('000000000')).toBe(false))
  test('may be written with spaces, dots and no-break spaces', () =>
    expect(normaliseSiren(' 732 829.320\u00A0')).toBe('732829320'))
  property.prop([digits(9)], { numRuns: 2000 })('agrees with stdnum', (siren) => {
    expect(isSiren(siren)).toBe(siren !== '000000000' && oracle('siren', siren))
  })
})

describe('a SIRET', () => {
  test('is its SIREN, then an establishment, with a Luhn key over all', () => {
    expect(isSiret('73282932000074')).toBe(true)
    expect(isSiret('73282932000075')).toBe(false)
    expect(isSiret('00000000000000')).toBe(false)
  })
  test('of La Poste may instead have digits whose sum is a multiple of 5', () => {
    expect(isSiret('35600000000048')).toBe(true)
    expect(isSiret('35600000049837')).toBe(true)
    expect(isSiret('35600000049838')).toBe(false)
  })
  property.prop([fc.constantFrom('732829320', '552100554'), digits(5)], { numRuns: 2000 })(
    'agrees with stdnum',
    (siren, nic) => {
      expect(isSiret(siren + nic)).toBe(oracle('siret', siren + nic))
    },
  )
})

describe('a SIRET of La Poste', () => {
  // stdnum holds its establishments to the digits' sum alone; older ones have a Luhn key, which is
  // taken too.
  property.prop([digits(5)], { numRuns: 500 })('is whatever stdnum takes', (nic) => {
    fc.pre(oracle('siret', `356000000${nic}`))
    expect(isSiret(`356000000${nic}`)).toBe(true)
  })
})

describe('a VAT number', () => {
  test('of a French company is computed from its SIREN', () => {
    expect(vatNumberOf('732829320')).toBe('FR44732829320')
    expect(vatNumberFault('FR44732829320')).toBeNull()
    expect(vatNumberFault('FR45732829320')).not.toBeNull()
    expect(vatNumberFault('FRXX732829320')).not.toBeNull()
    expect(vatNumberOf('404833048')).toBe('FR83404833048')
    expect(vatNumberOf('123456782')).toBe('FR11123456782')
  })
  property.prop([digits(8)], { numRuns: 500 })(
    'computed from any SIREN satisfies stdnum',
    (start) => {
      const siren = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((key) => start + key).find(isSiren)
      fc.pre(siren !== undefined)
      expect(oracle('tva', vatNumberOf(siren!))).toBe(true) // fc.pre left the undefined out
    },
  )
  test('of the Union has the shape of its country', () => {
    for (const good of [
      'DE136695976',
      'BE0411905847',
      'ESB58378431',
      'NL004495445B01',
      'ATU13585627',
      'EL094259216',
      'IE6433435F',
      'XI123456789',
    ])
      expect([good, vatNumberFault(good)]).toEqual([good, null])
    for (const bad of [
      'DE13669597',
      'GB12345678',
      'ZZ123456789',
      'BE2411905847',
      'AT13585627',
      '',
      'FR',
    ])
      expect([bad, vatNumberFault(bad)]).not.toEqual([bad, null])
  })
  test.each([
    ['CHE-123.456.788 TVA', 'CHE123456788TVA'],
    ['CHE-123.456.788 MWST', 'CHE123456788MWST'],
    ['che 123 456 788', 'CHE123456788'],
    ['GB 980 7806 84', 'GB980780684'],
    ['GBGD001', 'GBGD001'],
    ['NO 923 609 016 MVA', 'NO923609016MVA'],
    ['923 609 016 MVA', 'NO923609016MVA'],
    ['FR 53 0000 04605', 'FR53000004605'],
    ['LI 54321', 'LI54321'],
    ['XI 123 4567 89', 'XI123456789'],
    ['AU 51 824 753 556', 'AU51824753556'],
    ['BR 12.345.678/0001-95', 'BR12345678000195'],
  ])('F27: %s is taken outside the Union', (typed, stored) => {
    expect(normaliseVatNumber(typed)).toBe(stored)
    expect(vatNumberFault(stored)).toBeNull()
  })
  test.each([
    ['CHE123456789', 'key'],
    ['CHE12345678', 'shape'],
    ['NO923609017MVA', 'key'],
    ['GB98078068', 'shape'],
    ['FR54000004605', 'key'],
    ['AU', 'shape'],
    ['123456789', 'prefix'],
    ['QQ123456789', 'prefix'],
  ])('F27: %s is refused for its %s', (number, fault) => expect(vatNumberFault(number)).toBe(fault))
  test('of Northern Ireland holds in the Union for goods alone, a Swiss one never', () => {
    expect(isUnionVatNumber('XI123456789', 'goods')).toBe(true)
    expect(isUnionVatNumber('XI123456789', 'services')).toBe(false)
    expect(isUnionVatNumber('CHE123456788', 'goods')).toBe(false)
  })
  test('may be written in groups and small letters', () =>
    expect(normaliseVatNumber('fr 44 732 829 320')).toBe('FR44732829320'))
})

describe('an IBAN', () => {
  test('has its country’s length and is 1 modulo 97', () => {
    expect(isIban('FR1420041010050500013M02606')).toBe(true)
    expect(isIban('FR1420041010050500013M02607')).toBe(false)
    expect(isIban('FR1420041010050500013M0260')).toBe(false)
    expect(isIban('ZZ1420041010050500013M02606')).toBe(false)
  })
  test('is taken with spaces and shown by four', () => {
    expect(normaliseIban('fr14 2004 1010 0505 0001 3m02 606')).toBe('FR1420041010050500013M02606')
    expect(formatIban('FR1420041010050500013M02606')).toBe('FR14 2004 1010 0505 0001 3M02 606')
  })
  const specs = Object.entries(ibantools.countrySpecs).filter(
    ([, spec]) => spec.IBANRegistry && spec.chars,
  )
  property.prop(
    [
      fc.constantFrom(...specs),
      fc.array(fc.constantFrom(...'0123456789'.split('')), { minLength: 40, maxLength: 40 }),
      fc.constantFrom(0, 0, 0, 1, -1),
    ],
    {
      numRuns: 2000,
    },
  )('agrees with ibantools on key and length', ([country, spec], random, off) => {
    const bban = random.join('').slice(0, (spec.chars ?? 0) - 4)
    const key = String(
      98 -
        Number(
          BigInt(
            `${bban}${country}00`
              .split('')
              .map((c) => Number.parseInt(c, 36))
              .join(''),
          ) % 97n,
        ) +
        off,
    ).padStart(2, '0')
    const iban = `${country}${key}${bban}`
    const errors = ibantools.validateIBAN(iban).errorCodes
    // ibantools also knows each country's own pattern, and then says nothing sure about the key.
    fc.pre(!errors.includes(ibantools.ValidationErrorsIBAN.WrongBBANFormat))
    const wrong = [
      ibantools.ValidationErrorsIBAN.WrongIBANChecksum,
      ibantools.ValidationErrorsIBAN.WrongBBANLength,
      ibantools.ValidationErrorsIBAN.ChecksumNotNumber,
    ]
    expect(isIban(iban)).toBe(!errors.some((code) => wrong.includes(code)))
  })
})

test.each([
  ['RCS Lyon', 'Lyon'],
  ['R.C.S. Lyon', 'Lyon'],
  ['rcs  Lyon', 'Lyon'],
  ['Lyon', 'Lyon'],
  ['Rcsville', 'Rcsville'],
])('the register of %j is that of %j', (typed, town) => expect(normaliseRcs(typed)).toBe(town))

describe('e-mails, phones and web addresses', () => {
  test('OF96: an e-mail has one @ and a domain with a dot, in letters of any script', () => {
    for (const good of [
      'compta@lampadaire.example',
      'a.b+c@sub.exemple.fr',
      'été@société.example',
      'jean@exämple.fr',
    ])
      expect([good, isEmail(good)]).toEqual([good, true])
    for (const bad of [
      'compta',
      'compta@',
      '@exemple.fr',
      'a b@exemple.fr',
      'a@@exemple.fr',
      'a@exemple',
      'a..b@exemple.fr',
      'a@exemple..fr',
      'a@-exemple.fr',
      `${'a'.repeat(250)}@b.fr`,
    ])
      expect([bad, isEmail(bad)]).toEqual([bad, false])
  })
  test('an e-mail that is long and hostile is refused, and not tried in every way first', () => {
    // A pattern that goes back for each letter would still be at it when the test’s time is over.
    expect(isEmail(`${'a'.repeat(60)}@${'a-'.repeat(90)}`)).toBe(false)
  })
  test('a phone starts with its country', () => {
    expect(isPhone(normalisePhone('+33 1 99 00 12 34'))).toBe(true)
    expect(normalisePhone('0033 (1) 99.00.12-34')).toBe('+33199001234')
    expect(normalisePhone('01 99 00 12 34')).toBe('+33199001234')
    expect(normalisePhone('+33 (0)1 99 00 12 34')).toBe('+33199001234')
    expect(isPhone(normalisePhone('199 00 12 34'))).toBe(false)
    expect(isPhone('+0199001234')).toBe(false)
  })
  test('a web address is http or https with a host', () => {
    expect(isUrl(normaliseUrl('exemple.fr/page'))).toBe(true)
    expect(isUrl(normaliseUrl('http://exemple.fr'))).toBe(true)
    for (const bad of [
      'javascript:alert(1)',
      'ftp://exemple.fr',
      'https://localhost',
      'https://u:p@exemple.fr',
      'https://',
    ])
      expect([bad, isUrl(normaliseUrl(bad))]).toEqual([bad, false])
  })
  test('a SIREN and a SIRET are shown by three', () => {
    expect(formatSiren('732829320')).toBe('732\u00A0829\u00A0320'.replaceAll('\u00A0', ' '))
    expect(formatSiren('73282932000074')).toBe('732 829 320 00074')
  })
})
