import { expect, test } from 'vitest'
import { personalProfileEntity } from '#domain/profile/personal-profile.ts'

test('the history of a personal profile is named after its person', () => {
  const named = (view: Readonly<Record<string, unknown>>) => personalProfileEntity.title(view)
  expect(named({ firstName: 'Anna', lastName: 'Exemple' })).toBe('Anna Exemple')
  expect(named({ firstName: '', lastName: 'Exemple' })).toBe('Exemple')
})
