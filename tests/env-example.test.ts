import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  envExample,
  firstAdministrator,
  offersDemo,
  readConfiguration,
} from '#api/kernel/configuration.ts'

test('.env.example says what the configuration reads', () => {
  expect(readFileSync(new URL('../.env.example', import.meta.url), 'utf8')).toBe(envExample())
})

test('a wrong variable is named with what is wrong', () => {
  expect(() => readConfiguration({ PORT: 'many' })).toThrow(/PORT/)
  expect(readConfiguration({ PORT: '9000' }).PORT).toBe(9000)
})

test('the first administrator has a name of its own, which is not the demo account’s', () => {
  expect(firstAdministrator(readConfiguration({})).userName).toBe('admin')
  expect(firstAdministrator(readConfiguration({ ADMIN_USER: 'yasmine' })).userName).toBe('yasmine')
  for (const ADMIN_USER of ['Demo', 'y', '<b>'])
    expect(() => readConfiguration({ ADMIN_USER }), ADMIN_USER).toThrow(/ADMIN_USER/)
  expect(() => readConfiguration({ DEMO: 'none' })).toThrow(/DEMO/)
})

test.each([
  [{}, false],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://localhost:8080' }, false],
  [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:8080' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ PUBLIC_URL: 'https://carnet.example' }, true],
  [{ PUBLIC_URL: 'http://192.168.1.4:8080' }, true],
])(
  'where %j is reached by others is %s, and then there is no account by default',
  (environment, others) => {
    const configuration = readConfiguration(environment)
    expect(offersDemo(configuration)).toBe(!others)
    expect(offersDemo(readConfiguration({ ...environment, DEMO: 'on' }))).toBe(true)
    expect(offersDemo(readConfiguration({ ...environment, DEMO: 'off' }))).toBe(false)
    expect(offersDemo(readConfiguration({ ...environment, DEMO_PASSWORD: 'asked for' }))).toBe(true)
    expect(firstAdministrator(configuration).userName).toBe(others ? undefined : 'admin')
    const firstOf = (own: object) =>
      firstAdministrator(readConfiguration({ ...environment, ...own })).userName
    expect(firstOf({ ADMIN_USER: 'yasmine' })).toBe('yasmine')
    expect(firstOf({ ADMIN_PASSWORD: 'given' })).toBe('admin')
  },
)

test('a variable may stand in a file, and in one place alone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
  const file = path.join(folder, 'admin')
  writeFileSync(file, 'encre violette 7\n')
  expect(readConfiguration({ ADMIN_PASSWORD_FILE: file }).ADMIN_PASSWORD).toBe('encre violette 7')
  expect(() => readConfiguration({ ADMIN_PASSWORD_FILE: file, ADMIN_PASSWORD: 'x' })).toThrow(
    /both set/,
  )
  rmSync(folder, { recursive: true })
  expect(() => readConfiguration({ ADMIN_PASSWORD_FILE: file })).toThrow(
    /ADMIN_PASSWORD_FILE names a file/,
  )
})
