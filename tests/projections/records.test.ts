import { describe, expect, test } from 'vitest'
import { completed } from '#domain/kernel/records/field.ts'
import { Offer } from '#domain/prospecting/offer.record.ts'
import { records } from '#domain/records.ts'
import { projections } from '#projections/all.ts'
import { recordsOf } from '#projections/records.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from './kernel/projection-spec.ts'

describe.each(records)('the read model of $name', (type) => {
  const given = spec(recordsOf(type))
  const stream = `${type.name}-r1`
  const [field = ''] = type.listed
  // As it was stored when the record had this field alone.
  const added = recorded(stream, type.events.added, { values: { [field]: 'before' } })
  const empty = completed(type.fields, {})

  test('has a value in every field, also in those added since', () =>
    given(added).gives({
      _id: 'r1',
      owner: 'user-1',
      version: 1,
      values: { ...empty, [field]: 'before' },
    }))
  test('keeps what a change does not name', () => {
    const values = Object.fromEntries(Object.keys(type.fields).map((key) => [key, `kept ${key}`]))
    given(
      recorded(stream, type.events.added, { values }),
      recorded(stream, type.events.changed, { values: { [field]: 'after' } }),
    ).gives({ _id: 'r1', owner: 'user-1', version: 2, values: { ...values, [field]: 'after' } })
  })
  test('loses what is removed', () =>
    given(added, recorded(stream, type.events.removed, { values: {} })).gives())
  test('has it again when the removal is taken back', () =>
    given(
      added,
      recorded(stream, type.events.removed, { values: {} }),
      recorded(stream, type.events.restored, { values: { [field]: 'before' } }),
    ).gives({ _id: 'r1', owner: 'user-1', version: 3, values: { ...empty, [field]: 'before' } }))
  test('is registered', () => expect(projections).toContain(recordsOf(type)))
})

test('an offer that was answered with its next action in place has none', () => {
  const stream = 'offer-r1'
  const next = { nextAction: 'Relancer', nextActionDate: 86_400_000 }
  spec(recordsOf(Offer))(
    recorded(stream, Offer.events.added, { values: { title: 'Audit', ...next } }),
    recorded(stream, Offer.events.changed, { values: { state: 'accepted' } }),
  ).gives({
    _id: 'r1',
    owner: 'user-1',
    version: 2,
    values: { ...completed(Offer.fields, {}), title: 'Audit', state: 'accepted' },
  })
})
