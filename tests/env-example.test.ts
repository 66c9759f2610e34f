import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { envExample, readConfiguration } from '#api/kernel/configuration.ts'

test('.env.example says what the configuration reads', () => {
  expect(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')).toBe(envExample())
})

test('a wrong variable is named with what is wrong', () => {
  expect(() => readConfiguration({ PORT: 'many' })).toThrow(/PORT/)
  expect(readConfiguration({ PORT: '9000' }).PORT).toBe(9000)
})
