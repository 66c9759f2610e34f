import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#domain/kernel/errors.ts'
import { positionOf } from '#domain/kernel/event.ts'
import type {
  Collection,
  Condition,
  Doc,
  Filter,
  Mark,
  ReadStore,
  Scalar,
  Sharing,
  Sort,
  Stored,
} from '#domain/kernel/ports/read-store.ts'

type Row = Doc & {
  readonly n?: unknown
  readonly s?: unknown
  readonly b?: unknown
  readonly tags?: unknown
  readonly inner?: unknown
  readonly lines?: unknown
}
type Bag = Readonly<Record<string, unknown>>

const stored = (row: Row, position = 1): Stored<Row> => ({ ...row, _pos: positionOf(position) })
const put = (c: Collection<Row>, rows: readonly Row[], position = 1) =>
  c.apply(rows.map((row) => ({ id: row._id, ifPos: null, doc: stored(row, position) })))
const ids = async (c: Collection<Row>, filter: Filter, sort?: Sort) =>
  (await c.find({ filter, ...(sort && { sort }) })).items.map((row) => row._id)

// The reference: the grammar's meaning, written the slow way. Each line is a choice every adapter
// makes alike (MongoDB's own).
const values = (value: unknown, path: readonly string[]): readonly unknown[] => {
  const [step, ...rest] = path
  if (step === undefined) return Array.isArray(value) ? value : [value]
  // A path goes through arrays of objects; elements that are no objects have no fields.
  if (Array.isArray(value))
    return value.filter((v) => typeof v === 'object' && v !== null).flatMap((v) => values(v, path))
  if (typeof value !== 'object' || value === null) return [undefined]
  return values((value as Bag)[step], rest)
}
const type = (value: unknown) => (value === null || value === undefined ? 'nothing' : typeof value)
const less = (a: unknown, b: unknown) => (a as number) < (b as number)
/**
 * An array matches when one element does; null equals a missing field; a range holds within one
 * type only.
 */
function holds(row: Row, path: string, condition: Condition): boolean {
  const found = values(row, path.split('.'))
  const some = (test: (v: unknown) => boolean) => found.some(test)
  const equal = (wanted: Scalar) => (v: unknown) =>
    wanted === null ? type(v) === 'nothing' : v === wanted
  if (typeof condition !== 'object' || condition === null) return some(equal(condition))
  return Object.entries(condition).every(([op, limit]) => {
    if (op === '$in') return (limit as readonly Scalar[]).some((wanted) => some(equal(wanted)))
    const wanted = limit as Scalar
    if (op === '$ne') return !some(equal(wanted))
    return some((v) => {
      if (type(v) !== type(wanted)) return false
      if (op === '$gt') return less(wanted, v)
      if (op === '$gte') return !less(v, wanted)
      return op === '$lt' ? less(v, wanted) : !less(wanted, v)
    })
  })
}
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
/** `2026-0021` as `2026-21`. */
const withoutZeros = (text: string) => text.replace(/(^|\D)0+(?=\d)/g, '$1')
function lets(filter: Filter, row: Row): boolean {
  const every = (conditions: Readonly<Record<string, Condition>>) =>
    Object.entries(conditions).every(([path, condition]) => holds(row, path, condition))
  if (filter.where && !every(filter.where)) return false
  // An `or` of nothing lets nothing through.
  if (filter.or && !filter.or.some(every)) return false
  if (!(filter.and ?? []).every((further) => lets(further, row))) return false
  if (!filter.search) return true
  const texts = filter.search.fields
    .flatMap((field) => values(row, field.split('.')))
    .filter((v) => typeof v === 'string' || typeof v === 'number')
  return plain(filter.search.text)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) =>
      texts.some((text) =>
        [plain(String(text)), withoutZeros(plain(String(text)))].some((one) => one.includes(word)),
      ),
    )
}
/** Nothing first, then numbers, strings (binary), booleans (false first). */
const RANKS = ['nothing', 'number', 'string', 'boolean']
function order(sort: Sort) {
  const field = (row: Row, path: string) =>
    path.split('.').reduce<unknown>((value, step) => (value as Bag | undefined)?.[step], row)
  const one = (a: unknown, b: unknown) =>
    type(a) === type(b)
      ? type(a) === 'nothing' || a === b
        ? 0
        : less(a, b)
          ? -1
          : 1
      : RANKS.indexOf(type(a)) - RANKS.indexOf(type(b))
  return (a: Row, b: Row): number => {
    for (const [path, direction] of sort) {
      const difference = one(field(a, path), field(b, path))
      if (difference !== 0) return difference * direction
    }
    return one(a._id, b._id) * (sort.at(-1)?.[1] ?? 1)
  }
}

