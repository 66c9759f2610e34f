import type { NewEvent, RecordedEvent } from '#domain/kernel/event.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { chained } from '#commands/kernel/hash-chain.ts'
import { derivedUuid, newUlid } from '#commands/kernel/ids.ts'

export const OWNER = '01J0000000000000000000000A'
export const AT = Date.UTC(2026, 2, 14, 9, 30)

export const streamNamed = (category: string): string => `${category}-${newUlid()}`

/** A command's id as a browser sends it. */
export const someId = (): string => derivedUuid('test', newUlid())

const metaOf = (commandId: string) =>
  ({
    schema: 1,
    owner: OWNER,
    actor: { kind: 'user', id: OWNER, name: 'Atelier Quartz' },
    cause: 'user',
    commandId,
    correlationId: commandId,
    causationId: commandId,
    occurredAt: AT,
  }) as const

/** One event outside any chain. */
export const event = (data: unknown): NewEvent => ({
  id: someId(),
  type: 'Noted',
  data,
  meta: { ...metaOf(someId()), prevHash: '', hash: '' },
})

/** A stream as it would be read back, its chain whole. */
export const history = (stream: string, ...data: readonly unknown[]): RecordedEvent[] =>
  chained(
    stream,
    '',
    data.map((content) => ({ id: someId(), type: 'Noted', data: content, meta: metaOf(someId()) })),
  ).map((recorded, revision) => ({
    ...recorded,
    stream,
    revision,
    position: positionOf(revision + 1),
  }))
