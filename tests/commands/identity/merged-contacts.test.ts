import { expect, test } from 'vitest'
import { mergedInto } from '#commands/identity/merged-contacts.ts'
import { createHandler } from '#commands/kernel/handle.ts'
import { newUlid } from '#commands/kernel/ids.ts'
import { type MergeCommand, mergeDecider } from '#domain/customers/merge.ts'
import { eventLog } from '#tests/doubles/event-log.ts'

test('who was merged into a contact is forgotten with it, also by steps, and not once that is undone', async () => {
  const store = eventLog()
  const handler = createHandler({ store, clock: { now: () => Date.UTC(2026, 10, 20) } })
  const send = (id: string, command: MergeCommand) =>
    handler.run(mergeDecider, id, command, {
      commandId: newUlid(),
      owner: 'user-1',
      actor: { kind: 'user', id: 'u' },
    })
  const merge = async (
    id: string,
    keptId: string,
    mergedId: string,
    entity: 'company' | 'contact' = 'contact',
  ) => {
    await send(id, { type: 'BeginMerge', entity, keptId, mergedId, fields: [] })
    await send(id, { type: 'FinishMerge', keptVersion: 2 })
  }
  await merge('m1', 'b', 'a')
  await merge('m2', 'c', 'b')
  await merge('m3', 'c', 'd')
  await merge('m4', 'c', 'e', 'company')
  await send('m3', { type: 'BeginUndo' })
  await send('m3', { type: 'FinishUndo' })
  expect(await mergedInto(store, 'contact', 'c')).toEqual(['b', 'a'])
  expect(await mergedInto(store, 'contact', 'b')).toEqual(['a'])
  expect(await mergedInto(store, 'contact', 'a')).toEqual([])
})
