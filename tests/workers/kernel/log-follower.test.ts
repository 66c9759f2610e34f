import { onTestFinished, expect, test, vi } from 'vitest'
import { StoreUnavailable } from '#domain/kernel/ports/event-store.ts'
import { followLog } from '#workers/kernel/log-follower.ts'
import { eventLog } from '#tests/doubles/event-log.ts'
import { memoryLog } from '#tests/doubles/log.ts'
import { recorded } from '#tests/kernel/events.ts'

const event = (type: string) => recorded('thing-1', type, {})
const groupOf: Readonly<Record<string, string>> = { Billed: 'bills', Paid: 'books' }

function following(
  options: { readonly restMs?: number; readonly groups?: readonly string[] } = {},
) {
  const store = eventLog([event('Billed')])
  const rung: string[] = []
  const groups = options.groups ?? ['bills', 'books', 'users']
  const end = followLog({
    store,
    projector: {
      groups,
      groupsOf: (types) => new Set([...types].flatMap((type) => groupOf[type] ?? [])),
    },
    ring: (group) => void rung.push(group),
    log: memoryLog(),
    restMs: options.restMs ?? 60_000,
  })
  onTestFinished(end)
  return { store, rung, end }
}

/** The first hint wakes every group, as the events before it are unknown. */
async function known(options?: Parameters<typeof following>[0]) {
  const all = following(options)
  all.store.add(event('Billed'))
  await vi.waitFor(() => expect(all.rung).toHaveLength(3))
  all.rung.length = 0
  return all
}

test('the first hint rings every group, a later one those that its events concern', async () => {
  const { store, rung } = await known()
  store.add(event('Paid'))
  await vi.waitFor(() => expect(rung).toEqual(['books']))
  store.add(event('Billed'), event('Unheard'))
  await vi.waitFor(() => expect(rung).toEqual(['books', 'bills']))
})

test('what was appended while the log was read is read too', async () => {
  const { store, rung } = await known()
  const readAll = store.readAll.bind(store)
  store.readAll = async (after, options) => {
    store.readAll = readAll
    const slice = await readAll(after, options)
    store.add(event('Billed'))
    return slice
  }
  store.add(event('Paid'))
  await vi.waitFor(() => expect(rung).toEqual(['books', 'bills']))
})

test('every group is rung after a rest, so that no checkpoint stays behind', async () => {
  const { store, rung } = following({ restMs: 30 })
  store.add(event('Unheard'))
  await vi.waitFor(() =>
    expect(rung).toEqual(['bills', 'books', 'users', 'bills', 'books', 'users']),
  )
})

test('a log that cannot be read rings every group, now and at the next hint', async () => {
  const { store, rung } = await known()
  const readAll = store.readAll.bind(store)
  store.readAll = async () => {
    store.readAll = readAll
    throw new StoreUnavailable('away')
  }
  store.add(event('Paid'))
  await vi.waitFor(() => expect(rung).toEqual(['bills', 'books', 'users']))
  store.add(event('Paid'))
  await vi.waitFor(() => expect(rung).toHaveLength(6))
})

test('one group is rung at once, and the log is not read for it', async () => {
  const { store, rung } = following({ groups: ['all'] })
  store.readAll = async () => {
    throw new Error('It was read')
  }
  store.add(event('Paid'))
  expect(rung).toEqual(['all'])
})

test('nothing is rung once it has ended, not by the rest either', async () => {
  const { store, rung, end } = following({ restMs: 30 })
  store.add(event('Paid'))
  await vi.waitFor(() => expect(rung).toHaveLength(3), { interval: 1 })
  end()
  store.add(event('Paid'))
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(rung).toHaveLength(3)
})
