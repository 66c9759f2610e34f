import { expect, test } from 'vitest'
import { z } from 'zod'
import { parse } from '#api/kernel/parse.ts'
import { DayTime } from '#domain/kernel/records/fields.ts'
import { Moment } from '#contract/kernel/times.schemas.ts'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import type { Language } from '#api/kernel/languages.ts'
import { Refusal } from '#domain/kernel/errors.ts'

const Shape = z.strictObject({
  title: z.string().min(1).max(5),
  count: z.int().min(2).max(9),
  startDate: DayTime,
  start: Moment,
  from: z.int(),
  mail: z.email(),
  state: z.enum(['draft', 'published']),
  rhythm: z.enum(['', 'monthly', 'yearly']),
  ids: z.array(z.string()).max(2),
})
const whole = {
  title: 'Titre',
  count: 3,
  startDate: 0,
  start: 0,
  from: 0,
  mail: 'a@exemple.fr',
  state: 'draft',
  rhythm: '',
  ids: [],
}
const messageOf = (change: object, language: Language = 'fr'): unknown => {
  try {
    parse(Shape, { ...whole, ...change }, language)
  } catch (error) {
    if (error instanceof Refusal) return error.fields[0]?.details?.['message']
  }
  return undefined
}

test.each([
  ['a missing field', { title: undefined }, 'Champ obligatoire'],
  ['an empty one', { title: '' }, 'Champ obligatoire'],
  ['a number that is none', { count: 'three' }, 'Ce n’est pas un nombre'],
  ['a number that is too small', { count: 1 }, '2 au moins'],
  ['a number that is too large', { count: 10 }, '9 au plus'],
  ['a day that is none', { startDate: 'hier' }, 'Votre date n’est pas valide'],
  ['an instant that is none', { start: 'hier' }, 'Votre date n’est pas valide'],
  ['a year that is none', { from: 'hier' }, 'Ce n’est pas un nombre'],
  ['a text that is too long', { title: 'Un titre' }, '5 caractères au plus'],
  ['a mail that is none', { mail: 'nobody' }, 'Saisissez une adresse e-mail valide'],
  ['an unknown choice', { state: 'gone' }, 'draft, published'],
  ['an unknown choice that may be none', { rhythm: 'daily' }, 'parmi\u00A0: monthly, yearly.'],
  ['too many of a list', { ids: ['1', '2', '3'] }, '2 au plus'],
  ['an unknown field', { colour: 1 }, 'Ce champ n’existe pas'],
])('%s is told by the product’s own sentence', (_, change, sentence) => {
  expect(messageOf(change)).toEqual(expect.stringContaining(sentence))
  expect(messageOf({}), 'the same request without the fault').toBeUndefined()
})

test.each(LANGUAGES)('the sentences are those of %s', (language) => {
  const all = [{ title: '' }, { count: 10 }, { mail: 'x' }, { state: 'x' }, { colour: 1 }].map(
    (change) => String(messageOf(change, language)),
  )
  expect(new Set(all).size).toBe(all.length)
  expect(all.join(' ')).not.toMatch(/Invalid|expected|unrecognized|\{\{/i)
})
