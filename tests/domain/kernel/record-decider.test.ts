import { describe, test } from 'vitest'
import { Contact } from '#domain/customers/contact.record.ts'
import { completed } from '#domain/kernel/records/field.ts'
import { recordDecider, type RecordEvent } from '#domain/kernel/records/record-decider.ts'
import { specification } from '#tests/kernel/decider-spec.ts'

const given = specification(recordDecider(Contact))
const values = completed(Contact.fields, {
  lastName: 'Durand',
  companyId: '01J00000000000000000000010',
})
const added: RecordEvent<typeof Contact> = { type: 'ContactAdded', data: { values } }
const removed: RecordEvent<typeof Contact> = { type: 'ContactRemoved', data: { values: {} } }

describe('a removed record', () => {
  test('comes back with every value', () => {
    given(added, removed)
      .when({ type: 'Restore', emptied: {} })
      .yields({ type: 'ContactRestored', data: { values } })
    given(added).when({ type: 'Restore', emptied: {} }).yields()
    given().when({ type: 'Restore', emptied: {} }).refuses('NOT_FOUND')
  })

  test('comes back without a reference to what is gone', () =>
    given(added, removed)
      .when({ type: 'Restore', emptied: { companyId: 0 } })
      .yields({ type: 'ContactRestored', data: { values: { ...values, companyId: 0 } } }))

  test('stays removed once the person was forgotten', () =>
    given({ ...added, data: { values: { ...values, lastName: '' } } }, removed)
      .when({ type: 'Restore', emptied: {} })
      .refuses('NOT_FOUND'))
})

describe('a record that takes another one in', () => {
  const absorb = {
    type: 'Absorb',
    merge: 'm1',
    values: { firstName: 'Alix', lastName: 'Durand' },
  } as const
  const merged: RecordEvent<typeof Contact> = {
    type: 'ContactMerged',
    data: { values: { firstName: 'Alix' }, merge: 'm1' },
  }
  test('tells the values that it took, and that it happened even without any', () => {
    given(added).when(absorb).yields(merged)
    given(added)
      .when({ ...absorb, values: {} })
      .yields({ type: 'ContactMerged', data: { values: {}, merge: 'm1' } })
    given(added, removed).when(absorb).refuses('NOT_FOUND')
  })
  test('lets it go again', () =>
    given(added, merged)
      .when({ type: 'Part', merge: 'm1', values: { firstName: '' } })
      .yields({ type: 'ContactParted', data: { values: { firstName: '' }, merge: 'm1' } }))
})
