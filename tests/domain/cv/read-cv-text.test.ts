import { expect, test } from 'vitest'
import { readCvText } from '#domain/cv/import/read-cv-text.ts'

const TEXT = `Personne Exemple
Conceptrice de services
personne@exemple.example | linkedin.com/in/personne
https://personne.example
github.com/personne | www.travaux.example

Langues
Français : langue maternelle`

test('addresses on the web are links of the head; what stands beside a mail is listed and not guessed', () => {
  const { fields, unplaced } = readCvText(TEXT)
  expect(fields.filter(({ values }) => values['links'] !== undefined)).toMatchObject([
    {
      section: 'head',
      values: { links: 'https://personne.example\ngithub.com/personne\nwww.travaux.example' },
      lines: [3, 4],
    },
  ])
  expect(unplaced).toContain('personne@exemple.example | linkedin.com/in/personne')
})
