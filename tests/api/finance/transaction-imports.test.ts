import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

const NOW = Date.UTC(2026, 9, 20, 9)
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/received/${name}`, import.meta.url)).toString('base64')
const fileOf = (text: string) => Buffer.from(text).toString('base64')

type Row = { id: string; act: string; type: string; label: string; amountTTC: number }
type Read = { kind: string; rows: Row[]; lost: { reason: string }[] }

describe('a file of transactions', () => {
  let product: Product
  let user: SignedIn
  let profileId: string
  beforeAll(async () => {
    product = await startProduct({ now: () => NOW })
    user = await product.freelancer('marion')
    const profile = { name: 'Atelier Quartz', tvaRegime: 'normal' }
    const made = await product.data(user, 'POST', `professionalInfo/${user.userId}`, profile)
    profileId = made.id
  })
  afterAll(() => product.stop())

  const read = (file: string) =>
    product.data<Read>(user, 'POST', `transaction/${user.userId}/import/read`, { profileId, file })
  const take = (file: string, rows?: readonly object[]) =>
    product.data<{ added: number; known: number }>(
      user,
      'POST',
      `transaction/${user.userId}/import`,
      { profileId, file, ...(rows && { rows }) },
    )
  const listed = () =>
    product.data<
      {
        label: string
        operation: string
        type: string
        status: string
        amountTTC: number
        details: object[]
      }[]
    >(user, 'POST', `transaction/${user.userId}/filters`, { profileId, quantity: 50 })

  test('F39: a statement becomes paid transactions, once', async () => {
    const file = fixture('debit-and-credit.csv')
    expect(await read(file)).toMatchObject({
      kind: 'statement',
      rows: [
        { act: 'add', operation: 'in', amountTTC: 1_200 },
        { act: 'add', operation: 'out', amountTTC: 45.9 },
        { act: 'add', operation: 'out', amountTTC: 1.5 },
      ],
      lost: [],
    })
    const [, , fee] = (await read(file)).rows
    expect(await take(file, [{ id: fee?.id, type: 'bank_fees' }])).toMatchObject({ added: 1 })
    expect(await take(file)).toMatchObject({ added: 2, known: 1 })
    expect((await read(file)).rows.map(({ act }) => act)).toEqual(['known', 'known', 'known'])
    await expect
      .poll(async () => (await listed()).map(({ label, type, status }) => [label, type, status]))
      .toEqual(
        expect.arrayContaining([
          ['FRAIS', 'bank_fees', 'paid'],
          ['PRÉLÈVEMENT ÉLECTRICITÉ', 'purchase', 'paid'],
        ]),
      )
  })

  test('a line like a payment of the books says so, another amount does not', async () => {
    const line = (amount: string) => fileOf(`Date;Libellé;Montant\n03/09/2026;EDF;${amount}`)
    await expect.poll(async () => (await read(line('-45,90'))).rows[0]?.act).toBe('alike')
    expect((await read(line('-45,91'))).rows[0]?.act).toBe('add')
  })

  test('F38: an invoice becomes an expected expense with its rows by rate', async () => {
    const file = fixture('negative-line.ubl.xml')
    expect(await read(file)).toMatchObject({
      kind: 'invoice',
      rows: [
        {
          act: 'add',
          operation: 'out',
          reference: 'H-1',
          amountTTC: 14.03,
          details: [{ rate: 20, base: 11.69, amount: 2.34 }],
        },
      ],
    })
    expect(await take(file)).toMatchObject({ added: 1 })
    expect(await take(file)).toMatchObject({ added: 0, known: 1 })
    await expect
      .poll(async () => (await listed()).find(({ label }) => label.startsWith('Hébergeur')))
      .toMatchObject({ status: 'unpaid', amountTTC: 14.03, details: [{ rate: 20, base: 11.69 }] })
  })

  test('nothing is written when one row is refused', async () => {
    const file = fileOf('Date;Libellé;Montant\n19/10/2026;Un;-10,00\n21/10/2026;Demain;-10,00')
    const answer = await product.as(user, 'POST', `transaction/${user.userId}/import`, {
      profileId,
      file,
    })
    expect(answer.statusCode).toBe(422)
    expect((await read(file)).rows.map(({ act }) => act)).toEqual(['add', 'add'])
  })

  test.each([
    ['no table', 'Bonjour', 422, 'TRANSACTION_FILE_UNREADABLE'],
    ['another document', '<html/>', 422, 'TRANSACTION_FILE_UNREADABLE'],
    [
      'too many rows',
      `Date;Montant\n${'01/09/2026;1,00\n'.repeat(5_000)}`,
      413,
      'TRANSACTION_FILE_TOO_LARGE',
    ],
  ])('%s is refused', async (_, text, status, code) => {
    const answer = await product.as(user, 'POST', `transaction/${user.userId}/import/read`, {
      profileId,
      file: fileOf(text),
    })
    expect([answer.statusCode, answer.json<{ result: { code: string } }>().result.code]).toEqual([
      status,
      code,
    ])
  })
})
