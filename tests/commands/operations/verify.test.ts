import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chained } from '#commands/kernel/hash-chain.ts'
import type { ExternalSeal } from '#commands/kernel/verify.ts'
import { sealLog } from '#commands/operations/seal.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { type Seal, SEALS } from '#domain/operations/seal.ts'
import { AT } from '#tests/commands/kernel/events.ts'
import { memoryWitness, write } from './sealing.ts'
import { type TamperedLog, eventStoreDbLog, sqliteLog } from './tampered-logs.ts'

const at = (stream: string, revision: number) => (one: RecordedEvent) =>
  one.stream === stream && one.revision === revision
/**
 * A stream with changed content and recomputed hashes, as an attacker who knows the rules would
 * write it.
 */
function forged(
  events: readonly RecordedEvent[],
  stream: string,
  change: (data: unknown, revision: number) => unknown,
): readonly RecordedEvent[] {
  const others = chained(
    stream,
    '',
    events
      .filter((one) => one.stream === stream)
      .map((one) => ({ ...one, data: change(one.data, one.revision) })),
  )
  return events.map((one) => (one.stream === stream ? { ...one, ...others[one.revision] } : one))
}

describe.each([
  ['SQLite', sqliteLog],
  ['EventStoreDB (its protocol double)', eventStoreDbLog],
])('a log in %s, sealed and written to since', (_, make) => {
  let log: TamperedLog
  let witness: ReturnType<typeof memoryWitness>
  const kept = (): ExternalSeal[] => (witness.kept ? [{ ...witness.kept, kept: 'the drawer' }] : [])

  /**
   * bill-1 has revisions 0 to 3, contact-1 has 0 and 1, note-1 has 0. These seven events are sealed
   * after the third and the sixth.
   */
  beforeEach(async () => {
    log = await make()
    witness = memoryWitness()
    const { store } = log
    const seal = () => sealLog({ store, witness, clock: { now: () => AT } })
    await write(store, 'bill-1', { n: 1 }, { n: 2 })
    await write(store, 'contact-1', { name: 'Atelier Quartz' })
    await seal()
    await write(store, 'bill-1', { n: 3 })
    await write(store, 'note-1', 'a word')
    await write(store, 'contact-1', { name: 'Atelier Basalte' })
    await seal()
    await write(store, 'bill-1', { n: 4 })
  })
  afterEach(() => log.dispose())

  test('passes untouched, and tells its newest seal', async () => {
    expect(await log.verify(kept())).toMatchObject({
      events: 9,
      streams: 4,
      damages: [],
      sealed: { events: 7, root: witness.kept?.root, at: AT },
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('names an event that was changed', async () => {
    await log.tamper((events) =>
      events.map((one) => (at('bill-1', 1)(one) ? { ...one, data: { n: 200 } } : one)),
    )
    expect((await log.verify()).damages).toEqual([
      {
        what: 'hash',
        stream: 'bill-1',
        revision: 1,
        position: expect.any(String),
        detail: 'it is not what was written: its hash differs',
      },
    ])
  })

  test('names an event that was changed with every hash behind it, by its seal', async () => {
    await log.tamper((events) =>
      forged(events, 'contact-1', (data, revision) =>
        revision === 0 ? { name: 'Atelier Faux' } : data,
      ),
    )
    expect((await log.verify()).damages).toEqual([
      {
        what: 'seal',
        stream: 'contact-1',
        revision: 1,
        position: expect.any(String),
        detail: 'it is not the event that was sealed',
      },
    ])
  })

  test('names an event that was written behind another one, with its own hash right', async () => {
    await log.tamper((events) =>
      events.map((one) =>
        at('bill-1', 3)(one) ? { ...one, ...chained('bill-1', '0'.repeat(64), [one])[0] } : one,
      ),
    )
    expect((await log.verify()).damages).toEqual([
      {
        what: 'chain',
        stream: 'bill-1',
        revision: 3,
        position: expect.any(String),
        detail: 'it was written behind another event than the one before it',
      },
    ])
  })

  test('names an event that was removed', async () => {
    await log.tamper((events) => events.filter((one) => !at('bill-1', 1)(one)))
    expect((await log.verify()).damages).toEqual([
      {
        what: 'revision',
        stream: 'bill-1',
        revision: 2,
        position: expect.any(String),
        detail: 'revision 1 is missing',
      },
    ])
  })

  test('names the end of a stream that was removed, by its seal', async () => {
    await log.tamper((events) => events.filter((one) => !at('contact-1', 1)(one)))
    expect((await log.verify()).damages).toEqual([
      {
        what: 'revision',
        stream: 'contact-1',
        revision: 1,
        detail: 'revision 1 is missing at its end: the stream was sealed with it',
      },
    ])
  })

  test('names a stream that was removed whole, by its seal', async () => {
    await log.tamper((events) => events.filter(({ stream }) => stream !== 'contact-1'))
    expect((await log.verify()).damages).toEqual([
      {
        what: 'stream',
        stream: 'contact-1',
        revision: 1,
        detail: 'the stream is gone: it stood at revision 1 when it was sealed',
      },
    ])
  })

  test('tells between which events two changed places', async () => {
    await log.tamper((events) => {
      const bill = events.findIndex(at('bill-1', 2))
      // both are in range
      return events.map((one, i) =>
        i === bill ? events[bill + 1]! : i === bill + 1 ? events[bill]! : one,
      )
    })
    expect((await log.verify()).damages).toMatchObject([
      {
        what: 'seal',
        stream: 'contact-1',
        revision: 1,
        detail: 'the events 4 to 7 are not those that were sealed, or not in that order',
      },
    ])
  })

  test('names what was cut off its end, by the seal that was kept elsewhere', async () => {
    await log.tamper((events) => events.slice(0, 5))
    const { damages, upTo } = await log.verify(kept())
    expect(damages).toHaveLength(3)
    expect(damages).toEqual(
      expect.arrayContaining([
        {
          what: 'stream',
          stream: 'note-1',
          revision: 0,
          detail: 'the stream is gone: it stood at revision 0 when it was sealed',
        },
        {
          what: 'revision',
          stream: 'contact-1',
          revision: 1,
          detail: 'revision 1 is missing at its end: the stream was sealed with it',
        },
        {
          what: 'end',
          stream: 'contact-1',
          revision: 1,
          position: upTo,
          detail: 'the log ends after 5 events, and the drawer is a seal over 7',
        },
      ]),
    )
  })

  test('whose end was cut off with its seals passes for a shorter one where nothing was kept elsewhere', async () => {
    await log.tamper((events) => events.slice(0, 5))
    expect(await log.verify()).toMatchObject({ events: 5, damages: [] })
  })

  test('holds a root that was noted of it, and misses what was cut off or replaced since', async () => {
    const { events, root } = await log.verify()
    const noted = { events, root, kept: 'the notebook' }
    await write(log.store, 'note-1', 'another word')
    expect((await log.verify([noted])).damages).toEqual([])
    const other = (of: string) => of.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    // Also where a seal of the log, and the one in the drawer, say otherwise.
    const sealed = witness.kept as Seal
    for (const witnesses of [
      [{ ...sealed, root: other(sealed.root), kept: 'the notebook' }, ...kept()],
      [...kept(), { ...sealed, root: other(sealed.root), kept: 'the notebook' }],
    ])
      expect((await log.verify(witnesses)).damages).toMatchObject([
        { what: 'seal', stream: 'contact-1', revision: 1 },
      ])
    expect((await log.verify([{ ...noted, root: other(root) }])).damages).toMatchObject([
      { what: 'seal', stream: 'bill-1', revision: 3 },
    ])
    await log.tamper((all) => all.slice(0, -2))
    expect((await log.verify([noted])).damages).toMatchObject([
      { what: 'end', detail: 'the log ends after 8 events, and the notebook is a seal over 9' },
    ])
  })

  test('misses a seal that was removed, whichever it was', async () => {
    await log.tamper((events) => events.filter((one) => !at(SEALS, 0)(one)))
    expect((await log.verify()).damages).toMatchObject([
      { what: 'revision', stream: SEALS, revision: 1 },
    ])
    await log.tamper((events) => events.filter(({ stream }) => stream !== SEALS))
    expect((await log.verify(kept())).damages.length).toBeGreaterThan(0)
  })
})
