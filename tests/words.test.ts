import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { toCsv } from '#api/kernel/csv.ts'
import { hasMessage } from '#api/kernel/messages.ts'
import { LANGUAGES } from '#api/kernel/languages.ts'
import { recordRoutes } from '#contract/kernel/records.contract.ts'
import type { Route } from '#contract/kernel/contract.ts'
import { records } from '#domain/records.ts'
import { withFrenchSpaces } from '../scripts/french-spaces.ts'
import { demanded, errorCodes, unused } from '../scripts/word-demands.ts'
import {
  contextsOf,
  flat,
  PLURAL,
  readWords,
  stemsOf,
  textsOf,
  thingsIn,
} from '../scripts/word-files.ts'
import { missing, typesText } from '../scripts/words.ts'

const root = path.resolve(import.meta.dirname, '..')
const sortedStems = (texts: ReadonlyMap<string, string>) => [...stemsOf(texts)].sort()
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1] ?? '').sort((a, b) => a.localeCompare(b))
/** Placeholder that a plural form may leave out, because it says the number in words. */
const SAID_IN_WORDS = ['count', 'figure', 'time', 'range']

test.each(LANGUAGES)('%s has the files of French', (language) =>
  expect(contextsOf(language)).toEqual(contextsOf()),
)

describe.each(contextsOf())('%s', (context) => {
  const french = textsOf('fr', context)

  test.each(LANGUAGES)('%s has every key of French and no other, each translated', (language) => {
    const texts = textsOf(language, context)
    expect(sortedStems(texts)).toEqual(sortedStems(french))
    expect([...texts].filter(([, text]) => text === '' || text.startsWith('⟦'))).toEqual([])
  })

  test.each(LANGUAGES)('%s has all its plural forms wherever French counts', (language) => {
    const texts = textsOf(language, context)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const wanted = [...french.keys()]
      .filter((key) => key.endsWith('_other'))
      .flatMap((key) => forms.map((form) => key.replace(PLURAL, `_${form}`)))
    expect(wanted.filter((key) => !texts.has(key))).toEqual([])
  })

  test.each(LANGUAGES)('%s fills in nothing that French does not', (language) => {
    const wrong = [...textsOf(language, context)].filter(([key, text]) => {
      const known = placeholders(french.get(key) ?? french.get(key.replace(PLURAL, '_other')) ?? '')
      const own = placeholders(text)
      return (
        own.some((one) => !known.includes(one)) ||
        known.some(
          (one) => !own.includes(one) && !(PLURAL.test(key) && SAID_IN_WORDS.includes(one)),
        )
      )
    })
    expect(wrong).toEqual([])
  })

  test('French keeps its no-break spaces, its apostrophe and its calm', () =>
    expect(
      [...french].filter(
        ([, text]) => / [:;?!%€»]|« |'|!/.test(text) || withFrenchSpaces(text) !== text,
      ),
    ).toEqual([]))
})

test('an entity’s words stand in one context', () => {
  const places = contextsOf().flatMap((context) => thingsIn(readWords('fr', context)))
  expect(places.filter((section, index) => places.indexOf(section) !== index)).toEqual([])
})

test('every record, field, option, event, permission, error and screen has its words', () => {
  expect(demanded().length).toBeGreaterThan(200)
  expect(missing()).toEqual([])
})

test('a language without files lacks every key', () => {
  const keys = contextsOf().flatMap((context) =>
    [...stemsOf(textsOf('fr', context))].map((key) => `pt ${context}:${key}`),
  )
  expect(keys.length).toBeGreaterThan(1000)
  expect(missing(['fr', 'pt'])).toEqual(keys)
})

// The test reads every file of the tree, which takes long on a busy machine.
test('nothing is written that nothing reads', () => expect(unused()).toEqual([]), 120_000)

test('what every screen may say is said by the kernel alone', () => {
  const verbs = new Set(flat(readWords('fr', 'kernel')['action']).map(([, text]) => text))
  const copies = contextsOf().flatMap((context) =>
    [...textsOf('fr', context)]
      .filter(
        ([key, text]) =>
          verbs.has(text) &&
          !PLURAL.test(key) &&
          !(context === 'kernel' && key.startsWith('action.')),
      )
      .map(([key]) => `${context}:${key}`),
  )
  expect(copies).toEqual([])
})

test('the types of the words are those of the files: `npm run words -- types` writes them', () =>
  expect(readFileSync(path.join(root, 'web/i18n.d.ts'), 'utf8')).toBe(typesText()))

test.each(errorCodes())('the code %s has its sentence on the server', (code) => {
  for (const language of LANGUAGES)
    expect(hasMessage(language, code), `${code} in ${language}`).toBe(true)
})

