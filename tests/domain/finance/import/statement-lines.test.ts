import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readTable } from '#commands/kernel/csv-table.ts'
import { statementIn } from '#domain/finance/import/statement-lines.ts'

const statement = async (file: string | Uint8Array) => {
  const table = await readTable(Buffer.from(file))
  return typeof table === 'string' ? null : statementIn(table, 'EUR')
}
const lines = async (file: string | Uint8Array) =>
  (await statement(file))?.lines.map(({ day, amountMinor }) => [day, amountMinor])

describe('a statement', () => {
  test('F39: in Windows-1252, with a preamble, a quoted line end, debits with and without a sign', async () => {
    const file = readFileSync(
      new URL('../../../fixtures/received/debit-and-credit.csv', import.meta.url),
    )
    const found = await statement(file)
    expect(found?.lost).toEqual([])
    expect(found?.lines).toEqual([
      {
        day: '2026-09-01',
        amountMinor: 120_000,
        currency: 'EUR',
        label: 'VIREMENT REÇU "SOCIÉTÉ D’ESSAI" FACT 2026-0007',
      },
      {
        day: '2026-09-02',
        amountMinor: -4_590,
        currency: 'EUR',
        label: 'PRÉLÈVEMENT ÉLECTRICITÉ',
      },
      { day: '2026-09-30', amountMinor: -150, currency: 'EUR', label: 'FRAIS' },
    ])
  })

  test.each<[string, string, [string, number][]]>([
    [
      'of one column of amounts',
      'Date;Libellé;Montant\n05/10/2026;Loyer;-1 200,50\n06/10/2026;Avoir;+12,00',
      [
        ['2026-10-05', -120_050],
        ['2026-10-06', 1_200],
      ],
    ],
    [
      'of Britain, with marks of thousands',
      'Date,Description,Money Out,Money In\n05/10/2026,Rent,"1,200.50",\n06/10/2026,Fee,,12.00',
      [
        ['2026-10-05', -120_050],
        ['2026-10-06', 1_200],
      ],
    ],
    [
      'of Germany',
      'Buchungstag;Verwendungszweck;Betrag\n05.10.26;Miete;-1.200,50 €',
      [['2026-10-05', -120_050]],
    ],
    [
      'of the United States, its month first',
      'Transaction Date,Description,Amount\n10/25/2026,Rent,-1200.50\n10/06/2026,Fee,(12.00)',
      [
        ['2026-10-25', -120_050],
        ['2026-10-06', -1_200],
      ],
    ],
    [
      'of Spain, with tabs',
      'Fecha\tConcepto\tImporte\n05-10-2026\tAlquiler\t-1.200,50',
      [['2026-10-05', -120_050]],
    ],
    [
      'of Italy',
      'Data contabile;Descrizione;Dare;Avere\n05/10/2026;Affitto;1.200,50;',
      [['2026-10-05', -120_050]],
    ],
    [
      'in Arabic',
      'التاريخ;البيان;مدين;دائن\n2026-10-05;إيجار;1200,50;',
      [['2026-10-05', -120_050]],
    ],
    [
      'of Switzerland, with its own currency',
      "Date;Libellé;Montant;Devise\n2026-10-05;Loyer;-1'200.50;CHF",
      [['2026-10-05', -120_050]],
    ],
    [
      'with the sign behind',
      'Date;Libellé;Montant\n20261005;Loyer;1 200,50-',
      [['2026-10-05', -120_050]],
    ],
    [
      'with a total below',
      'Date;Libellé;Montant\n05/10/2026;Loyer;-12,00\n;Total;-12,00',
      [['2026-10-05', -1_200]],
    ],
  ])('%s', async (_, file, expected) => expect(await lines(file)).toEqual(expected))

  test('tells the rows that have no day or no amount', async () => {
    const found = await statement(
      'Date;Libellé;Montant\n32/10/2026;Loyer;-12,00\n05/10/2026;Solde;',
    )
    expect(found?.lines).toEqual([])
    expect(found?.lost).toEqual([
      { row: 2, text: '32/10/2026 Loyer -12,00', reason: 'day' },
      { row: 3, text: '05/10/2026 Solde', reason: 'amount' },
    ])
  })

  test('is none without a column of days or of amounts', async () => {
    expect(await statement('Nom;Ville\nAtelier;Lyon')).toBeNull()
    expect(await statement('Date;Libellé\n05/10/2026;Loyer')).toBeNull()
    expect(await statement('Date;Montant\n05/10/2026;1,00')).not.toBeNull()
  })
})

describe('a table', () => {
  const rows = (count: number) => Buffer.from(`a;b\n${'1;2\n'.repeat(count)}`)

  test('of 5,000 rows is read, of more refused', async () => {
    expect(await readTable(rows(4_999))).toHaveLength(5_000)
    expect(await readTable(rows(5_000))).toBe('size')
  })
  test('of 100 columns is read, of more refused', async () => {
    expect(await readTable(Buffer.from(`a${';'.repeat(99)}`))).toHaveLength(1)
    expect(await readTable(Buffer.from(`a${';'.repeat(100)}`))).toBe('size')
  })
  test('of 2 MB is read, of more refused', async () => {
    expect(await readTable(Buffer.from(`a;${'b'.repeat(99_000)}`))).toHaveLength(1)
    expect(await readTable(Buffer.alloc(2_000_001, 'a'))).toBe('size')
  })
  test('is no picture, and no open quotation without end', async () => {
    expect(await readTable(Buffer.from([0x89, 0x50, 0, 0, 1]))).toBe('form')
    expect(await readTable(Buffer.from(`"${'a\n'.repeat(200_000)}`))).toBe('form')
  })
})
