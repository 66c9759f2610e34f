import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  address,
  BirthTime,
  boolean,
  choice,
  country,
  day,
  email,
  Iban,
  integer,
  longText,
  money,
  phone,
  reference,
  siren,
  siret,
  text,
  url,
  vatNumber,
} from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'

const codes = (schema: z.ZodType, value: unknown): unknown[] =>
  schema
    .safeParse(value)
    .error?.issues.map((issue) => (issue.code === 'custom' ? issue.params : issue.code)) ?? []

describe('a field', () => {
  test('gives back what was meant', () => {
    expect(text().wire.parse('  Atelier  ')).toBe('Atelier')
    expect(siren().wire.parse('732 829 320')).toBe('732829320')
    expect(siret().wire.parse('732 829 320 00074')).toBe('73282932000074')
    expect(vatNumber().wire.parse('fr 44 732 829 320')).toBe('FR44732829320')
    expect(Iban.parse('fr14 2004 1010 0505 0001 3m02 606')).toBe('FR1420041010050500013M02606')
    expect(email().wire.parse(' compta@lampadaire.example ')).toBe('compta@lampadaire.example')
    expect(phone().wire.parse('+33 1 99 00 12 34')).toBe('+33199001234')
    expect(phone().wire.parse('01 99 00 12 34')).toBe('+33199001234')
    expect(url().wire.parse('exemple.fr')).toBe('https://exemple.fr')
    expect(country().wire.parse(' fr ')).toBe('FR')
    expect(longText().wire.parse('a\r\nb ')).toBe('a\nb')
  })
  test('says what is missing', () => {
    expect(codes(siren().wire, '7328293')).toEqual([{ code: 'SIREN_LENGTH', digits: 7 }])
    expect(codes(siren().wire, '732829321')).toEqual([{ code: 'SIREN_INVALID' }])
    expect(codes(siret().wire, '7328293200007')).toEqual([{ code: 'SIRET_LENGTH', digits: 13 }])
    expect(codes(siret().wire, '73282932000075')).toEqual([{ code: 'SIRET_INVALID' }])
    expect(codes(vatNumber().wire, 'FR45732829320')).toEqual([
      { code: 'VAT_NUMBER_KEY', country: 'FR' },
    ])
    expect(codes(Iban, 'FR14 2004')).toEqual([{ code: 'IBAN_LENGTH', characters: 8, expected: 27 }])
    expect(codes(Iban, 'FR1520041010050500013M02606')).toEqual([{ code: 'IBAN_INVALID' }])
    expect(codes(email().wire, 'compta')).toEqual([{ code: 'EMAIL_INVALID' }])
    expect(codes(phone().wire, '0199 00 12')).toEqual([{ code: 'PHONE_PREFIX_MISSING' }])
    expect(codes(phone().wire, '+33 1')).toEqual([{ code: 'PHONE_INVALID' }])
    // Punctuation alone is no empty field: what is typed is refused, not dropped.
    expect(codes(phone().wire, '-----')).toEqual([{ code: 'PHONE_PREFIX_MISSING' }])
    expect(codes(siren().wire, ' - ')).toEqual([{ code: 'SIREN_INVALID' }])
    for (const text of ['. .', 'bonjour', 'XX12 3456', '2004 1010 0505'])
      expect(codes(Iban, text)).toEqual([{ code: 'IBAN_COUNTRY' }])
    expect(codes(url().wire, 'javascript:alert(1)')).toEqual([{ code: 'URL_INVALID' }])
    expect(codes(money().wire, 1.005)).toEqual([{ code: 'MONEY_DECIMALS', digits: 2 }])
  })
  test('takes the empty text for none, unless it is required', () => {
    for (const make of [text, longText, email, phone, url, siren, siret, vatNumber]) {
      expect(make().wire.safeParse('').success).toBe(true)
      expect(make({ required: true }).wire.safeParse('').success).toBe(false)
    }
    expect(codes(text({ required: true }).wire, '   ')).toEqual(['too_small'])
  })
  test('of a day is a midnight in UTC, and none is 0', () => {
    expect(day().wire.parse(0)).toBe(0)
    expect(day().wire.parse(Date.UTC(2026, 9, 30))).toBe(Date.UTC(2026, 9, 30))
    expect(day().wire.parse(Date.UTC(2026, 9, 29, 23, 30))).toBe(Date.UTC(2026, 9, 30))
    expect(day({ required: true }).wire.safeParse(0).success).toBe(false)
    expect(day().wire.safeParse(9e15).success).toBe(false)
  })
  test('of money, a number, a choice, a reference, an address keeps its bounds', () => {
    expect(money().wire.parse(1234.56)).toBe(1234.56)
    expect(money({ min: 0 }).wire.safeParse(-1).success).toBe(false)
    expect(integer({ min: 1, max: 9 }).wire.safeParse(10).success).toBe(false)
    expect(boolean().wire.parse(true)).toBe(true)
    expect(choice(['a', 'b']).wire.parse('')).toBe('')
    expect(choice(['a', 'b'], { required: true }).wire.safeParse('').success).toBe(false)
    expect(reference('company').wire.parse(0)).toBe(0)
    expect(reference('company').wire.parse('01ARZ3NDEKTSV4RRFFQ69G5FAV')).toBe(
      '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    )
    expect(reference('company', { required: true }).wire.safeParse(0).success).toBe(false)
    expect(
      address().wire.safeParse({ street: '', postalCode: '', city: '', country: 'France' }).success,
    ).toBe(false)
  })
  test('is written exactly in the OpenAPI document', () => {
    const Probe = defineRecord('probe', {
      context: 'kernel',
      permission: 'company',
      fields: {
        name: text({ required: true, max: 80 }),
        siren: siren(),
        due: day(),
        price: money(),
      },
      named: ['name'],
      listed: ['name'],
      searched: ['name'],
    })
    expect(z.toJSONSchema(Probe.Draft, { io: 'input' })).toMatchObject({
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 80 },
        siren: { type: 'string' },
        due: { type: 'integer' },
        price: { type: 'number' },
      },
    })
    expect(z.toJSONSchema(Probe.Draft, { io: 'output' })).toMatchObject({
      properties: { siren: { type: 'string' } },
    })
  })
})

describe('a day of birth', () => {
  test.each([Date.UTC(1961, 4, 17), Date.UTC(1990, 4, 17), 0])('takes %d', (time) =>
    expect(BirthTime.parse(time)).toBe(time),
  )
  test('is the day it is in France', () =>
    expect(BirthTime.parse(Date.UTC(1961, 4, 17) - 1_800_000)).toBe(Date.UTC(1961, 4, 17)))
  test.each([Date.UTC(1899, 11, 31), 253_402_300_800_000])('refuses %d', (time) =>
    expect(BirthTime.safeParse(time).success).toBe(false),
  )
  test('may lie before 1970, where another day may not', () =>
    expect(day().wire.safeParse(Date.UTC(1961, 4, 17)).success).toBe(false))
})
