import { expect, test } from 'vitest'
import { partOf } from '#web/billing/edited-part.ts'

test.each([
  ['serviceName', 'object'],
  ['lines.2.quantity', 'line-2'],
  ['header', 'header'],
  ['amount', undefined],
])('the field %s is on the paper at %s', (field, part) => {
  expect(partOf(field)).toBe(part)
})
