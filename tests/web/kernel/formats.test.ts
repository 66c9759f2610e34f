// @vitest-environment jsdom
import { afterEach, describe, expect, test } from 'vitest'
import {
  amountText,
  dayText,
  ibanText,
  instantText,
  localDay,
  numberText,
  percentText,
  siretText,
  vatNumberText,
} from '#web/kernel/words/formats.ts'
import { instantAt, setTimeZone, wallClock } from '#web/kernel/words/time-zone.ts'
import { parseDay, parseNumber } from '#web/kernel/form/parse-input.ts'

const N = '\u00A0'

describe('an amount', () => {
  test.each([
    ['fr', `−12${N}480,50${N}€`],
    ['en', '−€12,480.50'],
    ['ar', `−12,480.50${N}€`],
    ['es', `−12.480,50${N}€`],
    ['de', `−12.480,50${N}€`],
    ['it', `−12.480,50${N}€`],
  ] as const)('reads in %s as %s', (language, text) =>
    expect(amountText(language, { minor: -1_248_050 })).toBe(text),
  )
  test('shows its plus for a movement, and none for zero', () => {
    expect(amountText('fr', { minor: 100, sign: 'always' })).toBe(`+1,00${N}€`)
    expect(amountText('fr', { minor: 0, sign: 'always' })).toBe(`0,00${N}€`)
  })
  test('has the digits of its currency', () =>
    expect(amountText('fr', { minor: 1500, currency: 'JPY' })).toBe(`1${N}500${N}¥`))
  test('has the digits that the server stores, whatever the browser thinks of its currency', () =>
    expect(amountText('fr', { minor: 1_234_567, currency: 'IQD' })).toContain(`1${N}234,567`))
})

describe('what one types', () => {
  test.each([
    ['fr', '1 250,5', 1250.5],
    ['fr', '1\u202F250,5', 1250.5],
    ['fr', '1.250,50', 1250.5],
    ['fr', '12.5', 12.5],
    ['fr', '1.250', 1.25],
    ['en', '1,250.5', 1250.5],
    ['en', '1,250', 1250],
    ['en', '12,5', 12.5],
    ['en', '1.250', 1.25],
    ['de', '1.250', 1250],
    ['de', '1.250.000', 1_250_000],
    ['de', '1.250,5', 1250.5],
    ['de', '12.5', 12.5],
    ['de', '1,250', 1.25],
    ['es', '1.250', 1250],
    ['es', '1250,5', 1250.5],
    ['it', '1.250', 1250],
    ['it', '1.250,50 €', 1250.5],
    ['ar', '1,250.5', 1250.5],
    ['ar', '١٬٢٥٠٫٥', 1250.5],
    ['ar', '١٢٥٠', 1250],
    ['ar', '\u061C-3', -3],
    ['fr', '١٢٫٥', 12.5],
    ['fr', '−3', -3],
    ['fr', ',5', 0.5],
    ['fr', '', null],
    ['fr', 'douze', null],
    ['fr', '1e5', null],
    ['en', '1,2,3', null],
    ['de', '1.25.000', null],
  ] as const)('in %s, %s is the number %s', (language, text, number) =>
    expect(parseNumber(text, language)).toBe(number),
  )
  test.each([
    ['3/11/2026', '2026-11-03'],
    ['03-11-26', '2026-11-03'],
    ['2026-11-03', '2026-11-03'],
    ['29/02/2028', '2028-02-29'],
    ['٣/١١/٢٠٢٦', '2026-11-03'],
  ])('%s is the day %s', (text, day) => expect(parseDay(text)).toBe(Date.parse(`${day}T00:00:00Z`)))
  test.each(['31/02/2026', '29/02/2026', '2026', 'hier', '0/1/2026'])('%s is no day', (text) =>
    expect(parseDay(text)).toBeNull(),
  )
})

test('the first of a month is 1ᵉʳ in French and 1º in Italian, and only there', () => {
  expect(dayText('fr', '2026-11-01', 'long')).toBe('1ᵉʳ novembre 2026')
  expect(dayText('it', '2026-11-01', 'long')).toBe('1º novembre 2026')
  expect(dayText('it', '2026-11-21', 'long')).toBe('21 novembre 2026')
  expect(dayText('fr', '2026-11-11', 'long')).toBe('11 novembre 2026')
  expect(dayText('es', '2026-11-01', 'long')).toBe('1 de noviembre de 2026')
})

