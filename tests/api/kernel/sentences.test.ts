import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasSentence, sentence } from '#api/kernel/sentences.ts'
import { LANGUAGES } from '#api/kernel/languages.ts'
import { refusalCodes } from '#domain/kernel/errors.ts'
import { FIELD_CODES } from '#domain/kernel/fields.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Loading every module that declares a catalogue fills `refusalCodes`. */
const sources = ['domain', 'commands', 'api'].flatMap((layer) =>
  readdirSync(path.join(root, layer), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('-thread.ts') && !file.includes('locales'))
    .map((file) => path.join(root, layer, file)),
)
await Promise.all(sources.map((file) => import(file)))

describe('every code has a sentence in every language', () => {
  test.each([...refusalCodes(), ...FIELD_CODES, 'INTERNAL'])('%s', (code) => {
    for (const language of LANGUAGES) expect(hasSentence(language, code), `${code} in ${language}`).toBe(true)
  })
})

test('all six languages hold the same placeholders', () => {
  const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1] ?? '').sort((a, b) => a.localeCompare(b))
  for (const code of refusalCodes()) {
    const french = placeholders(sentence('fr', code).length > 0 ? raw('fr', code) : '')
    for (const language of LANGUAGES) expect(placeholders(raw(language, code)), `${code} in ${language}`).toEqual(french)
  }
})

/** The text with its placeholders, each filled with its own name in braces. */
const raw = (language: (typeof LANGUAGES)[number], code: string): string => sentence(language, code, new Proxy({}, { get: (_, name) => `{{${String(name)}}}` }))
