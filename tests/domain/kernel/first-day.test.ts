import { expect, test } from 'vitest'
import { withFirst } from '#domain/kernel/first-day.values.ts'

test.each([
  ['fr', 'dimanche 1 novembre 2026', 'dimanche 1ᵉʳ novembre 2026'],
  ['fr', '1\u00A0nov., 09:14', '1ᵉʳ\u00A0nov., 09:14'],
  ['fr', '11 novembre 2026', '11 novembre 2026'],
  ['fr', '01/11/2026', '01/11/2026'],
  ['it', 'domenica 1 novembre', 'domenica 1º novembre'],
  ['de', '1. November 2026', '1. November 2026'],
  ['es', '1 de noviembre', '1 de noviembre'],
] as const)('%s: %s reads %s', (language, text, read) =>
  expect(withFirst(language, text)).toBe(read),
)
