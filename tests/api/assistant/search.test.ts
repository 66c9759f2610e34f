import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatApi } from '#api/assistant/chat.ts'
import { recordApi } from '#api/records.ts'
import { searchApi } from '#api/search.ts'
import type { ChatTurn } from '#contract/assistant/assistant.contract.ts'
import { projections } from '#projections/all.ts'
import { type ContextServer, startContext } from '../context-server.ts'

let server: ContextServer
beforeAll(async () => {
  server = await startContext(projections, (api, commands) => {
    recordApi(api, commands.records)
    searchApi(api)
    chatApi(api, commands.chats)
  })
  await server.ask('POST', '/company/user-1', { name: 'Hydravion', kind: 'customer' })
})
afterAll(() => server.stop())

const ask = async (message: string) => (await server.ask('POST', '/chat/user-1', { message })).text

test('without a model the help and the records are searched, and the answer says so', async () => {
  expect((await server.ask('GET', '/chat/user-1')).data).toMatchObject({ model: '' })
  const text = await ask('Où en est Hydravion et comment faire un avoir ?')
  expect(text).toContain('Aucun modèle de langage')
  expect(text).toMatch(/"done":true.*"model":"".*"entity":"company".*"entity":"help"/)
})

test.each([
  ['Comment émettre une facture ?', 'billing'],
  ['Où voir ma TVA ?', 'money'],
  ['Quels sont les raccourcis du clavier ?', 'keys'],
  ['Comment faire des avoirs ?', 'billing'],
])('%s names the page of the help that is about it first', async (question, page) => {
  expect(/"entity":"help","id":"(\w+)"/.exec(await ask(question))?.[1]).toBe(page)
})

test('what is not found is said, too', async () => {
  expect(await ask('Zzyzx ?')).toContain('n’a rien trouvé')
})

test('words longer than a search takes are passed over', async () => {
  expect(await ask(`${'0'.repeat(1_000)} Hydravion`)).toContain('"entity":"company"')
  expect(await ask('é'.repeat(201))).toContain('n’a rien trouvé')
})

test('the conversation is kept and erased', async () => {
  const history = async (): Promise<readonly ChatTurn[]> =>
    (await server.ask('GET', '/chat/user-1/history')).data
  const turns = (await history()).map(({ tools, model }) => [tools, model])
  expect(new Set(turns.map(String))).toEqual(new Set(['search,']))
  expect((await server.ask('GET', '/chat/user-2/history')).data).toEqual([])
  expect((await server.ask('DELETE', '/chat/user-1/history')).status).toBe(200)
  expect((await server.ask('DELETE', '/chat/user-1/history')).status).toBe(200)
  expect(await history()).toEqual([])
})
