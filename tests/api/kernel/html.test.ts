import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { html, wholePage } from '#api/kernel/html.ts'

test.each([
  ['ar', 'rtl'],
  ['fr', 'ltr'],
] as const)('a page in %s runs %s, and its title is text', (language, direction) => {
  const page = wholePage(
    language,
    'A & <B>',
    html`<meta name="robots" content="noindex">`,
    html`<body>${'<i>'}</body>`,
  )
  expect(page).toMatch(/^<!doctype html>\n/)
  expect(page).toContain(`<html lang="${language}" dir="${direction}">`)
  expect(page).toContain(
    '<title>A &amp; &lt;B&gt;</title>\n<meta name="robots" content="noindex">\n</head>',
  )
  expect(page).toMatch(/<body>&lt;i&gt;<\/body>\n<\/html>$/)
})

test('pages of the server begin in one place', () => {
  const files = globSync('api/**/*.ts').filter((file) =>
    /<!doctype/i.test(readFileSync(file, 'utf8')),
  )
  expect(files).toEqual(['api/kernel/html.ts'])
})
