// @vitest-environment jsdom
import { draw } from '../render.tsx'
import i18next from 'i18next'
import { expect, test, vi } from 'vitest'
import { missing } from '#web/kernel/words/missing.ts'
import {
  entityName,
  eventText,
  fieldHint,
  fieldLabel,
  namedRecord,
  optionLabel,
} from '#web/kernel/words/record-words.ts'
import { findKey, translateKey } from '#web/kernel/words/translate-key.ts'

const start = () => draw(<p>here</p>, { words: ['customers', 'billing'] })

test('an entity, its fields and options are called as the contract calls them', async () => {
  await start()
  expect(entityName('bill')).toBe('Facture')
  expect(namedRecord('company', 'Atelier Brumaire')).toBe('Société \u2068Atelier Brumaire\u2069')
  expect(fieldLabel('company', 'name')).toBe('Dénomination')
  expect(fieldLabel('company', 'address.city')).toBe('Ville') // of all entities
  expect(optionLabel('company', 'kind', 'prospect')).toBe('Prospect')
  expect(optionLabel('company', 'sector', 'energy')).toBe('Énergie')
  expect(fieldHint('company', 'name')).toBeUndefined()
  expect(fieldHint('contact', 'phone')).toContain('+33')
})

test('an event has its own word, or the noun of all records', async () => {
  await start()
  expect(eventText('bill', 'BillIssued')).toBe('Document émis')
  expect(eventText('company', 'CompanyChanged')).toBe('Modification')
})

test('a missing word fails a test, written out or not', async () => {
  await start()
  expect(findKey('customers', 'company.nonsense')).toBeUndefined()
  expect(() => translateKey('customers', 'company.nonsense')).toThrow(
    'No word customers:company.nonsense',
  )
  expect(() => fieldLabel('company', 'nonsense')).toThrow()
  expect(() => eventText('bill', 'BillLost')).toThrow()
  expect(() => i18next.t('nonsense' as 'action.save')).toThrow()
})

test('the product shows a missing word humanised, and says so in the console', () => {
  vi.stubEnv('MODE', 'production')
  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(missing('stock:product.field.purchasePrice')).toBe('Purchase price')
  expect(error).toHaveBeenCalledWith('No word stock:product.field.purchasePrice')
  vi.unstubAllEnvs()
})
