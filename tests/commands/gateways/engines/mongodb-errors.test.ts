import { createRequire } from 'node:module'
import * as driver from 'mongodb'
import { describe, expect, test } from 'vitest'
import { databaseNamed, isAway, isDuplicate } from '#commands/gateways/engines/mongodb-errors.ts'

type Kind = { readonly prototype: Error }
/** Errors of its connection pools, which the driver throws and does not export. */
const pool = createRequire(import.meta.url)('mongodb/lib/cmap/errors.js') as Record<string, Kind>

const isKind = (value: unknown): value is Kind =>
  typeof value === 'function' && value.prototype instanceof Error
const kinds = [...Object.values<unknown>(driver), ...Object.values<unknown>(pool)].filter(isKind)
// its constructors want what only the driver has
const bare = ({ prototype }: Kind): Error => Object.create(prototype) as Error
const namesOf = (some: readonly Kind[]) => some.map((kind) => bare(kind).name).sort()

const says = (code: number) => new driver.MongoServerError({ message: 'as the server says', code })
const thrownByNode = (code: string) => Object.assign(new Error(code), { code })

describe('a server is away', () => {
  test('for every kind of error that says so, in this version of the driver', () => {
    const families: readonly Kind[] = [
      driver.MongoNetworkError,
      driver.MongoServerSelectionError,
      driver.MongoOperationTimeoutError,
      ...Object.values(pool),
    ]
    const closed: readonly Kind[] = [
      driver.MongoServerClosedError,
      driver.MongoTopologyClosedError,
      driver.MongoClientClosedError,
      driver.MongoNotConnectedError,
    ]
    const said = kinds.filter((kind) =>
      [...families, ...closed].some(
        (family) =>
          kind === family || Object.prototype.isPrototypeOf.call(family.prototype, kind.prototype),
      ),
    )
    expect(namesOf(kinds.filter((kind) => isAway(bare(kind))))).toEqual(namesOf(said))
    expect(said.length).toBeGreaterThanOrEqual(12)
  })

  test.each([
    ['it steps down', says(189)],
    ['it is not the primary', says(10_107)],
    ['it shuts down', says(91)],
    ['it has no time left', says(50)],
    ['the connection was reset', thrownByNode('ECONNRESET')],
    ['the stream had ended', thrownByNode('ERR_STREAM_DESTROYED')],
    ['that is the cause', new Error('in between', { cause: new driver.MongoNetworkError('gone') })],
    [
      'that is what ended a bulk write',
      new driver.MongoServerError(new driver.MongoNetworkError('gone')),
    ],
  ])('when %s', (_, error) => expect(isAway(error)).toBe(true))
})

describe('a server is there', () => {
  test.each([
    ['it refuses a document', says(121)],
    ['it knows a document of that name', says(11_000)],
    ['the code is not its own', Object.assign(new Error('of another protocol'), { code: 7 })],
    ['a stream was misused', thrownByNode('ERR_STREAM_NULL_VALUES')],
    ['we asked wrongly', new driver.MongoInvalidArgumentError('no such option')],
    ['what was thrown is no error', 'MongoNetworkError'],
  ])('when %s', (_, error) => expect(isAway(error)).toBe(false))
})

test('only the server finds a duplicate', () => {
  expect(isDuplicate(says(11_000))).toBe(true)
  expect(isDuplicate(says(121))).toBe(false)
  expect(isDuplicate(Object.assign(new Error('of another protocol'), { code: 11_000 }))).toBe(false)
})

test.each([
  ['mongodb://127.0.0.1:27017/books', 'books'],
  ['mongodb://user:secret@one:27017,two:27017/test?replicaSet=rs0', 'test'],
  ['mongodb+srv://cluster.example/mes%20livres', 'mes livres'],
  ['mongodb://127.0.0.1:27017', 'carnet'],
  ['mongodb://127.0.0.1:27017/', 'carnet'],
  ['mongodb://user:secret@one/?authSource=admin', 'carnet'],
])('%s is the database %s', (address, database) => {
  expect(databaseNamed(address)).toBe(database)
})
