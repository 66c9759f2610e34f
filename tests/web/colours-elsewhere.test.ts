import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PALETTE_SIZE } from '#domain/kernel/palette.values.ts'

const read = (name: string) => readFileSync(name, 'utf8')
const [light = '', dark = ''] = read('web/kernel/ui/tokens.css').split('--paper: #0d1117')
const swatchIn = (tokens: string, number: number) =>
  new RegExp(`--swatch-${number}: (#[0-9a-f]{6})`).exec(tokens)?.[1]

test('pages of clients have the swatches of the product, in both themes', () => {
  const css = read('api/identity/assets/sign-in.css')
  for (let number = 1; number <= PALETTE_SIZE; number++) {
    const told = [...css.matchAll(/\[data-colour='(\d+)'\] \{ --seller: (#[0-9a-f]{6}); \}/g)]
    const own = told.filter(([, of]) => Number(of) === number).map(([, , colour]) => colour)
    expect(own, String(number)).toEqual([swatchIn(light, number), swatchIn(dark, number)])
  }
})

test.each([
  ['web/index.html', ['#f3f5f8', '#0d1117']],
  ['web/public/first-paint.js', ['#0d1117', '#f3f5f8']],
  ['web/kernel/words/preferences.ts', ['#f3f5f8', '#0d1117']],
  ['api/manifest.ts', ['#f3f5f8']],
])('%s has the paper of the tokens', (name, colours) => {
  expect(light).toContain('--paper: #f3f5f8')
  expect(dark).not.toBe('')
  expect(read(name).match(/#[0-9a-f]{6}\b/g)).toEqual(colours)
})
