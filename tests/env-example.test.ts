import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { envExample, readConfiguration } from '#api/kernel/configuration.ts'

test('.env.example says what the configuration reads', () => {
  expect(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')).toBe(envExample())
})

test('a wrong variable is named with what is wrong', () => {
  expect(() => readConfiguration({ PORT: 'many' })).toThrow(/PORT/)
  expect(readConfiguration({ PORT: '9000' }).PORT).toBe(9000)
})

test('the first administrator has a name of its own, which is not the demo account’s', () => {
  expect(readConfiguration({}).ADMIN_USER).toBe('admin')
  expect(readConfiguration({ ADMIN_USER: 'yasmine', DEMO: 'off' })).toMatchObject({
    ADMIN_USER: 'yasmine',
    DEMO: 'off',
  })
  for (const ADMIN_USER of ['Demo', 'y', '<b>'])
    expect(() => readConfiguration({ ADMIN_USER }), ADMIN_USER).toThrow(/ADMIN_USER/)
  expect(() => readConfiguration({ DEMO: 'none' })).toThrow(/DEMO/)
})

test('a variable may stand in a file, and in one place alone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
  const file = path.join(folder, 'admin')
  writeFileSync(file, 'encre violette 7\n')
  expect(readConfiguration({ ADMIN_PASSWORD_FILE: file }).ADMIN_PASSWORD).toBe('encre violette 7')
  expect(() => readConfiguration({ ADMIN_PASSWORD_FILE: file, ADMIN_PASSWORD: 'x' })).toThrow(/both set/)
  rmSync(folder, { recursive: true })
  expect(() => readConfiguration({ ADMIN_PASSWORD_FILE: file })).toThrow(/ADMIN_PASSWORD_FILE names a file/)
})
