import { describe, expect, test } from 'vitest'
import { records } from '#domain/records.ts'
import { projections } from '#projections/all.ts'
import { recordsOf } from '#projections/records.ts'
import { recorded } from '#tests/kernel/events.ts'
import { spec } from './kernel/projection-spec.ts'

describe.each(records)('the read model of $name', (type) => {
  const given = spec(recordsOf(type))
  const stream = `${type.name}-r1`
  const [field = ''] = type.listed
  const added = recorded(stream, type.events.added, { values: { [field]: 'before', other: 1 } })

  test('keeps what a change does not name', () =>
    given(added, recorded(stream, type.events.changed, { values: { [field]: 'after' } })).gives({
      _id: 'r1',
      owner: 'user-1',
      version: 2,
      values: { [field]: 'after', other: 1 },
    }))
  test('loses what is removed', () => given(added, recorded(stream, type.events.removed, { values: {} })).gives())
  test('is registered', () => expect(projections).toContain(recordsOf(type)))
})
