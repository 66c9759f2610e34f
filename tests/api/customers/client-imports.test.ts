import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, type SignedIn, startProduct } from '#tests/kernel/start-product.ts'

const CLIENTS = readFileSync(
  new URL('../../fixtures/received/clients.csv', import.meta.url),
).toString('base64')
const fileOf = (text: string) => Buffer.from(text).toString('base64')

type Read = { clients: { id: string; act: string; name: string }[]; others: string[] }

describe('a list of clients', () => {
  let product: Product
  let user: SignedIn
  beforeAll(async () => {
    product = await startProduct()
    user = await product.freelancer('marion')
  })
  afterAll(() => product.stop())

  const read = (file: string, who = user) =>
    product.data<Read>(who, 'POST', `company/${who.userId}/import/read`, { file })
  const take = (file: string, who = user, ids?: readonly string[]) =>
    product.data<{ added: number; known: number }>(who, 'POST', `company/${who.userId}/import`, {
      file,
      ...(ids && { ids }),
    })
  const rows = <T>(entity: string) => product.data<T[]>(user, 'GET', `${entity}/${user.userId}/all`)

  test('F40: becomes clients, and further mail addresses contacts, once', async () => {
    expect((await read(CLIENTS)).clients).toMatchObject([{ act: 'add', name: "Société d'Été" }])
    expect(await take(CLIENTS)).toMatchObject({ added: 1, known: 0 })
    await expect.poll(async () => (await read(CLIENTS)).clients[0]?.act).toBe('known')
    expect(await take(CLIENTS)).toMatchObject({ added: 0, known: 1 })
    const [client] = await rows<{ id: string }>('company')
    expect(client).toMatchObject({
      name: "Société d'Été",
      siren: '552100554',
      email: 'compta@exemple.fr',
      address: { street: '12, rue X, Bât. B', postalCode: '01000', city: 'Bourg' },
    })
    await expect
      .poll(() => rows('contact'))
      .toMatchObject([{ lastName: 'dir', email: 'dir@exemple.fr', companyId: client?.id }])
  })

  test('comes to each user, whoever else imported it', async () => {
    const other = await product.freelancer('camille')
    expect(await take(CLIENTS, other)).toMatchObject({ added: 1 })
  })

  test('adds those that were chosen, and tells columns that it leaves', async () => {
    const file = fileOf('Nom;Ville;Humeur\nUn;Lyon;bonne\nDeux;Nice;')
    const { clients, others } = await read(file)
    expect(others).toEqual(['Humeur'])
    expect(await take(file, user, [clients[1]?.id ?? ''])).toMatchObject({ added: 1 })
    await expect
      .poll(async () => (await read(file)).clients.map(({ act }) => act))
      .toEqual(['add', 'known'])
  })

  test('a file that is none is refused', async () => {
    const answer = await product.as(user, 'POST', `company/${user.userId}/import/read`, {
      file: fileOf('Bonjour'),
    })
    expect([answer.statusCode, answer.json<{ result: { code: string } }>().result.code]).toEqual([
      422,
      'CLIENT_FILE_UNREADABLE',
    ])
  })
})
