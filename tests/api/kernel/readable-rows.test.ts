import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { own } from '#contract/kernel/inputs.schemas.ts'
import { get } from '#contract/kernel/contract.ts'
import { Time } from '#contract/kernel/times.schemas.ts'
import { type ContextServer, startContext } from '#tests/api/context-server.ts'

const Lamp = z.object({ id: z.string(), name: z.string(), boughtOn: Time })
const list = get('/lamp/:userId/all', {
  summary: 'Lamps',
  access: 'signed-in',
  csv: true,
  params: own,
  reply: z.array(Lamp),
})
const one = get('/lamp/:userId/first', {
  summary: 'A lamp',
  access: 'signed-in',
  params: own,
  reply: Lamp,
})

const desk = { id: 'desk', name: 'Bureau', boughtOn: 1 }
/** A day of the year 10000, as an older version let it in. */
const broken = { id: 'hall', name: 'Couloir', boughtOn: Number.NaN }
const bed = { id: 'bed', name: 'Lit', boughtOn: 2 }

let server: ContextServer
let lamps = [desk, broken, bed]
beforeAll(async () => {
  server = await startContext([], (api) => {
    api.serve(list, {}, async () => lamps)
    api.serve(one, {}, async () => broken)
  })
})
afterAll(() => server.stop())

test('a list answers its other rows, and names the one that its contract refuses', async () => {
  const answer = await server.ask('GET', '/lamp/user-1/all')
  expect(answer).toMatchObject({ status: 200, data: [desk, bed] })
  expect(answer.headers['x-unreadable']).toBe('hall')
})

test('so does its CSV', async () => {
  const answer = await server.ask('GET', '/lamp/user-1/all', undefined, { accept: 'text/csv' })
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('Bureau')
  expect(answer.text).toContain('Lit')
  expect(answer.text).not.toContain('Couloir')
  expect(answer.headers['x-unreadable']).toBe('hall')
})

test('its CSV names them all, however many rows lie between them', async () => {
  const many = Array.from({ length: 25 }, (_, n) => ({
    ...desk,
    id: `desk${n}`,
    name: `Bureau ${n}`,
  }))
  lamps = [{ ...broken, id: 'first' }, ...many, { ...broken, id: 'last' }]
  const answer = await server.ask('GET', '/lamp/user-1/all', undefined, { accept: 'text/csv' })
  lamps = [desk, broken, bed]
  expect(answer.headers['x-unreadable']).toBe('first,last')
  const lines = answer.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(many.length + 1)
  expect(lines.filter((line) => line.includes('Bureau'))).toHaveLength(many.length)
})

test('a list that is whole names none', async () => {
  lamps = [desk, bed]
  expect((await server.ask('GET', '/lamp/user-1/all')).headers['x-unreadable']).toBeUndefined()
})

test('one record that its contract refuses is a bug, and no half of a record', async () => {
  expect(await server.ask('GET', '/lamp/user-1/first')).toMatchObject({
    status: 500,
    code: 'INTERNAL',
  })
})
