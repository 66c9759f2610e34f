import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FIELD_CODES } from '#domain/kernel/fields.ts'
import { languages } from '#web/kernel/words/languages.ts'

const folder = 'web/locales'
const dictionaries = readdirSync(`${folder}/fr`).map((file) => file.replace('.json', ''))
const PLURAL = /_(zero|one|two|few|many|other)$/
const flat = (tree: unknown, path = ''): [string, string][] =>
  typeof tree === 'object' && tree !== null
    ? Object.entries(tree).flatMap(([key, value]) => flat(value, path ? `${path}.${key}` : key))
    : [[path, String(tree)]]
const read = (language: string, name: string) =>
  new Map(flat(JSON.parse(readFileSync(`${folder}/${language}/${name}.json`, 'utf8'))))
const stems = (words: ReadonlyMap<string, string>) =>
  [...new Set([...words.keys()].map((key) => key.replace(PLURAL, '')))].sort()
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)/g)].map((match) => match[1] ?? '').sort((a, b) => a.localeCompare(b))

test.each(languages)('%s has the same dictionaries as French', (language) =>
  expect(readdirSync(`${folder}/${language}`).map((file) => file.replace('.json', ''))).toEqual(dictionaries),
)

for (const name of dictionaries) {
  const french = read('fr', name)
  test.each(languages)(`${name}: %s has every key of French and no other`, (language) =>
    expect(stems(read(language, name))).toEqual(stems(french)),
  )

  test.each(languages)(`${name}: %s has all its plural forms wherever French counts`, (language) => {
    const words = read(language, name)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const missing = [...french.keys()]
      .filter((key) => key.endsWith('_other'))
      .flatMap((key) => forms.map((form) => key.replace(PLURAL, `_${form}`)).filter((key) => !words.has(key)))
    expect(missing).toEqual([])
  })

  test.each(languages)(`${name}: %s fills in nothing that French does not`, (language) => {
    const wrong = [...read(language, name)].filter(([key, text]) => {
      const source = french.get(key) ?? french.get(key.replace(PLURAL, '_other')) ?? ''
      const known = placeholders(source)
      // A form that says the number in words may leave it out, and nothing else.
      return (
        placeholders(text).some((one) => !known.includes(one)) ||
        known.some(
          (one) =>
            !placeholders(text).includes(one) &&
            !(PLURAL.test(key) && ['count', 'figure', 'time', 'range'].includes(one ?? '')),
        )
      )
    })
    expect(wrong).toEqual([])
  })

  test(`${name}: French keeps its no-break spaces, its apostrophe and its calm`, () => {
    const wrong = [...french].filter(([, text]) => / [:;?!%€»]|« |'|!/.test(text))
    expect(wrong).toEqual([])
  })
}

test.each(FIELD_CODES.map(String))('the rule %s has its sentence', (code) =>
  expect(read('fr', 'kernel').has(`rule.${code}`)).toBe(true),
)
