import { describe, expect, test } from 'vitest'
import { eventGroups } from '#domain/kernel/event-groups.ts'
import type { Doc } from '#domain/kernel/ports/read-store.ts'
import { defineProjection, ignored, type Projection } from '#projections/kernel/projection.ts'
import type { Stamp } from '#projections/kernel/stamp.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from './projection-spec.ts'

type ParcelEvent =
  | { readonly type: 'ParcelSent'; readonly data: { readonly weight: number } }
  | { readonly type: 'ParcelLost'; readonly data: { readonly where: string } }
type LabelEvent = {
  readonly type: 'LabelPrinted'
  readonly data: { readonly parcels: readonly string[] }
}
type ParcelDoc = Doc & Stamp & { readonly weight: number; readonly labels: number }

const parcels = defineProjection<ParcelEvent | LabelEvent, ParcelDoc>({
  name: 'parcels',
  version: 1,
  indexes: [],
  keyOf: { LabelPrinted: ({ data }) => data.parcels },
  on: {
    ParcelSent: (_, { data, meta, stamp }, key) => ({
      _id: key,
      owner: meta.owner,
      ...stamp,
      ...data,
      labels: 0,
    }),
    LabelPrinted: (doc, { stamp }) => doc && { ...doc, ...stamp, labels: doc.labels + 1 },
    ...ignored('ParcelLost'),
  },
})
const sent = (id: string, at = 1) =>
  recorded(`parcel-${id}`, 'ParcelSent', { weight: 3 }, { occurredAt: at })

describe('a projection that is declared', () => {
  test('handles the events that have a handler, and not those it ignores', () =>
    expect(parcels.handles).toEqual(['ParcelSent', 'LabelPrinted']))

  test('folds an event into the document of its stream, or into those that its key names', () =>
    spec(parcels)(
      sent('a'),
      sent('b'),
      recorded('label-1', 'LabelPrinted', { parcels: ['b'] }),
      recorded('parcel-a', 'ParcelLost', { where: 'Brest' }),
    ).gives({ _id: 'a', weight: 3, labels: 0 }, { _id: 'b', weight: 3, labels: 1 }))

  test('stamps a document by the event that made it and the one that changed it last', () =>
    spec(parcels)(
      sent('a', 1),
      recorded(
        'label-1',
        'LabelPrinted',
        { parcels: ['a'] },
        { occurredAt: 5, actor: { kind: 'user', id: 'bob' } },
      ),
    ).gives({
      _id: 'a',
      creationDate: 1,
      createdBy: 'Anna Exemple',
      lastModificationDate: 5,
      modifiedBy: 'bob',
    }))

  test('does not fold an event that it does not handle', () =>
    expect(() =>
      parcels.evolve(null, recorded('parcel-a', 'ParcelLost', { where: 'Brest' }), 'a'),
    ).toThrow('parcels does not handle ParcelLost'))

  test('can be assigned to one whose documents are of no matter', () => {
    const all: readonly Projection[] = [parcels]
    expect(all.map(({ name }) => name)).toEqual(['parcels'])
  })
})

describe('what does not compile', () => {
  const about = { name: 'weights', version: 1, indexes: [] } as const
  const keep = (doc: ParcelDoc | null) => doc

  test('an event without a handler', () => {
    const forgotten = defineProjection<ParcelEvent, ParcelDoc>({
      ...about,
      // @ts-expect-error ParcelLost is missing
      on: { ParcelSent: keep },
    })
    expect(forgotten.handles).toEqual(['ParcelSent'])
  })
  test('an event that is misspelt', () => {
    const misspelt = defineProjection<ParcelEvent, ParcelDoc>({
      ...about,
      // @ts-expect-error there is no ParcelLots
      on: { ParcelSent: keep, ParcelLost: keep, ParcelLots: keep },
    })
    expect(misspelt.handles).toHaveLength(3)
  })
  test('an ignored event that is misspelt, because the right one is missing then', () => {
    const misspelt = defineProjection<ParcelEvent, ParcelDoc>({
      ...about,
      // @ts-expect-error ParcelLost is missing
      on: { ParcelSent: keep, ...ignored('ParcelLots') },
    })
    expect(misspelt.handles).toEqual(['ParcelSent'])
  })
  test('an event that is both handled and ignored', () => {
    const both = defineProjection<ParcelEvent, ParcelDoc>({
      ...about,
      // @ts-expect-error the handler would be overwritten
      on: { ParcelSent: keep, ...ignored('ParcelSent', 'ParcelLost') },
    })
    expect(both.handles).toEqual([])
  })
  test('a group that holds an event which is handled too', () => {
    const groups = eventGroups<ParcelEvent>()({ all: ['ParcelSent', 'ParcelLost'] })
    const both = defineProjection<ParcelEvent, ParcelDoc>({
      ...about,
      // @ts-expect-error the handler would be overwritten
      on: { ParcelSent: keep, ...ignored(...groups.all) },
    })
    expect(both.handles).toEqual([])
  })
  test('an event of a group of which another is handled', () => {
    const groups = eventGroups<ParcelEvent | LabelEvent>()({
      parcels: ['ParcelSent', 'ParcelLost'],
      labels: ['LabelPrinted'],
    })
    const forgotten = defineProjection<ParcelEvent | LabelEvent, ParcelDoc>({
      ...about,
      // @ts-expect-error ParcelLost is missing
      on: { ParcelSent: keep, ...ignored(...groups.labels) },
    })
    expect(forgotten.handles).toEqual(['ParcelSent'])
  })
  test('an event in no group', () => {
    // @ts-expect-error LabelPrinted is missing
    const groups = eventGroups<ParcelEvent | LabelEvent>()({ sent: ['ParcelSent', 'ParcelLost'] })
    expect(groups.sent).toHaveLength(2)
  })
  test('an event in two groups', () => {
    const groups = eventGroups<ParcelEvent>()({
      // @ts-expect-error ParcelLost is in both
      sent: ['ParcelSent', 'ParcelLost'],
      // @ts-expect-error ParcelLost is in both
      lost: ['ParcelLost'],
    })
    expect(groups.lost).toHaveLength(1)
  })
  test('a group with an event of another name', () => {
    // @ts-expect-error there is no ParcelLots
    const groups = eventGroups<ParcelEvent>()({ all: ['ParcelSent', 'ParcelLost', 'ParcelLots'] })
    expect(groups.all).toHaveLength(3)
  })
  test('a handler that reads what its event does not say', () => {
    const wrong = defineProjection<ParcelEvent, ParcelDoc>({
      ...about,
      on: {
        ParcelSent: keep,
        // @ts-expect-error a lost parcel has no weight
        ParcelLost: (doc, { data }) => doc && { ...doc, weight: data.weight },
      },
    })
    expect(wrong.handles).toHaveLength(2)
  })
  test('a key of an event that says none', () => {
    const wrong = defineProjection<ParcelEvent | LabelEvent, ParcelDoc>({
      ...about,
      // @ts-expect-error a parcel that was sent names no others
      keyOf: { ParcelSent: ({ data }) => data.parcels },
      on: { ParcelSent: keep, ParcelLost: keep, LabelPrinted: keep },
    })
    expect(wrong.handles).toHaveLength(3)
  })
})
