import { expect, test } from 'vitest'
import { addressesIn } from '#web/mail/addresses.ts'

test.each([
  ['Marie Roux <marie@roux.example>', ['marie@roux.example']],
  [
    '"Roux, Marie" <marie@roux.example>; Paul <paul@roux.example>',
    ['marie@roux.example', 'paul@roux.example'],
  ],
  ['a@b.example, c@d.example', ['a@b.example', 'c@d.example']],
  ['a@b.example c@d.example', ['c@d.example', 'a@b.example']],
  ['a@b.example\r\nMarie <c@d.example>\n', ['a@b.example', 'c@d.example']],
  ['Équipe: a@b.example, c@d.example;', ['a@b.example', 'c@d.example']],
  ['mailto:a@b.example', ['a@b.example']],
  ['<a@b.example>', ['a@b.example']],
  ['Marie', ['Marie']],
  ['', []],
])('the addresses of %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})

test('F32: pasted recipients with names, commas and semicolons are three', () => {
  const pasted = '"Dupont, Jean" <jean.dupont@exemple.fr>; marie@exemple.fr, paul@exemple.fr'
  expect(addressesIn(pasted)).toEqual([
    'jean.dupont@exemple.fr',
    'marie@exemple.fr',
    'paul@exemple.fr',
  ])
})
