import { expect, test } from 'vitest'
import { numberIn, payIn } from '#domain/prospecting/pay.ts'

const rate = (min: number, max: number, per: string, currency = 'EUR') => ({
  min: min * 100,
  max: max * 100,
  per,
  currency,
})

test.each([
  ['12,50 €/h (OF57)', rate(12.5, 12.5, 'hour')],
  ['entre 500 et 600 € par jour', rate(500, 600, 'day')],
  ['de 400€ à 500€ par jour', rate(400, 500, 'day')],
  ['500€-600€/jour', rate(500, 600, 'day')],
  ['600 € HT / jour', rate(600, 600, 'day')],
  ['45 000 € par an', rate(45_000, 45_000, 'year')],
  ['60.000 € pro Jahr', rate(60_000, 60_000, 'year')],
  ['50,000 - 60,000 USD per year', rate(50_000, 60_000, 'year', 'USD')],
  ['45-55 k€', rate(45_000, 55_000, 'year')],
  ['45/55k€', rate(45_000, 55_000, 'year')],
  ['45 à 55 K€ brut annuel', rate(45_000, 55_000, 'year')],
  ['$60k–$80k', rate(60_000, 80_000, 'year', 'USD')],
  ['€450 per day', rate(450, 450, 'day')],
  ['£400/day', rate(400, 400, 'day', 'GBP')],
  ['120 CHF pro Stunde', rate(120, 120, 'hour', 'CHF')],
  ['CHF 120.- / Stunde', rate(120, 120, 'hour', 'CHF')],
  ['TJM : 500-600 €', rate(500, 600, 'day')],
  ['TJM 550', rate(550, 550, 'day')],
  ['Tagessatz: 800 €', rate(800, 800, 'day')],
  ['Salary: £50,000', rate(50_000, 50_000, 'year', 'GBP')],
  ['2.500 € al mese', rate(2500, 2500, 'month')],
  ['25 € la hora', rate(25, 25, 'hour')],
  ['100 € par semaine', rate(20, 20, 'day')],
  ['25 € في الساعة', rate(25, 25, 'hour')],
  ['300 إلى 350 يورو في اليوم', rate(300, 350, 'day')],
  ['RAL: 35.000 - 40.000 €', rate(35_000, 40_000, 'year')],
  ['Dublin 2\n£400 per day', rate(400, 400, 'day', 'GBP')],
])('%s', (text, expected) => expect(payIn(text)).toEqual(expected))

test.each([
  'une prime de 500 €',
  'Sign-on bonus of £500 and a learning budget',
  '500 €\njours de congé',
  '300 000 € de chiffre d’affaires',
  'de 02/2026 à 06/2026',
  '12 mois',
  '45K utilisateurs',
  'TJM selon profil, équipe de 12',
])('%s names no pay', (text) => expect(payIn(text)).toBeNull())

test.each([
  ['45 000', 45_000],
  ['45.000', 45_000],
  ['45,000.50', 45_000.5],
  ['45.000,50', 45_000.5],
  ['12,5', 12.5],
  ['1’200', 1200],
])('%s is a number', (text, expected) => expect(numberIn(text)).toBe(expected))
