// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Script } from 'node:vm'
import { afterEach, expect, test } from 'vitest'
import { directionOf, LANGUAGES } from '#web/kernel/words/languages.ts'

const file = path.resolve(import.meta.dirname, '../../../web/public/first-paint.js')
const script = new Script(readFileSync(file, 'utf8'))

afterEach(() => localStorage.clear())

/** The script stands alone, so it names the languages again. */
test.each(LANGUAGES)('the page begins in a chosen language and its direction: %s', (language) => {
  localStorage.setItem('carnet.preferences', JSON.stringify({ language }))
  script.runInThisContext()
  const { lang, dir } = document.documentElement
  expect({ lang, dir }).toEqual({ lang: language, dir: directionOf(language) })
})
