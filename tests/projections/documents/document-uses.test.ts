import { expect, test } from 'vitest'
import { SHARED } from '#domain/kernel/records/entity.ts'
import { file, files, text } from '#domain/kernel/records/fields.ts'
import { defineRecord } from '#domain/kernel/records/record.ts'
import { documentUses, recordHolder } from '#projections/documents/document-uses.queries.ts'
import { defineProjection } from '#projections/kernel/projection.ts'
import { sqliteReadStore } from '#projections/read-store/sqlite.ts'
import type { RecordDoc } from '#projections/records.ts'

const Diploma = defineRecord('diploma', {
  context: 'cv',
  permission: 'cv',
  fields: { name: text({ required: true }), scan: file(), annexes: files() },
  named: ['name'],
  listed: ['name'],
  searched: ['name'],
})
const projection = defineProjection<never, RecordDoc>({
  name: 'diploma',
  version: 1,
  indexes: [],
  on: {},
})
const stamp = {
  version: 1,
  creationDate: 1,
  lastModificationDate: 1,
  createdBy: 'Anna',
  modifiedBy: 'Anna',
}

test('a file is used by the live records that name it, in a field of one file or of several', async () => {
  const diplomas = sqliteReadStore().collection<RecordDoc>('diploma')
  const diploma = (id: string, owner: string, values: RecordDoc['values']) => ({
    id,
    ifPos: null,
    doc: { _id: id, owner, ...stamp, values, sorted: {}, _pos: '00000000000000000001' },
  })
  await diplomas.apply([
    diploma('R1', 'user-1', { name: 'Master', scan: 'D1', annexes: ['D2', 'D3'] }),
    diploma('R2', 'user-1', { name: 'Licence', scan: 'D2', annexes: [] }),
    diploma('R3', 'user-2', { name: 'Another’s', scan: 'D1', annexes: [] }),
    diploma('R4', SHARED, { name: 'Everyone’s', scan: 0, annexes: ['D1'] }),
  ])
  const uses = await documentUses(
    async () => diplomas,
    'user-1',
    ['D1', 'D2', 'D9'],
    [recordHolder(Diploma, projection)],
  )
  expect(Object.fromEntries(uses)).toEqual({
    D1: [
      { entity: 'diploma', id: 'R1', name: 'Master' },
      { entity: 'diploma', id: 'R4', name: 'Everyone’s' },
    ],
    D2: [
      { entity: 'diploma', id: 'R1', name: 'Master' },
      { entity: 'diploma', id: 'R2', name: 'Licence' },
    ],
  })
  expect(
    (await documentUses(async () => diplomas, 'user-1', [], [recordHolder(Diploma, projection)]))
      .size,
  ).toBe(0)
})
