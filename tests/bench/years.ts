import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Unhashed, hashOf } from '#commands/kernel/hash-chain.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import { tellDemoYear } from '#commands/operations/demo-data.ts'
import type { EventStore } from '#domain/kernel/ports/event-store.ts'
import { type NewEvent, START } from '#domain/kernel/event.ts'
import { FREELANCER_ROLE } from '#domain/identity/role.ts'
import { userDecider } from '#domain/identity/user.ts'
import { commandsOn } from '#tests/kernel/commands.ts'

import { sized } from './result.ts'

const OWNER = '01JY0000000000000000000000'
const TODAY = Date.UTC(2026, 9, 20, 9)
/** Ids that differ between freelancers: ULIDs, and UUIDs derived from them. */
const IDS =
  /\b(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b/g
const BATCH = 2_000
/** Freelancers whose years are written side by side. */
const AT_ONCE = sized(50, 2)

type Told = Unhashed & { readonly stream: string }

/** A freelancer's registration and year, event by event, as the product itself tells it. */
export async function tellOne(): Promise<readonly Told[]> {
  const directory = mkdtempSync(path.join(tmpdir(), 'carnet-year-'))
  const store = openSqliteEventStore(path.join(directory, 'events.sqlite'))
  try {
    const commands = commandsOn(store, { now: () => TODAY })
    await commands.handler.run(
      userDecider,
      OWNER,
      {
        type: 'RegisterUser',
        userName: `u${OWNER}`,
        firstName: 'Atelier',
        lastName: 'Quartz',
        mail: `${OWNER}@carnet.example`,
        roleIds: [FREELANCER_ROLE],
      },
      { commandId: OWNER, owner: OWNER, actor: { kind: 'system', id: 'first-start' } },
    )
    await tellDemoYear(commands, OWNER, TODAY)
    return (await store.readAll(START, { limit: 10_000 })).events.map(
      ({ id, stream, type, data, meta }) => ({
        id,
        stream,
        type,
        data,
        meta,
      }),
    )
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The same year for freelancer `n`, with other ids at the same cost of reading. */
function retold(events: readonly Told[]): (n: number) => readonly Told[] {
  const text = JSON.stringify(events)
  const pieces = text.split(IDS)
  const ids = text.match(IDS) ?? []
  return (n) => {
    const mark = n.toString(16).toUpperCase().padStart(6, '0')
    const other = (id: string) =>
      id.length === 26 ? id.slice(0, 20) + mark : id.slice(0, 30) + mark.toLowerCase()
    let copy = pieces[0] ?? ''
    for (const [i, id] of ids.entries()) copy += other(id) + (pieces[i + 1] ?? '')
    return JSON.parse(copy) as readonly Told[] // as it was written out
  }
}

/**
 * Appends the years of as many freelancers as it takes, side by side, hashes and all.
 *
 * @returns events that were appended, `wanted` or a few more
 */
export async function writeYears(store: EventStore, wanted: number): Promise<number> {
  // Each event by itself: it is encrypted under its own id.
  const written = async ({ stream, ...event }: Told) =>
    (await store.personal?.encrypted(stream, [event], []))?.[0] ?? event
  const yearOf = retold(await tellOne())
  let count = 0
  for (let from = 0; count < wanted; from += AT_ONCE) {
    const years = Array.from({ length: AT_ONCE }, (_, i) => yearOf(from + i))
    const tails = new Map<string, { revision: number; hash: string }>()
    let pending: Promise<unknown>[] = []
    for (let at = 0; at < Math.max(...years.map((year) => year.length)); at++) {
      for (const year of years) {
        const event = year[at]
        if (!event) continue
        const { stream } = event
        const encrypted = await written(event)
        const tail = tails.get(stream) ?? { revision: -1, hash: '' }
        const linked = { ...encrypted, meta: { ...encrypted.meta, prevHash: tail.hash } }
        const whole: NewEvent = {
          ...linked,
          meta: { ...linked.meta, hash: hashOf(stream, linked) },
        }
        pending.push(store.append(stream, tail.revision, [whole]))
        tails.set(stream, { revision: tail.revision + 1, hash: whole.meta.hash })
        count++
        if (pending.length < BATCH) continue
        await Promise.all(pending)
        pending = []
      }
    }
    await Promise.all(pending)
  }
  return count
}