const OWNERS = ['user-1', 'user-2'] as const
const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -2, max: 4 }),
  fc.constantFrom(0.5, 1e9),
  fc.constantFrom('', 'a', 'B', 'b', 'ab', 'é', 'Éa', '1', '٣', 'منتج'),
  fc.boolean(),
)
const rowOf = fc.record(
  {
    owner: fc.constantFrom(...OWNERS),
    n: fc.oneof(fc.integer({ min: -2, max: 4 }), fc.constant(null)),
    s: scalar,
    b: fc.boolean(),
    tags: fc.oneof(
      { weight: 30, arbitrary: scalar },
      { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
    ),
    inner: fc.oneof(scalar, fc.record({ x: scalar }, { requiredKeys: [] })),
    lines: fc.array(
      fc.record({ id: fc.constantFrom('l1', 'l2'), q: fc.integer({ min: 0, max: 3 }) }),
      {
        maxLength: 3,
      },
    ),
  },
  { requiredKeys: ['owner'] },
)
const rows: fc.Arbitrary<readonly Row[]> = fc
  .array(rowOf, { maxLength: 40, size: 'max' })
  .map((all) => all.map((row, i) => ({ _id: `d${(i * 7) % 41}`, ...row })))
const bound = scalar.filter((value) => value !== null)
const range = fc
  .tuple(
    fc.option(fc.tuple(fc.constantFrom('$gt', '$gte'), bound), { nil: null }),
    fc.option(fc.tuple(fc.constantFrom('$lt', '$lte'), bound), { nil: null }),
  )
  .map(
    ([low, high]): Condition =>
      Object.fromEntries([...(low ? [low] : []), ...(high ? [high] : [])]),
  )
const condition: fc.Arbitrary<Condition> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }).map(($in) => ({ $in })),
  scalar.map(($ne) => ({ $ne })),
  range,
)
// Through an array of objects only values can be asked for: MongoDB's own answer for null depends
// on its version.
const present = condition.filter((c) => !JSON.stringify(c).includes('null'))
const oneCondition = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('owner'), fc.constantFrom(...OWNERS)) },
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom('n', 's', 'b'), condition) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('tags', 'inner.x'), condition) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('lines.id', 'lines.q'), present) },
)
const conditions: fc.Arbitrary<Readonly<Record<string, Condition>>> = fc
  .array(oneCondition, { maxLength: 3 })
  .map((pairs) => Object.fromEntries(pairs))
const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 1, nil: undefined })
const simple: fc.Arbitrary<Filter> = fc
  .tuple(
    conditions,
    fc.boolean(),
    seldom(fc.array(conditions, { minLength: 1, maxLength: 2 })),
    fc.boolean(),
    seldom(
      fc.record({
        fields: fc.constantFrom(['s'], ['s', 'tags'], ['inner.x', 'lines.id']),
        text: fc.constantFrom('', 'a', 'É', 'e  A', 'l1', '1', 'منت'),
      }),
    ),
  )
  .map(([where, withOr, or, withSearch, search]) => ({
    where,
    ...(withOr && or && { or }),
    ...(withSearch && search && { search }),
  }))
const filters: fc.Arbitrary<Filter> = fc
  .tuple(simple, seldom(fc.array(simple, { minLength: 1, maxLength: 2 })))
  .map(([filter, and]) => ({ ...filter, ...(and && { and }) }))
const sorts: fc.Arbitrary<Sort> = fc
  .array(fc.tuple(fc.constantFrom('owner', 'n', 's', 'b'), fc.constantFrom<1 | -1>(1, -1)), {
    maxLength: 3,
  })
  .map((sort) => sort.filter(([field], i) => sort.findIndex(([other]) => other === field) === i))
const INDEXES = [
  { fields: ['owner', 'n'] },
  { fields: ['owner', 's', 'n'] },
  { fields: ['n'] },
  { fields: ['s'] },
  { fields: ['owner', 'b', 's'] },
  { fields: ['tags'] },
  { fields: ['owner', 'inner.x'] },
  { fields: ['owner', 'lines.q'] },
] as const

