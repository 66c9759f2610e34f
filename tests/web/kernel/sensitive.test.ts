import { expect, test } from 'vitest'
import { withoutSensitive } from '#web/kernel/data/sensitive.ts'

test('what the browser keeps of a form holds no password, bank detail or birth date', () => {
  const typed = {
    name: 'Zoé',
    bankName: 'Banque',
    bankNumber: 'FR76',
    birthDate: 1,
    password: 'x',
    again: 'x',
    city: 'Lyon',
  }
  expect(withoutSensitive(typed)).toEqual({ name: 'Zoé', bankName: 'Banque', city: 'Lyon' })
})
