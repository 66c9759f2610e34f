import { expect, test } from 'vitest'
import { Company } from '#contract/kernel/records.ts'
import { CLIENT } from '#web/customers/client-type.ts'

test('clients have the addresses of their record’s declaration', () => {
  expect(Company).toMatchObject(CLIENT)
})