/** Contract of every read store. @param open a store of its own, empty, for each call */
export function readStoreSuite(
  name: string,
  open: () => Promise<ReadStore>,
  options: { readonly runs?: number } = {},
): void {
  describe(`${name} as a read store`, () => {
    let store: ReadStore
    let made = 0
    const fresh = () => store.collection<Row>(`rows-${++made}`)
    beforeAll(async () => {
      store = await open()
    })
    afterAll(async () => store.close())

    test('hands out what was written, and null for what never was', async () => {
      const c = fresh()
      await put(c, [{ _id: 'a', owner: 'user-1', n: 1 }])
      expect(await c.get('a')).toMatchObject({ _id: 'a', owner: 'user-1', n: 1 })
      expect(await c.get('b')).toBeNull()
    })

    test('writes a document only over the position it was loaded at, and names what lost', async () => {
      const c = fresh()
      const doc = (n: number, position: number) =>
        stored({ _id: 'a', owner: 'user-1', n }, position)
      expect(await c.apply([{ id: 'a', ifPos: null, doc: doc(1, 3) }])).toEqual({
        conflicts: [],
        moved: false,
      })
      expect(await c.apply([{ id: 'a', ifPos: null, doc: doc(2, 4) }])).toEqual({
        conflicts: ['a'],
        moved: false,
      })
      expect(await c.apply([{ id: 'a', ifPos: positionOf(2), doc: doc(3, 5) }])).toEqual({
        conflicts: ['a'],
        moved: false,
      })
      expect(await c.get('a')).toMatchObject({ n: 1 })
      expect(await c.apply([{ id: 'a', ifPos: positionOf(3), doc: doc(4, 6) }])).toEqual({
        conflicts: [],
        moved: false,
      })
      expect((await c.load(['a', 'z'])).get('a')).toMatchObject({ n: 4, _pos: positionOf(6) })
    })

    test('writes what did not lose beside what did', async () => {
      const c = fresh()
      await put(c, [{ _id: 'a', owner: 'user-1' }])
      expect(
        await put(
          c,
          [
            { _id: 'a', owner: 'user-2' },
            { _id: 'b', owner: 'user-2' },
          ],
          2,
        ),
      ).toEqual({ conflicts: ['a'], moved: false })
      expect(await ids(c, {})).toEqual(['a', 'b'])
    })

    test('keeps a tombstone from every query, loads it for the engine, and forgets it when purged', async () => {
      const c = fresh()
      await c.ensureIndexes(INDEXES)
      await put(c, [
        { _id: 'a', owner: 'user-1', n: 1 },
        { _id: 'b', owner: 'user-1', n: 1 },
      ])
      await c.apply([
        {
          id: 'a',
          ifPos: positionOf(1),
          doc: { _id: 'a', owner: 'user-1', _pos: positionOf(5), _deleted: true },
        },
      ])
      expect(await c.get('a')).toBeNull()
      expect(await ids(c, { where: { owner: 'user-1' } })).toEqual(['b'])
      expect(await ids(c, { where: { _id: { $in: ['a', 'b'] } } })).toEqual(['b'])
      expect(await c.count({})).toBe(1)
      expect((await c.load(['a'])).get('a')).toMatchObject({ _deleted: true, _pos: positionOf(5) })
      expect(await put(c, [{ _id: 'a', owner: 'user-1' }])).toEqual({
        conflicts: ['a'],
        moved: false,
      })
      expect(await c.purge(positionOf(4))).toBe(0)
      expect(await c.purge(positionOf(5))).toBe(1)
      expect((await c.load(['a'])).has('a')).toBe(false)
    })

    test('a document that comes back after its tombstone is found again', async () => {
      const c = fresh()
      await c.ensureIndexes(INDEXES)
      await c.apply([
        {
          id: 'a',
          ifPos: null,
          doc: { _id: 'a', owner: 'user-1', _pos: positionOf(1), _deleted: true },
        },
      ])
      await c.apply([
        { id: 'a', ifPos: positionOf(1), doc: stored({ _id: 'a', owner: 'user-1', n: 2 }, 2) },
      ])
      expect(await ids(c, { where: { owner: 'user-1', n: 2 } })).toEqual(['a'])
      expect(await c.count({ where: { owner: 'user-1' } })).toBe(1)
      expect(await c.purge(positionOf(9))).toBe(0)
    })

    test.each([true, false])(
      'a document given to another owner is found with the new one alone, asked before or not (%s)',
      async (asked) => {
        const c = fresh()
        await c.ensureIndexes(INDEXES)
        await put(c, [{ _id: 'a', owner: 'user-1', n: 1 }])
        const of = (owner: string) => ids(c, { where: { owner, n: 1 } }, [['s', 1]])
        if (asked) expect([await of('user-1'), await of('user-2')]).toEqual([['a'], []])
        await c.apply([
          { id: 'a', ifPos: positionOf(1), doc: stored({ _id: 'a', owner: 'user-2', n: 1 }, 2) },
        ])
        expect([await of('user-1'), await of('user-2')]).toEqual([[], ['a']])
        expect(await ids(c, { where: { n: 1 } })).toEqual(['a'])
      },
    )

    test('tells how many there are on every page, and only when asked to', async () => {
      const c = fresh()
      await put(
        c,
        [1, 2, 3].map((n) => ({ _id: `d${n}`, owner: 'user-1', n, s: 'Quartz' })),
      )
      for (const filter of [
        { where: { owner: 'user-1' } },
        { where: { owner: 'user-1' }, search: { fields: ['s'], text: 'quartz' } },
      ]) {
        const first = await c.find({ filter, sort: [['n', 1]], limit: 2, counted: true })
        const second = await c.find({
          filter,
          sort: [['n', 1]],
          limit: 2,
          counted: true,
          cursor: first.next ?? '',
        })
        expect([first.total, second.total]).toEqual([3, 3])
        expect(second.items.map((row) => row._id)).toEqual(['d3'])
        expect(await c.find({ filter, limit: 2 })).not.toHaveProperty('total')
      }
      expect((await c.find({ filter: { where: { owner: 'user-9' } }, counted: true })).total).toBe(
        0,
      )
    })

    test('searches every word in any of the fields, case and accents apart', async () => {
      const c = fresh()
      await put(c, [
        { _id: 'a', owner: 'user-1', s: 'Société Générale', tags: ['Paris'] },
        { _id: 'b', owner: 'user-1', s: 'Societe', tags: ['Lyon'] },
      ])
      const search = (text: string) => ids(c, { search: { fields: ['s', 'tags'], text } })
      expect(await search('GENERALE société')).toEqual(['a'])
      expect(await search('societe')).toEqual(['a', 'b'])
      expect(await search('societe lyon')).toEqual(['b'])
      expect(await search('lyon paris')).toEqual([])
    })

    test('a long word that no document has may have one letter wrong', async () => {
      const c = fresh()
      await put(c, [
        { _id: 'a', owner: 'user-1', s: 'Atelier Brumaire', tags: ['Lyon'], n: 1 },
        { _id: 'b', owner: 'user-1', s: 'Atelier Nivôse', tags: ['Lyon'], n: 2 },
        { _id: 'c', owner: 'user-2', s: 'Brumiare', n: 3 },
        { _id: 'd', owner: 'user-1', s: 'Lampe 10234', n: 4 },
      ])
      const search = (text: string, owner = 'user-1') => ({
        where: { owner },
        search: { fields: ['s', 'tags'], text },
      })
      const found = (text: string, owner?: string) => ids(c, search(text, owner))
      expect(await found('brumiare')).toEqual(['a'])
      expect(await found('brumiare', 'user-2')).toEqual(['c'])
      expect(await found('brumaere')).toEqual(['a'])
      expect(await found('brumeere')).toEqual([])
      expect(await found('lyon atleier')).toEqual(['a', 'b'])
      expect(await found('lyno')).toEqual([])
      expect(await found('10235')).toEqual([])
      expect(await c.count(search('brumiare'))).toBe(1)
      const groups = await c.sum(search('atleier'), { by: ['owner'], of: ['n'] })
      expect(groups).toMatchObject([{ count: 2, sums: { n: 3 } }])
    })

    test('forgives by the owner’s documents, whatever else the filter wants', async () => {
      const c = fresh()
      await put(c, [
        { _id: 'a', owner: 'user-1', s: 'Martin', n: 1 },
        { _id: 'b', owner: 'user-1', s: 'Marton', n: 2 },
      ])
      const search = { fields: ['s'], text: 'martin' }
      expect(await ids(c, { where: { owner: 'user-1', n: 2 }, search })).toEqual([])
      const further = { and: [{ search: { fields: ['s'], text: 'mertin' } }] }
      expect(await ids(c, { where: { owner: 'user-1' }, ...further })).toEqual(['a'])
    })

    test('pages of a forgiving search go on to its end', async () => {
      const c = fresh()
      await put(
        c,
        Array.from({ length: 5 }, (_, n) => ({ _id: `d${n}`, owner: 'user-1', s: 'Brumaire', n })),
      )
      const filter = {
        where: { owner: 'user-1' },
        search: { fields: ['s'], text: 'brumiare' },
      }
      const page = { filter, sort: [['n', 1]] as const, limit: 3, counted: true }
      const first = await c.find(page)
      expect([first.items.length, first.total]).toEqual([3, 5])
      const second = await c.find({ ...page, cursor: first.next ?? '' })
      expect(second.items.map(({ _id }) => _id)).toEqual(['d3', 'd4'])
      expect([second.next, second.total]).toEqual([null, 5])
    })

    test('finds a number without its leading zeros, and with them', async () => {
      const c = fresh()
      await put(c, [
        { _id: 'a', owner: 'user-1', s: '2026-0021' },
        { _id: 'b', owner: 'user-1', s: '2026-0210' },
        { _id: 'c', owner: 'user-1', s: '2026-1021' },
      ])
      const search = (text: string) => ids(c, { search: { fields: ['s'], text } })
      expect(await search('2026-21')).toEqual(['a', 'b'])
      expect(await search('2026-0021')).toEqual(['a'])
      expect(await search('2026-00')).toEqual(['a'])
      expect(await search('2026-210')).toEqual(['b'])
    })

    test('a page of a search holds whole documents, as many as there are', async () => {
      const c = fresh()
      await put(
        c,
        Array.from({ length: 7 }, (_, n) => ({
          _id: `d${n}`,
          owner: 'user-1',
          s: `word ${n % 2}`,
          n,
          b: true,
        })),
      )
      const filter: Filter = {
        where: { owner: 'user-1' },
        search: { fields: ['s'], text: 'word 1' },
      }
      const page = await c.find({ filter, sort: [['n', -1]], limit: 2, counted: true })
      expect(page.items).toMatchObject([
        { _id: 'd5', n: 5, b: true, s: 'word 1' },
        { _id: 'd3', n: 3, b: true, s: 'word 1' },
      ])
      expect(page.total).toBe(3)
      const next = await c.find({ filter, sort: [['n', -1]], limit: 2, cursor: page.next ?? '' })
      expect(next.items.map(({ _id }) => _id)).toEqual(['d1'])
    })

    test.each([
      '',
      'x',
      'eyJ9',
      Buffer.from('[1,2,3]').toString('base64url'),
      Buffer.from('["n1",[{"$gt":1}],"a"]').toString('base64url'),
      '\u0000',
      'a'.repeat(10_000),
    ])('refuses the broken cursor %j and names it', async (cursor) => {
      const refused = await fresh()
        .find({ filter: {}, sort: [['n', 1]], cursor })
        .catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(Refusal)
      expect(refused).toMatchObject({ code: 'REQUEST_INVALID', fields: [{ path: 'cursor' }] })
    })

    test('refuses a cursor that another sort gave', async () => {
      const c = fresh()
      await put(c, [
        { _id: 'a', owner: 'user-1' },
        { _id: 'b', owner: 'user-1' },
      ])
      const { next } = await c.find({ filter: {}, sort: [['n', 1]], limit: 1 })
      await expect(
        c.find({ filter: {}, sort: [['n', -1]], cursor: next ?? '' }),
      ).rejects.toMatchObject({
        code: 'REQUEST_INVALID',
      })
    })

    test.each(['indexed', 'not indexed'])(
      'a cursor goes on after the last document seen, whatever came or went meanwhile (%s)',
      async (how) => {
        const c = fresh()
        if (how === 'indexed') await c.ensureIndexes([{ fields: ['owner', 'n'] }])
        await put(
          c,
          [10, 20, 30, 40].map((n) => ({ _id: `d${n}`, owner: 'user-1', n })),
        )
        const query = {
          filter: { where: { owner: 'user-1' } },
          sort: [['n', 1]] as const,
          limit: 2,
        }
        const first = await c.find(query)
        expect(first.items.map((row) => row._id)).toEqual(['d10', 'd20'])
        await put(c, [
          { _id: 'd5', owner: 'user-1', n: 5 },
          { _id: 'd25', owner: 'user-1', n: 25 },
        ])
        await c.apply([
          {
            id: 'd20',
            ifPos: positionOf(1),
            doc: { _id: 'd20', owner: 'user-1', _pos: positionOf(3), _deleted: true },
          },
        ])
        const second = await c.find({ ...query, cursor: first.next ?? '' })
        expect(second.items.map((row) => row._id)).toEqual(['d25', 'd30'])
        const third = await c.find({ ...query, cursor: second.next ?? '' })
        expect(third.items.map((row) => row._id)).toEqual(['d40'])
        expect(third.next).toBeNull()
      },
    )

    test('random documents through random filters, sorts and pages are what the grammar says, indexed before, after or never', async () => {
      await fc.assert(
        fc.asyncProperty(
          rows,
          rows,
          filters,
          sorts,
          fc.integer({ min: 1, max: 7 }),
          fc.constantFrom('before', 'after', 'never'),
          fc.boolean(),
          async (first, second, filter, sort, limit, indexed, asked) => {
            const c = fresh()
            if (indexed === 'before') await c.ensureIndexes(INDEXES)
            await put(c, first)
            if (indexed === 'after') await c.ensureIndexes(INDEXES)
            // Indexes may be built when they are first asked for.
            if (asked) await ids(c, filter, sort)
            // Some documents are replaced and some removed, so that indexes have moved.
            const known = new Map(first.map((row) => [row._id, row]))
            for (const [i, row] of second.entries()) {
              const before = known.has(row._id) ? positionOf(1) : null
              if (i % 5 === 4) {
                await c.apply([
                  {
                    id: row._id,
                    ifPos: before,
                    doc: { _id: row._id, owner: row.owner, _pos: positionOf(2), _deleted: true },
                  },
                ])
                known.delete(row._id)
              } else {
                await c.apply([{ id: row._id, ifPos: before, doc: stored(row, 2) }])
                known.set(row._id, row)
              }
            }
            const wanted = [...known.values()]
              .filter((row) => lets(filter, row))
              .sort(order(sort))
              .map((row) => row._id)
            expect(await ids(c, filter, sort)).toEqual(wanted)
            expect(await c.count(filter)).toBe(wanted.length)
            const paged: string[] = []
            for (let cursor: string | null | undefined; cursor !== null; ) {
              const page = await c.find({
                filter,
                sort,
                limit,
                counted: true,
                ...(cursor && { cursor }),
              })
              expect(page.items.length).toBeLessThanOrEqual(limit)
              expect(page.total).toBe(wanted.length)
              paged.push(...page.items.map((row) => row._id))
              cursor = page.next
            }
            expect(paged).toEqual(wanted)
            await c.drop()
          },
        ),
        { numRuns: options.runs ?? 400 },
      )
    }, 60_000)

    test('sums are those of the documents that are there, whatever was added, replaced and removed before', async () => {
      const spec = { by: ['owner', 'b', 's'], of: ['n'] } as const
      const onGroups = fc.record<Filter>({
        where: fc.record(
          { owner: fc.constantFrom(...OWNERS), b: fc.boolean(), s: scalar },
          { requiredKeys: [] },
        ),
      })
      await fc.assert(
        fc.asyncProperty(rows, rows, fc.oneof(onGroups, filters), async (first, second, filter) => {
          const c = fresh()
          await put(c, first)
          await c.sum(filter, spec) // sums may be kept once they are asked for
          const known = new Map(first.map((row) => [row._id, row]))
          for (const [i, row] of second.entries()) {
            const ifPos = known.has(row._id) ? positionOf(1) : null
            const gone = i % 5 === 4
            const doc = gone
              ? { _id: row._id, owner: row.owner, _pos: positionOf(2), _deleted: true }
              : stored(row, 2)
            await c.apply([{ id: row._id, ifPos, doc: doc as Stored<Row> }])
            if (gone) known.delete(row._id)
            else known.set(row._id, row)
          }
          const wanted = new Map<string, { count: number; n: number }>()
          for (const row of known.values()) {
            if (!lets(filter, row)) continue
            const key = JSON.stringify([row.owner, row.b ?? null, row.s ?? null])
            const sum = wanted.get(key) ?? { count: 0, n: 0 }
            wanted.set(key, { count: sum.count + 1, n: sum.n + Number(row.n ?? 0) })
          }
          const groups = await c.sum(filter, spec)
          const found = groups.map(({ key, count, sums }) => [
            JSON.stringify([key.owner, key.b ?? null, key.s ?? null]),
            { count, n: sums.n },
          ])
          expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
          expect(groups).toHaveLength(wanted.size)
          await c.drop()
        }),
        { numRuns: options.runs ?? 200 },
      )
    }, 60_000)

    test('documents and checkpoint move together, and only from where both stand', async () => {
      const name = `moved-${++made}`
      const c = store.collection<Row>(name)
      const { checkpoints } = store
      const write = (id: string) => ({
        id,
        ifPos: null,
        doc: stored({ _id: id, owner: 'user-1' }),
      })
      const move = (from: number, to: number) => ({ from: positionOf(from), to: positionOf(to) })
      expect(await checkpoints.load(name)).toEqual({ position: positionOf(0), failure: null })
      expect(await c.apply([write('a')], move(0, 5))).toEqual({ conflicts: [], moved: true })
      expect(await c.apply([], move(0, 9))).toEqual({ conflicts: [], moved: false })
      // A lost write keeps the checkpoint where it is.
      expect(await c.apply([write('a'), write('b')], move(5, 6))).toEqual({
        conflicts: ['a'],
        moved: false,
      })
      const failure = {
        eventId: 'e',
        position: positionOf(6),
        message: 'broken',
        tries: 1,
        nextTryAt: 1000,
      }
      await checkpoints.fail(name, failure)
      expect(await checkpoints.load(name)).toEqual({ position: positionOf(5), failure })
      // Only a process that folded the failed event can move it.
      expect(await c.apply([], move(4, 6))).toEqual({ conflicts: [], moved: false })
      expect(await checkpoints.load(name)).toEqual({ position: positionOf(5), failure })
      expect(await c.apply([], move(5, 6))).toEqual({ conflicts: [], moved: true })
      expect(await checkpoints.load(name)).toEqual({ position: positionOf(6), failure: null })
    })

    test('a checkpoint that is forgotten begins again', async () => {
      const name = `forgotten-${++made}`
      const c = store.collection<Row>(name)
      const { checkpoints } = store
      await checkpoints.forget(name)
      await c.apply([], { from: positionOf(0), to: positionOf(5) })
      await checkpoints.forget(name)
      expect(await checkpoints.load(name)).toEqual({ position: positionOf(0), failure: null })
      expect(await c.apply([], { from: positionOf(0), to: positionOf(2) })).toMatchObject({
        moved: true,
      })
    })

    test('answers the fields that are asked for, each as it is, on every page', async () => {
      const c = fresh()
      await put(c, [
        { _id: 'a', owner: 'user-1', n: 1, s: 'one', b: true, inner: { x: [1, null] } },
        { _id: 'b', owner: 'user-1', n: 2, s: null, tags: ['t'] },
        { _id: 'c', owner: 'user-1', n: 3, b: false },
      ])
      for (const search of [undefined, { fields: ['owner'], text: 'user' }]) {
        const query = {
          filter: { where: { owner: 'user-1' }, ...(search && { search }) },
          sort: [['n', 1]] as const,
          limit: 2,
          fields: ['s', 'b', 'inner'] as const,
        }
        const first = await c.find(query)
        const second = await c.find({ ...query, cursor: first.next ?? '' })
        const found = [...first.items, ...second.items].map(({ _id, owner, s, b, inner }) => ({
          _id,
          owner,
          s,
          b,
          inner,
        }))
        expect(found).toStrictEqual([
          { _id: 'a', owner: 'user-1', s: 'one', b: true, inner: { x: [1, null] } },
          { _id: 'b', owner: 'user-1', s: null, b: undefined, inner: undefined },
          { _id: 'c', owner: 'user-1', s: undefined, b: false, inner: undefined },
        ])
        expect(first.items[1]).not.toHaveProperty('tags')
      }
    })

    test('finds texts that have all words of one group, each whole', async () => {
      const c = fresh()
      await put(c, [
        { _id: 'a', owner: 'user-1', s: ' react c++ node ' },
        { _id: 'b', owner: 'user-1', s: ' reactive node.js ' },
        { _id: 'c', owner: 'user-1', s: ' chef de projet ' },
        { _id: 'd', owner: 'user-1', s: 5 },
        { _id: 'e', owner: 'user-1' },
      ])
      const named = ($words: readonly (readonly string[])[]) =>
        ids(c, { where: { owner: 'user-1', s: { $words } } })
      expect(await named([['react']])).toEqual(['a'])
      expect(await named([['node', 'c++']])).toEqual(['a'])
      expect(await named([['node', 'rust']])).toEqual([])
      expect(await named([['c..']])).toEqual([])
      expect(await named([['react'], ['node.js']])).toEqual(['a', 'b'])
      expect(await named([['chef de projet'], ['projet chef']])).toEqual(['c'])
      expect(await named([])).toEqual([])
      expect(await named([[]])).toEqual(['a', 'b', 'c', 'd', 'e'])
    })

    test('tells the names of the collections that hold something, and of none that was dropped', async () => {
      const [held, dropped] = [`held-${++made}`, `dropped-${++made}`]
      for (const name of [held, dropped])
        await put(store.collection<Row>(name), [{ _id: 'a', owner: 'user-1' }])
      await store.collection(dropped).drop()
      await store.collection(dropped).drop()
      const names = await store.names()
      expect(names).toContain(held)
      expect(names).not.toContain(dropped)
      await store.collection(held).drop()
    })

    test('indexes that are there already are left, and what is missing is added', async () => {
      const c = store.collection<Row>(`indexed-${++made}`)
      await c.ensureIndexes([{ fields: ['owner'] }])
      await put(c, [{ _id: 'a', owner: 'user-1', n: 1 }])
      for (let i = 0; i < 2; i++)
        await c.ensureIndexes([{ fields: ['owner'] }, { fields: ['owner', 'n'] }])
      expect(await ids(c, { where: { owner: 'user-1', n: 1 } })).toEqual(['a'])
    })
  })
}

