import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { START } from '#domain/kernel/event.ts'
import { openSqliteEventStore } from '#commands/event-store/sqlite.ts'
import {
  type Upcasters,
  asStored,
  defineUpcasters,
  upcasting,
} from '#commands/event-store/upcast.ts'
import { upcasters } from '#commands/event-store/upcasters.ts'
import { verifyStream } from '#commands/kernel/verify.ts'
import { history } from '#tests/commands/kernel/events.ts'
import { type Golden, goldenEvents, recorded } from './golden.ts'

/** Every step has a golden event, and every golden event is still read as it was said. */
function holdToGolden(known: Upcasters, golden: readonly Golden[]): void {
  const shapes = golden.map(({ stored }) => `${stored.type}@${stored.schema}`)
  for (const step of known.steps) expect(shapes).toContain(`${step.type}@${step.from}`)
  for (const one of golden) {
    expect(one.file).toBe(`${one.stored.type}@${one.stored.schema}.json`)
    const { type, data, meta } = known.newest(recorded(one))
    expect({ type, schema: meta.schema, data }, one.file).toEqual(one.read)
  }
}

test('every event shape that was ever written is read in its newest', () => {
  holdToGolden(upcasters, goldenEvents(new URL('../../fixtures/events', import.meta.url).pathname))
})

const sample = defineUpcasters([
  { type: 'Noted', from: 1, up: (data) => ({ text: data }) },
  {
    type: 'Noted',
    from: 2,
    to: 'NoteWritten',
    up: (data) => ({ ...(data as object), language: 'fr' }),
  },
])

describe('an upcaster', () => {
  const [old, other] = history('note-1', 'Bonjour', 'Au revoir')
  if (!old || !other) throw new Error('A history of two events has two')

  test('brings an event from any older shape to the newest', () => {
    expect(sample.newest(old)).toMatchObject({
      id: old.id,
      stream: 'note-1',
      revision: 0,
      type: 'NoteWritten',
      data: { text: 'Bonjour', language: 'fr' },
      meta: { schema: 3 },
    })
    const second = { ...old, data: { text: 'Salut' }, meta: { ...old.meta, schema: 2 } }
    expect(sample.newest(second)).toMatchObject({
      type: 'NoteWritten',
      data: { text: 'Salut', language: 'fr' },
    })
  })

  test('leaves the newest shape, and every other type, as the very object it is', () => {
    const newest = { ...old, type: 'NoteWritten', meta: { ...old.meta, schema: 3 } }
    expect(sample.newest(newest)).toBe(newest)
    const stranger = { ...old, type: 'BillIssued' }
    expect(sample.newest(stranger)).toBe(stranger)
  })

  test('says which schema a new event is written with', () => {
    expect([sample.schemaOf('NoteWritten'), sample.schemaOf('BillIssued')]).toEqual([3, 1])
  })

  test('knows what a type was called before', () => {
    const twice = defineUpcasters([
      ...sample.steps,
      { type: 'NoteWritten', from: 3, to: 'NoteTaken', up: (data) => data },
    ])
    expect([...twice.storedAs(new Set(['NoteTaken', 'BillIssued']))].sort()).toEqual([
      'BillIssued',
      'NoteTaken',
      'NoteWritten',
      'Noted',
    ])
    expect([...twice.storedAs(new Set(['BillIssued']))]).toEqual(['BillIssued'])
  })

  test('leaves the chain verifiable: hashes are over what was stored', () => {
    const read = [old, other].map(sample.newest)
    expect(asStored(read[0] ?? old)).toBe(old)
    expect(verifyStream(read)).toEqual([])
  })

  test('of a shape that another one reads is a mistake', () => {
    const step = { type: 'Noted', from: 1, up: (data: unknown) => data }
    expect(() => defineUpcasters([step, step])).toThrow('Noted@1')
  })

  test('without its golden event is found out, as is a golden event that is read otherwise', () => {
    const golden: Golden[] = [
      {
        file: 'Noted@1.json',
        stream: 'note-1',
        stored: { type: 'Noted', schema: 1, data: 'a' },
        read: { type: 'NoteWritten', schema: 3, data: { text: 'a', language: 'fr' } },
      },
      {
        file: 'Noted@2.json',
        stream: 'note-1',
        stored: { type: 'Noted', schema: 2, data: { text: 'a' } },
        read: { type: 'NoteWritten', schema: 3, data: { text: 'a', language: 'fr' } },
      },
    ]
    holdToGolden(sample, golden)
    expect(() => holdToGolden(sample, golden.slice(0, 1))).toThrow()
    expect(() =>
      holdToGolden(
        sample,
        golden.map((one) => ({ ...one, read: { ...one.read, data: { text: 'a' } } })),
      ),
    ).toThrow()
  })

  test('stands before every reader of a store', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'carnet-upcast-'))
    const store = upcasting(openSqliteEventStore(join(directory, 'events.sqlite')), sample)
    await store.append('note-1', -1, [old, other])
    const types = (slice: { events: readonly { type: string }[] }) =>
      slice.events.map((e) => e.type)
    const newest = ['NoteWritten', 'NoteWritten']
    expect(
      [
        await store.readStream('note-1'),
        await store.readAll(START, { limit: 5 }),
        await store.readAllBackwards(null, { limit: 5 }),
      ].map(types),
    ).toEqual([newest, newest, newest])
    await store.close()
    rmSync(directory, { recursive: true })
  })
})