const english = contextsOf('en').flatMap((context) => [...textsOf('en', context).values()])
test.each([
  'Required field',
  'Enter a valid email address',
  'Enter a valid phone number',
  'Enter a valid IBAN',
  'One or more email addresses are invalid',
  'Please make sure your passwords match',
  'Please choose a date greater than the start date',
  'Please choose a time greater than the start time',
  'Your date is not valid',
  'Please choose an End Date which is after the Start Date',
  'Please update your selection as it is limited to a sliding period of 90 days',
  'Attention, you have exceeded the number of working days',
  'File length greater than maximum allowed',
  'Please upload a valid image file',
  'File size should not exceed',
  'Duplicate activity !',
  'Successfully added',
  'Successfully updated',
  'Successfully deleted',
  'Email sent successfully',
  'Account created successfully, you can log in with your credentials',
  'Your message has been sent successfully',
  'Scheduled transaction added successfully',
  'New Job suggestion has been added',
  'Copied',
  'Error : ',
  'Oups, something went wrong',
  'Sorry, there was an error retrieving the data. Please try again later',
  'An error occurred. Please try again later',
  'Unable to delete this company because it is associated with billing line items.',
  'Suggestions are temporarily disabled, enter city or country manually',
  'Preview not available for this file type',
  'Page Not Found',
  "The page you are looking for doesn't exist",
  'Are you sure you want to delete?',
  'Unsaved Changes, do you want to continue?',
  'Continue without saving',
])('the product says in English: %s', (sentence) =>
  expect(english.filter((text) => text.startsWith(sentence))).not.toEqual([]),
)

/** Errors of fields; the other two say that a thing is needed. */
const codesOf = (pattern: RegExp) =>
  errorCodes()
    .filter((code) => pattern.test(code) && !['ROLE_NEEDED', 'URSSAF_CHARGE_NEEDED'].includes(code))
    .map((code) => `error.${code}`)
test.each([
  [...codesOf(/_(?:REQUIRED|NEEDED)$/), 'form.error.choose'],
  [...codesOf(/(?:FILE|IMPORT)_TOO_LARGE$/), 'import.tooLarge', 'file.tooLarge'],
  [...codesOf(/_REVERSED$/), 'error.EVENT_DATE_NOT_AFTER_START'],
  codesOf(/_(?:END|ENDS)_BEFORE_/),
  [...codesOf(/^(?:DAY_OUT_OF_RANGE|EVENT_DATE_NOT_VALID|BIRTH_IN_FUTURE)$/), 'form.error.date'],
  ['error.IMAGE_INVALID', 'form.error.imageType', 'form.error.imageBroken'],
  ['error.IMAGE_TOO_LARGE', 'form.error.imageSize'],
])('a fault begins with the specification’s sentence wherever it is said: %s, %s', (...keys) => {
  expect(keys.length).toBeGreaterThan(1)
  for (const language of LANGUAGES) {
    const words = contextsOf(language).map((context) => textsOf(language, context))
    const texts = keys.map((key) => words.find((own) => own.has(key))?.get(key) ?? key)
    const beginnings = texts.map((text) => text.split(/\s*[.:,،{]/)[0])
    expect(new Set(beginnings), texts.join('\n')).toHaveLength(1)
  }
})

/** Words of success: what English calls successful, every language does. */
const SUCCESS = {
  fr: /succès/,
  en: /successful/i,
  ar: /بنجاح/,
  es: /correctamente/,
  de: /erfolgreich/i,
  it: /correttamente|successo/,
} as const
test.each(LANGUAGES)('%s says of each success that it is one', (language) => {
  const said = contextsOf('en').flatMap((context) =>
    [...textsOf('en', context)].flatMap(([key, text]) =>
      /^[\w ]*successfully\b/i.test(text) ? [textsOf(language, context).get(key) ?? key] : [],
    ),
  )
  expect(said.filter((text) => !SUCCESS[language].test(text))).toEqual([])
  expect(said.length).toBeGreaterThan(6)
})

test.each(LANGUAGES)(
  'a bill and its entry in the books have the same labels of payment: %s',
  (language) => {
    const bill = textsOf(language, 'billing')
    const entry = textsOf(language, 'finance')
    const label = (name: string) => bill.get(`bill.option.paymentLabel.${name}`)
    expect(label('OnWait')).toBeDefined()
    expect(
      ['expected', 'late', 'paid', 'collected'].map((name) => entry.get(`status.${name}`)),
    ).toEqual(['OnWait', 'Unpaid', 'Paid', 'Cashed'].map(label))
  },
)

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'reply' in value && 'path' in value
const contract = await Promise.all(
  globSync('api/contract/**/*.ts', { cwd: root }).map(
    async (file) => (await import(path.join(root, file))) as object,
  ),
)
const lists = [
  ...contract.flatMap((module) => Object.values<unknown>({ ...module })),
  ...records.map(recordRoutes),
]
  .flatMap((routes) => Object.values(Object(routes)))
  .filter(isRoute)
  .filter(({ csv }) => csv !== false)

test('every list that is exported has a name for each column', () => {
  expect(lists.length).toBeGreaterThan(50)
  for (const { reply, csv, path: at } of lists) {
    const [head = ''] = toCsv(
      reply,
      typeof csv === 'string' ? csv : (at.split('/')[1] ?? ''),
      [],
      'fr',
    ).split('\n')
    // A field's own name starts small, its French name does not.
    expect(
      head
        .replace('\uFEFF', '')
        .split(';')
        .filter((name) => /^"?[a-z]\w*/.test(name)),
      at,
    ).toEqual([])
  }
})
