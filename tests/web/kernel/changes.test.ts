// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { followChanges } from '#web/kernel/data/changes.ts'
import { at, fakeServer, session } from '../signed-in.tsx'

const server = fakeServer()

test('the first change is heard at once, and those that follow together', async () => {
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
  for (const name of ['bill', 'company', 'project']) queries.setQueryData([name], 1)
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    const { queryKey } = event.query
    heard.push(String(queryKey))
    queries.setQueryData(queryKey, 2)
  })
  const ended = new AbortController()
  const following = followChanges(queries, ended.signal)
  const stream = await sent.promise
  const tell = (collection: string) =>
    stream.enqueue(Buffer.from(`data: ${JSON.stringify({ collection, position: '1' })}\n\n`))
  tell('bill')
  await vi.waitFor(() => expect(heard).toEqual(['bill']))
  for (let times = 0; times < 50; times++) for (const one of ['company', 'project']) tell(one)
  await vi.waitFor(() => expect(heard).toEqual(['bill', 'company', 'project']))
  ended.abort()
  await following
})