test('Arabic writes days and numbers with Latin digits', () => {
  expect(dayText('ar', '2026-11-03', 'long')).toMatch(/^3 نوفمبر 2026$/)
  expect(numberText('ar', 1234.5)).toBe('1,234.5')
})

test('a rate has its space in French and none in English', () => {
  expect(percentText('fr', 5.5)).toBe(`5,5${N}%`)
  expect(percentText('en', 5.5)).toBe('5.5%')
})

test('identifiers are grouped as on paper', () => {
  expect(siretText('12345678900012')).toBe(`123${N}456${N}789${N}00012`)
  expect(ibanText('FR7612345678901234567890123')).toBe(
    `FR76${N}1234${N}5678${N}9012${N}3456${N}7890${N}123`,
  )
  expect(vatNumberText('FR 44732829320')).toBe(`FR${N}44${N}732${N}829${N}320`)
  expect(vatNumberText('DE123456789')).toBe(`DE${N}123456789`)
  expect(vatNumberText('en cours')).toBe('en cours')
})

test('an instant names its year only when it is another one', () => {
  const year = new Date().getFullYear()
  expect(instantText('fr', new Date(year, 10, 3, 9, 14).getTime())).toBe('3 nov., 09:14')
  expect(instantText('fr', new Date(year, 10, 1, 9, 14).getTime())).toBe('1ᵉʳ nov., 09:14')
  expect(instantText('fr', new Date(year, 10, 21, 1, 1).getTime())).toBe('21 nov., 01:01')
  expect(instantText('en', new Date(year, 10, 1, 9, 14).getTime())).toBe('1 Nov, 09:14')
  expect(instantText('fr', new Date(year - 1, 10, 3, 9, 14).getTime())).toBe(
    `3 nov. ${year - 1}, 09:14`,
  )
})

test.each(['fr', 'en', 'de', 'es', 'it', 'ar'] as const)(
  'an afternoon is told by 24 hours in %s',
  (language) => {
    const afternoon = new Date(2026, 10, 3, 15, 4).getTime()
    expect(instantText(language, afternoon, 'time')).toBe('15:04')
    expect(instantText(language, afternoon, 'long')).toContain('15:04')
    expect(instantText(language, new Date(2026, 10, 3, 0, 5).getTime(), 'time')).toBe('00:05')
  },
)

describe('the account’s time zone', () => {
  afterEach(() => setTimeZone('Europe/Paris'))

  test('decides the day and the hour of an instant', () => {
    const at = Date.UTC(2026, 10, 22, 23, 30)
    setTimeZone('Europe/Paris')
    expect([localDay(at), instantText('fr', at, 'time')]).toEqual([Date.UTC(2026, 10, 23), '00:30'])
    setTimeZone('America/Martinique')
    expect([localDay(at), instantText('fr', at, 'time')]).toEqual([Date.UTC(2026, 10, 22), '19:30'])
  })

  test('stays when the name is unknown here', () => {
    setTimeZone('America/Martinique')
    setTimeZone('Mars/Olympus')
    expect(localDay(Date.UTC(2026, 10, 22, 2))).toBe(Date.UTC(2026, 10, 21))
  })

  test.each([
    ['winter', Date.UTC(2026, 0, 15), 600, Date.UTC(2026, 0, 15, 9)],
    ['summer', Date.UTC(2026, 6, 15), 0, Date.UTC(2026, 6, 14, 22)],
    ['the day the clocks go back', Date.UTC(2026, 9, 25), 0, Date.UTC(2026, 9, 24, 22)],
    ['the evening of that day', Date.UTC(2026, 9, 25), 1200, Date.UTC(2026, 9, 25, 19)],
  ])('an instant is found again from its day and minutes in %s', (_, day, minutes, at) => {
    setTimeZone('Europe/Paris')
    expect(instantAt(day, minutes)).toBe(at)
    expect(wallClock(at)).toEqual({ day, minutes })
  })
})