/** Contract of a read store that several processes use. */
export function sharedStoreSuite(name: string, open: () => Promise<ReadStore>): void {
  describe(`${name} as a shared read store`, () => {
    let store: ReadStore
    let sharing: Sharing
    let made = 0
    beforeAll(async () => {
      store = await open()
      if (store.sharing === null) throw new Error(`${name} is a store of one process`)
      sharing = store.sharing
    })
    afterAll(async () => store.close())

    test('a claim is one holder’s until it is released or over, and no claim lasts longer than it may', async () => {
      const key = `claim-${++made}`
      const { claims } = sharing
      expect(await claims.take(key, 'one', 1_000, 100)).toBe(true)
      expect(await claims.take(key, 'one', 1_050, 100)).toBe(true)
      expect(await claims.take(key, 'two', 1_149, 100)).toBe(false)
      expect(await claims.take(key, 'two', 1_150, 100)).toBe(true)
      await claims.release(key, 'one')
      expect(await claims.take(key, 'one', 1_151, 100)).toBe(false)
      await claims.release(key, 'two')
      expect(await claims.take(key, 'one', 1_152, 100)).toBe(true)
      // This process's clock is a little behind, or it asked a little earlier.
      expect(await claims.take(key, 'two', 1_100, 100)).toBe(false)
      // The holder's clock was far ahead, or was set back since.
      expect(await claims.take(key, 'two', 500, 100)).toBe(true)
    })

    test('the mark is the latest event that was noted, until it is forgotten', async () => {
      const { marks } = sharing
      const mark = (revision: number): Mark => ({
        eventId: `event-${revision}`,
        position: positionOf(revision),
        stream: 'bill-1',
        revision,
      })
      expect(await marks.read()).toBeNull()
      for (const revision of [4, 6, 5]) await marks.note(mark(revision))
      expect(await marks.read()).toEqual(mark(6))
      await marks.forget()
      expect(await marks.read()).toBeNull()
      await Promise.all([7, 9, 8].map((revision) => marks.note(mark(revision))))
      expect(await marks.read()).toEqual(mark(9))
      await marks.forget()
    })

    test('of many that claim at once one gets it', async () => {
      const key = `claim-${++made}`
      const taken = await Promise.all(
        Array.from({ length: 8 }, (_, n) => sharing.claims.take(key, `holder ${n}`, 1_000, 100)),
      )
      expect(taken.filter(Boolean)).toHaveLength(1)
    })

    test('a claim that its holder asks for several times at once is granted each time', async () => {
      for (let round = 0; round < 10; round++) {
        const key = `claim-${++made}`
        const take = () => sharing.claims.take(key, 'one', 1_000, 100)
        expect(await Promise.all([take(), take(), take(), take()])).toEqual([
          true,
          true,
          true,
          true,
        ])
      }
    })

    test('an alias is swapped only from what it was', async () => {
      const { aliases } = sharing
      const alias = `alias-${++made}`
      expect(await aliases.get(alias)).toBeNull()
      expect(await aliases.swap(alias, null, 'v1')).toBe(true)
      expect(await aliases.swap(alias, null, 'v2')).toBe(false)
      expect(await aliases.swap(alias, 'v1', 'v2')).toBe(true)
      expect(await aliases.get(alias)).toBe('v2')
    })
  })
}
