import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readTable } from '#commands/kernel/csv-table.ts'
import { clientsIn } from '#domain/customers/import/client-rows.ts'

const clients = async (file: string | Uint8Array) => {
  const table = await readTable(Buffer.from(file))
  return typeof table === 'string' ? null : clientsIn(table)
}

test('F40: a mark at the beginning, a quoted line end, a leading zero, two mail addresses', async () => {
  const file = readFileSync(new URL('../../../fixtures/received/clients.csv', import.meta.url))
  expect(await clients(file)).toEqual({
    clients: [
      {
        row: 2,
        values: {
          name: "Société d'Été",
          siren: '552100554',
          siret: '',
          TvaNumber: 'FR96552100554',
          email: 'compta@exemple.fr',
          website: '',
          address: { street: '12, rue X, Bât. B', postalCode: '01000', city: 'Bourg', country: '' },
        },
        more: ['dir@exemple.fr'],
        wrong: [],
      },
    ],
    nameless: [],
    others: [],
  })
})

test.each([
  ['fr', 'Raison sociale;Ville;Pays\nAtelier;Lyon;France', 'FR'],
  ['en', 'Company name,City,Country\nAtelier,Lyon,Switzerland', 'CH'],
  ['de', 'Firma;Ort;Land\nAtelier;Lyon;Deutschland', 'DE'],
  ['es', 'Empresa;Ciudad;País\nAtelier;Lyon;Bélgica', 'BE'],
  ['it', 'Ragione sociale;Città;Paese\nAtelier;Lyon;Italia', 'IT'],
  ['ar', 'الشركة;المدينة;البلد\nAtelier;Lyon;تونس', 'TN'],
])('columns are found in %s', async (_, file, country) => {
  const found = await clients(file)
  expect(found?.clients.map(({ values }) => values)).toMatchObject([
    { name: 'Atelier', address: { city: 'Lyon', country } },
  ])
})

test('a value that is none is left out and named, a right one is taken', async () => {
  const file = [
    'Nom;SIREN;N° TVA;E-mail;Pays',
    'Juste;552 100 554;FR 96 552100554;a@exemple.fr;FR',
    'Faux;552 100 555;FR 97 552100554;a-exemple.fr;Atlantide',
  ].join('\n')
  const found = await clients(file)
  expect(found?.clients.map(({ wrong }) => wrong)).toEqual([
    [],
    ['TvaNumber', 'email', 'siren', 'address'],
  ])
  expect(found?.clients[1]?.values).toMatchObject({ siren: '', TvaNumber: '', email: '' })
})

test('rows without a name and columns without a meaning are told', async () => {
  expect(await clients('Nom;Ville;Humeur\n;Lyon;bonne\nAtelier;Nice;')).toMatchObject({
    clients: [{ row: 3 }],
    nameless: [2],
    others: ['Humeur'],
  })
})

test('a table without a name and another column is no list of clients', async () => {
  expect(await clients('Nom\nAtelier')).toBeNull()
  expect(await clients('Ville;Pays\nLyon;FR')).toBeNull()
  expect(await clients('Nom;Ville\nAtelier;Lyon')).not.toBeNull()
})
