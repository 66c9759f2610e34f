import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { positionOf } from '#domain/kernel/event.ts'
import { canonicalJson, hashOf } from '#commands/kernel/hash-chain.ts'
import { derivedUuid, newUlid } from '#commands/kernel/ids.ts'
import { verifyEntries, verifyLog, verifyStream } from '#commands/kernel/verify.ts'
import { history } from './events.ts'

describe('canonical JSON', () => {
  test('sorts keys, at every depth, and leaves no white space', () => {
    expect(canonicalJson({ b: 1, a: { d: [true, null], c: 'é"\n' } })).toBe(
      '{"a":{"c":"é\\"\\n","d":[true,null]},"b":1}',
    )
  })
  test('takes an absent field and an undefined one for the same', () => {
    expect(canonicalJson({ a: undefined, b: [undefined] })).toBe(canonicalJson({ b: [null] }))
  })
  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1n,
    () => 1,
    Symbol('s'),
    new Map(),
    new Date(0),
  ])('refuses %s, which JSON would change without a word', (value) => {
    expect(() => canonicalJson({ value })).toThrow(TypeError)
  })
  property.prop([fc.jsonValue()])(
    'is the same for a value and for what JSON gives back of it',
    (value) => {
      const text = canonicalJson(value)
      expect(canonicalJson(JSON.parse(JSON.stringify(value)))).toBe(text)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    },
  )
})

test('the hash of an event never changes: what is stored today verifies for ever', () => {
  const meta = {
    schema: 1,
    owner: 'o',
    actor: { kind: 'user', id: 'u', name: 'n' },
    cause: 'user',
    commandId: 'c',
    correlationId: 'c',
    causationId: 'c',
    occurredAt: 0,
    prevHash: '',
  } as const
  expect(hashOf('bill-1', { id: 'i', type: 'BillIssued', data: { number: 1 }, meta })).toBe(
    '3f314e56458524992eb0cc2117e44c6b8069cef75e8de35008db659192d403b1',
  )
})

const whole = history('bill-1', { n: 1 }, { n: 2, deep: { list: [1, 2] } }, { n: 3 }, { n: 4 })

/** Every leaf of a value, as a path. */
const leaves = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))
    : [path]

function changed(event: RecordedEvent, path: readonly string[]): RecordedEvent {
  const copy = structuredClone(event)
  let place: Record<string, unknown> = copy // walked by name
  for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>
  const key = path.at(-1) ?? ''
  const old = place[key]
  place[key] = typeof old === 'number' ? old + 1 : `${String(old)}x`
  return copy
}

describe('a stream of events', () => {
  test('verifies as it was written', () => expect(verifyStream(whole)).toEqual([]))

  property.prop([fc.integer({ min: 0, max: 3 }), fc.nat()])(
    'is found out when any one thing of any one event changes',
    (at, pick) => {
      // where it lies in the log is the log's affair
      const paths = leaves(whole[at]).filter(([first]) => first !== 'position')
      const path = paths[pick % paths.length] ?? []
      const damages = verifyStream(
        whole.map((event, i) => (i === at ? changed(event, path) : event)),
      )
      expect(damages.length, path.join('.')).toBeGreaterThan(0)
      expect(damages[0]).toMatchObject({ stream: expect.stringMatching(/^bill-1/) })
    },
  )

  property.prop([fc.integer({ min: 0, max: 2 })])(
    'is found out when an event before its last is taken away',
    (at) => {
      expect(verifyStream(whole.filter((_, i) => i !== at))).toMatchObject([{ what: 'revision' }])
      const renumbered = whole
        .filter((_, i) => i !== at)
        .map((event, revision) => ({ ...event, revision }))
      expect(verifyStream(renumbered)).toMatchObject([{ what: 'chain', revision: at }])
    },
  )

  property.prop([fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })])(
    'is found out when two events change places',
    (a, b) => {
      fc.pre(a !== b)
      // a and b are in range
      const swapped = whole.map((_, i) => ({
        ...whole[i === a ? b : i === b ? a : i]!,
        revision: i,
      }))
      expect(verifyStream(swapped).length).toBeGreaterThan(0)
    },
  )

  test('is found out when an event is put in with a hash of its own', () => {
    const forged = history('bill-1', { n: 9 })[0]!
    expect(verifyStream([...whole, { ...forged, revision: 4 }])).toMatchObject([
      { what: 'chain', revision: 4 },
    ])
  })
})

describe('a log', () => {
  const other = history('contact-1', { name: 'Atelier Quartz' }, { name: 'Atelier Basalte' })
  const log = [whole[0]!, other[0]!, whole[1]!, whole[2]!, other[1]!, whole[3]!].map(
    (event, i) => ({
      ...event,
      position: positionOf(i + 1),
    }),
  )
  const entries = (events: readonly RecordedEvent[]) => events.map((event) => ({ event }))

  test('verifies with its streams entwined, and is counted', async () => {
    expect(await verifyEntries(entries(log), { gapless: true })).toMatchObject({
      events: 6,
      streams: 2,
      upTo: positionOf(6),
      damages: [],
    })
  })

  test('tells each damage with its place', async () => {
    const { damages } = await verifyEntries(entries(log.filter((_, i) => i !== 2)), {
      gapless: true,
    })
    expect(damages).toEqual([
      {
        what: 'position',
        position: positionOf(4),
        stream: 'bill-1',
        revision: 2,
        detail: 'position 3 is missing',
      },
      {
        what: 'revision',
        position: positionOf(4),
        stream: 'bill-1',
        revision: 2,
        detail: 'revision 1 is missing',
      },
    ])
  })

  test('takes gaps between positions as they are where the store leaves them', async () => {
    const sparse = log.map((event, i) => ({ ...event, position: positionOf(i * 100) }))
    expect((await verifyEntries(entries(sparse), { gapless: false })).damages).toEqual([])
  })

  test('tells an event that cannot be read once, and goes on behind it', async () => {
    const unreadable = {
      damage: {
        what: 'unreadable',
        position: positionOf(3),
        stream: 'bill-1',
        revision: 1,
        detail: 'torn',
      },
    } as const
    const { damages } = await verifyEntries(
      [...entries(log.slice(0, 2)), unreadable, ...entries(log.slice(3))],
      {
        gapless: true,
      },
    )
    expect(damages).toEqual([unreadable.damage])
  })

  test('is read from a store page by page', async () => {
    const store = {
      readStream: async () => ({ events: [], revision: -1 }),
      readAll: async (after: string, { limit }: { limit: number }) => {
        const events = log.filter((event) => event.position > after).slice(0, Math.min(limit, 2))
        return {
          events,
          next: events.at(-1)?.position ?? after,
          atHead: events.at(-1) === log.at(-1),
        }
      },
    }
    expect(await verifyLog(store)).toMatchObject({ events: 6, streams: 2, damages: [] })
  })
})

describe('a derived UUID', () => {
  test('is the same for the same parts, and looks like one', () => {
    expect(derivedUuid('command', 'bill-1', 0)).toBe(derivedUuid('command', 'bill-1', 0))
    expect(derivedUuid('command', 'bill-1', 0)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })
  test('differs wherever a part does, also when the parts read alike in a row', () => {
    const ids = [
      derivedUuid('ab', 'c'),
      derivedUuid('a', 'bc'),
      derivedUuid('abc'),
      derivedUuid('ab', 'c', ''),
      derivedUuid('c', 'ab'),
    ]
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('ULIDs rise, also within one millisecond', () => {
  const ids = Array.from({ length: 1_000 }, () => newUlid(1_750_000_000_000))
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(1_000)
})
