import { expect, test, vi } from 'vitest'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { createRemovals } from '#commands/kernel/removals.ts'
import { refusal } from '#domain/kernel/errors.ts'
import { removalDecider, removalId } from '#domain/kernel/removal.ts'
import { AT } from '#tests/commands/kernel/events.ts'
import { eventLog } from '#tests/doubles/event-log.ts'

const clock = { now: () => AT }
const meta = (owner: string) => ({
  commandId: newUlid(),
  owner,
  actor: { kind: 'user', id: owner } as const,
})
const isUnused = async () => {}

/** A thing of `owner-1`, which is live until its removal. */
function given() {
  const store = eventLog()
  const handler = createHandler({ store, clock })
  const removals = createRemovals(handler, clock)
  let isThere = true
  const thing = (owner: string) => ({
    entity: 'skill',
    id: 'S',
    isLive: async () => isThere && owner === 'owner-1',
  })
  const act = (owner: string) => async () => {
    if (owner !== 'owner-1' || !isThere) throw refusal('NOT_FOUND')
    isThere = false
  }
  const remove = (owner: string, unused = isUnused) =>
    removals.remove(thing(owner), meta(owner), unused, act(owner))
  return { store, handler, removals, thing, remove }
}

test('a removal by the owner is noted, so that a new use learns of it', async () => {
  const { removals, remove, thing } = given()
  await expect(removals.gone('owner-1', [thing('owner-1')])).resolves.toEqual([])
  await remove('owner-1')
  await expect(removals.gone('owner-1', [thing('owner-1')])).resolves.toHaveLength(1)
})

test('a removal by a stranger is refused and appends nothing', async () => {
  const { store, remove } = given()
  const before = await store.head()
  await expect(remove('stranger')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await store.head()).toBe(before)
})

test('a thing that is gone is not removed twice, and nothing is appended', async () => {
  const { store, remove } = given()
  await remove('owner-1')
  const before = await store.head()
  await expect(remove('owner-1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await store.head()).toBe(before)
})

test('the owner removes a thing whose stream a stranger began in an older release', async () => {
  const { handler, removals, remove, thing } = given()
  const attempt = { attempt: 'A', at: AT }
  const stream = removalId('skill', 'S')
  await handler.run(removalDecider, stream, { type: 'Begin', ...attempt }, meta('stranger'))
  const asksWhileUnderWay = vi.fn(async () => {
    expect(await removals.underWay('skill', 'S', 'owner-1')).toHaveLength(
      asksWhileUnderWay.mock.calls.length - 1,
    )
  })
  await remove('owner-1', asksWhileUnderWay)
  expect(asksWhileUnderWay).toHaveBeenCalledTimes(2)
  await expect(removals.underWay('skill', 'S', 'owner-1')).resolves.toEqual([])
  await expect(removals.gone('owner-1', [thing('owner-1')])).resolves.toHaveLength(1)
})
