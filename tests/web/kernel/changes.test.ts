// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { followChanges } from '#web/kernel/data/changes.ts'
import { createQueries } from '#web/kernel/data/queries.ts'
import { factsQuery } from '#web/kernel/history/history.queries.ts'
import { applicationsQuery } from '#web/prospecting/applications.queries.ts'
import { at, fakeServer, session } from '../signed-in.tsx'

const server = fakeServer()

/** Follows the changes that a test tells. `heard`: the first words of keys that were read again. */
async function following(keys: readonly (readonly string[])[]) {
  const sent = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  server.use(
    ...session(),
    http.get(
      at('/stream'),
      () =>
        new HttpResponse(new ReadableStream({ start: (controller) => sent.resolve(controller) }), {
          headers: { 'content-type': 'text/event-stream' },
        }),
    ),
  )
  const queries = new QueryClient()
  const heard: string[] = []
  for (const key of keys) queries.setQueryData(key, 1)
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    const { queryKey } = event.query
    heard.push(String(queryKey))
    queries.setQueryData(queryKey, 2)
  })
  const ended = new AbortController()
  const done = followChanges(queries, ended.signal)
  const stream = await sent.promise
  const tell = (collection: string) =>
    stream.enqueue(Buffer.from(`data: ${JSON.stringify({ collection, position: '1' })}\n\n`))
  const missed = () => stream.enqueue(Buffer.from('data: {"missed":true}\n\n'))
  const end = () => (ended.abort(), done)
  return { heard, tell, missed, end }
}

test('where changes before the stream are too many to tell, all is read again', async () => {
  const { heard, missed, end } = await following([['bill'], ['company']])
  missed()
  await vi.waitFor(() => expect(heard).toEqual(['bill', 'company']))
  await end()
})

test('the first change is heard at once, and those that follow together', async () => {
  const { heard, tell, end } = await following([['bill'], ['company'], ['project']])
  tell('bill')
  await vi.waitFor(() => expect(heard).toEqual(['bill']))
  for (let times = 0; times < 50; times++) for (const one of ['company', 'project']) tell(one)
  await vi.waitFor(() => expect(heard).toEqual(['bill', 'company', 'project']))
  await end()
})

test('a mail is heard by the history of a bill, which tells it, and not by that of a client', async () => {
  const [ofBill, ofClient] = ['bill', 'company'].map((entity) => factsQuery(entity, 'id').queryKey)
  const { heard, tell, end } = await following([ofBill ?? [], ofClient ?? []])
  tell('effect')
  await vi.waitFor(() => expect(heard).toEqual([String(ofBill)]))
  await end()
})

test('a mail is heard by the application that it carries', async () => {
  const { queryKey } = applicationsQuery('offer', 'id')
  const { heard, tell, end } = await following([queryKey])
  tell('effect')
  await vi.waitFor(() => expect(heard).toEqual([String(queryKey)]))
  await end()
})

test('a change during the first read of a screen is read once that has ended', async () => {
  const queries = createQueries()
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let reads = 0
  const screen = new QueryObserver(queries, {
    queryKey: ['tasks', 'board'],
    queryFn: () => answers[reads++]?.promise ?? 'read too often',
  })
  const leave = screen.subscribe(() => {})
  const again = queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'board' })
  answers[0]?.resolve('before')
  await vi.waitFor(() => expect(reads).toBe(2))
  answers[1]?.resolve('after')
  await again
  expect(screen.getCurrentResult().data).toBe('after')
  await queries.invalidateQueries({ queryKey: ['tasks'] })
  expect(reads).toBe(3)
  leave()
})
