import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toCsv } from '#api/kernel/csv.ts'
import '#api/kernel/messages.ts'
import { languageOf } from '#api/kernel/languages.ts'
import { sortOf } from '#api/kernel/lists.ts'
import { parse } from '#api/kernel/parse.ts'
import { Id } from '#contract/kernel/inputs.schemas.ts'
import { kindsOfSchemas } from '#domain/kernel/records/field.ts'
import { Siren } from '#domain/kernel/records/fields.ts'
import { readCsv } from '#tests/csv-reader.ts'
import { Refusal } from '#domain/kernel/errors.ts'

const refused = (act: () => unknown): Refusal => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('the language of an answer', () => {
  test.each([
    ['ar', 'ar'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.2, it;q=0.9', 'it'],
    ['pt-BR, ja;q=0.5', 'fr'],
    ['', 'fr'],
    [`${'x,'.repeat(500)}en`, 'fr'],
  ])('for %s is %s', (header, language) => expect(languageOf(header)).toBe(language))
})

describe('what comes in', () => {
  const Body = z.strictObject({ siren: Siren, name: z.string().min(1) })

  test('of the wrong shape is malformed, each field named in the caller’s language', () => {
    const error = refused(() => parse(Body, { siren: 5 }, 'es'))
    expect(error).toMatchObject({ kind: 'malformed', code: 'REQUEST_INVALID' })
    expect(error.fields.map((f) => f.path)).toEqual(['siren', 'name'])
    expect(String(error.fields[0]?.details?.['message'])).toBe(
      'Este valor no se acepta. Corríjalo.',
    )
  })
  test('of the right shape that breaks the field’s own rule is invalid', () => {
    expect(refused(() => parse(Body, { siren: '732829321', name: 'x' }, 'fr'))).toMatchObject({
      kind: 'invalid',
      code: 'RULE_BROKEN',
      fields: [{ path: 'siren', code: 'SIREN_INVALID' }],
    })
    expect(parse(Body, { siren: '732 829 320', name: 'x' }, 'fr')).toEqual({
      siren: '732829320',
      name: 'x',
    })
  })
  test('that breaks two rules of one field is named once', () => {
    const Priced = z.object({ amount: z.number().max(10).multipleOf(0.01), name: z.string() })
    const { fields } = refused(() => parse(Priced, { amount: 12.345, name: 5 }, 'fr'))
    expect(fields.map(({ path }) => path)).toEqual(['amount', 'name'])
  })
  test('an id of the wrong form is told in a sentence, not by its pattern', () => {
    expect(refused(() => parse(z.object({ id: Id }), { id: 'nope' }, 'fr')).fields).toEqual([
      {
        path: 'id',
        code: 'FIELD_INVALID',
        details: { message: 'Cette valeur n’est pas acceptée. Corrigez-la.' },
      },
    ])
    expect(parse(z.object({ id: Id }), { id: '01J0000000000000000000000A' }, 'fr')).toEqual({
      id: '01J0000000000000000000000A',
    })
  })
  test('with an unknown field is refused by its name', () => {
    expect(
      refused(() => parse(Body, { siren: '', name: 'x', admin: true }, 'fr')).fields[0]?.path,
    ).toBe('admin')
  })
})

describe('a sort', () => {
  test('is a declared field, descending with a minus', () =>
    expect(sortOf('-name', { name: 'values.name' }, [], 'fr')).toEqual([['values.name', -1]]))
  test.each([
    ['es', 'sorted.name.es'],
    ['ar', 'sorted.name.ar'],
    ['de', 'sorted.name.fr'],
  ] as const)('by a name stands in the order of the language %s', (language, field) => {
    const fields = { name: 'sorted.name.fr' }
    expect(sortOf('name', fields, [], language)).toEqual([[field, 1]])
    expect(sortOf(undefined, {}, [['sorted.name.fr', -1]], language)).toEqual([[field, -1]])
  })
  test.each(['owner', '__proto__', 'constructor', '-'])('by %s is refused', (sort) =>
    expect(refused(() => sortOf(sort, { name: 'n' }, [], 'fr'))).toMatchObject({
      code: 'REQUEST_INVALID',
      fields: [{ path: 'sort' }],
    }),
  )
})

describe('a CSV', () => {
  const Row = z.object({
    name: z.string(),
    amount: z.number(),
    purchaseDate: z.number().register(kindsOfSchemas, { kind: 'day' }),
    address: z.object({ city: z.string() }),
    lines: z.array(z.string()),
  })
  const rows = [
    {
      name: '=1+1',
      amount: 1234.5,
      purchaseDate: Date.UTC(2026, 10, 20),
      address: { city: 'Lyon; "sud"' },
      lines: ['x'],
    },
  ]

  test('in French has a semicolon, a decimal comma, ISO days, and no formula', () => {
    expect(toCsv(z.array(Row), 'product', rows, 'fr')).toBe(
      '\ufeff"Produit";"Montant";"Acheté le";"Ville"\r\n"\'=1+1";1234,5;2026-11-20;"Lyon; ""sud"""\r\n',
    )
  })
  test.each([
    [-348.5, '-348,5'],
    [348.5, '348,5'],
  ])('leaves the figure %s a figure', (amount, written) =>
    expect(toCsv(z.array(Row), 'product', [{ ...rows[0], amount }], 'fr')).toContain(
      `;${written};`,
    ),
  )
  test.each(['+33 6 00 00 00 00', '-2 %', '@cmd', '\t=1', '=HYPERLINK("x")'])(
    'never hands the text %j to a spreadsheet as a formula',
    (name) =>
      expect(toCsv(z.array(Row), 'product', [{ ...rows[0], name }], 'fr').split('\r\n')[1]).toMatch(
        /^"?'/,
      ),
  )
  test.each([
    'Zoé\n=HYPERLINK("http://example.test")',
    'Zoé\r=1+1',
    'Zoé;=1+1',
    'Zoé,=1+1',
    'Zoé\t@cmd',
  ])(
    'is read back as one cell, and a formula behind a line end or a separator as text: %j',
    (name) => {
      for (const language of ['fr', 'en'] as const) {
        const separator = language === 'fr' ? ';' : ','
        const [, row = []] = readCsv(
          toCsv(z.array(Row), 'product', [{ ...rows[0], name }], language),
          separator,
        )
        expect(row).toEqual([
          `'${name}`,
          language === 'fr' ? '1234,5' : '1234.5',
          '2026-11-20',
          'Lyon; "sud"',
        ])
      }
    },
  )
  test('names choices as the screen does, and leaves a text of the same letters', () => {
    const Activity = z.object({ kind: z.enum(['work', 'sick']), title: z.string() })
    const [, row] = readCsv(
      toCsv(z.array(Activity), 'timesheet', [{ kind: 'sick', title: 'sick' }], 'fr'),
      ';',
    )
    expect(row).toEqual(['Maladie', 'sick'])
  })
  test('leaves a text that is no formula as it is', () => {
    const name = 'Zoé "la rose", 1 = 1'
    const [, row = []] = readCsv(toCsv(z.array(Row), 'product', [{ ...rows[0], name }], 'en'), ',')
    expect(row[0]).toBe(name)
  })
  test('tells columns of one name apart', () => {
    const Bill = z.object({ clientId: z.string(), client: z.string(), ref: z.string() })
    expect(toCsv(z.array(Bill), 'bill', [], 'fr')).toBe(
      '\ufeff"Client (clientId)";"Client (client)";"Numéro"\r\n',
    )
  })
  test('in English has a comma and a decimal point', () => {
    expect(toCsv(z.array(Row), 'product', rows, 'en').split('\r\n')[1]).toBe(
      '"\'=1+1",1234.5,2026-11-20,"Lyon; ""sud"""',
    )
  })
})
