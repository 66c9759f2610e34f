import { describe, expect, test } from 'vitest'
import { readConfiguration } from '#api/kernel/configuration.ts'
import { startCarnet } from './process.ts'

const EVENTSTORE_URL = 'esdb://127.0.0.1:2113?tls=false'
const MONGODB_URL = 'mongodb://127.0.0.1:27017/carnet'
const REDIS_URL = 'redis://127.0.0.1:6379'

describe('a role', () => {
  test('is everything unless another is asked for', () => {
    expect(readConfiguration({}).ROLE).toBe('all')
    expect(readConfiguration({ ROLE: 'workers', EVENTSTORE_URL, MONGODB_URL }).ROLE).toBe('workers')
  })

  test.each([
    [{ ROLE: 'api', EVENTSTORE_URL, MONGODB_URL, REDIS_URL }],
    // The log's own watch rings the workers.
    [{ ROLE: 'api', EVENTSTORE_URL, MONGODB_URL }],
    // This process keeps read models of its own.
    [{ ROLE: 'api', EVENTSTORE_URL }],
    [{ ROLE: 'workers', EVENTSTORE_URL, MONGODB_URL, REDIS_URL }],
    [{ ROLE: 'all', REDIS_URL }],
    [{ ROLE: 'all', MONGODB_URL, REDIS_URL }],
    [{ ROLE: 'all', EVENTSTORE_URL }],
  ])('%j can run', (environment) => {
    expect(readConfiguration(environment).ROLE).toBe(environment.ROLE)
  })

  test.each([
    [{ ROLE: 'worker' }, /"all"\|"api"\|"workers"[^]*ROLE/],
    [
      { ROLE: 'workers', EVENTSTORE_URL, REDIS_URL: '' },
      /own memory\. Set MONGODB_URL, or run ROLE=all/,
    ],
    [
      { ROLE: 'workers', MONGODB_URL },
      /the SQLite log is open to one process\. Set EVENTSTORE_URL/,
    ],
    [{ ROLE: 'api', MONGODB_URL }, /the SQLite log is open to one process\. Set EVENTSTORE_URL/],
    [
      { ROLE: 'all', EVENTSTORE_URL, REDIS_URL },
      /a bell in Redis rings one process[^]*Set MONGODB_URL, or leave REDIS_URL out/,
    ],
  ])('%j is refused with what to do', (environment, advice) => {
    expect(() => readConfiguration(environment)).toThrow(advice)
  })
})

test('what is asked of a provider is an OpenID Connect sign-in', () => {
  expect(readConfiguration({}).OIDC_SCOPE).toBe('openid profile email offline_access')
  expect(readConfiguration({ OIDC_SCOPE: 'email openid' }).OIDC_SCOPE).toBe('email openid')
  expect(() => readConfiguration({ OIDC_SCOPE: 'email openids' })).toThrow(
    /must ask for openid[^]*OIDC_SCOPE/,
  )
})

test('the command line says it too, before the variable, and a wrong one ends the process at once', async () => {
  const [unknown, lonely, stray] = [
    startCarnet(0, { ROLE: 'api' }, ['--role', 'boss']),
    startCarnet(0, { ROLE: 'all' }, ['--role', 'workers']),
    startCarnet(0, {}, ['--rolle', 'api']),
  ]
  expect((await unknown.ended()).code).toBe(1)
  expect(unknown.output()).toMatch(/The configuration is not valid\.[^]*at ROLE/)
  expect((await lonely.ended()).code).toBe(1)
  expect(lonely.output()).toMatch(/ROLE=workers fills read models that other processes answer from/)
  expect((await stray.ended()).code).toBe(1)
  expect(stray.output()).toMatch(/'--rolle'/)
})
