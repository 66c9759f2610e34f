import { expect, test } from 'vitest'
import { isPersonName, personNameOf } from '#domain/cv/import/person-name.ts'
import { readCvText } from '#domain/cv/import/read-cv-text.ts'

test.each([
  ['Anna Exemple', 'Anna', 'Exemple'],
  ['EXEMPLE Anna', 'Anna', 'EXEMPLE'],
  ['Anna-Lou DE LA FONTAINE', 'Anna-Lou', 'DE LA FONTAINE'],
  ['Anna de la FONTAINE', 'Anna', 'de la FONTAINE'],
  ['مثال أول', 'مثال', 'أول'],
])('%s is %s and %s', (text, firstName, lastName) =>
  expect(personNameOf(text)).toEqual({ firstName, lastName }),
)

test.each([
  ['Anna Exemple', true],
  ['Anna', false],
  ['Développeuse web', false],
  ['Projet 2024', false],
])('%s as a name: %s', (text, isName) => expect(isPersonName(text)).toBe(isName))

const personOf = (text: string) => {
  const { fields, unplaced } = readCvText(`Anna Exemple\n${text}\n\nLangues\nFrançais`)
  const people = fields.filter(({ section }) => section === 'person')
  return { values: Object.assign({}, ...people.map(({ values }) => values)) as object, unplaced }
}

test.each([
  ['06 12 34 56 78', { phone: '+33612345678' }],
  ['Tél. : +33 (0)6 12 34 56 78', { phone: '+33612345678' }],
  [
    '12 rue du Canal, 75010 Paris',
    { street: '12 rue du Canal', postalCode: '75010', city: 'Paris' },
  ],
  ['Lyon, France | 06 12 34 56 78', { city: 'Lyon, France', phone: '+33612345678' }],
])('%s is read', (line, values) => expect(personOf(line).values).toMatchObject(values))

test.each([
  ['a phone without its country', '020 7946 0958'],
  ['a mail, which is the account’s', 'anna@carnet.example'],
  ['a word beside a phone', 'Permis B | 06 12 34 56 78'],
])('%s is listed and not lost', (_, line) =>
  expect(personOf(line).unplaced.join(' ')).toContain(line.split(' |')[0]),
)
