import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type IdentityDatabase,
  openIdentityDatabase,
} from '#commands/gateways/accounts/identity-database.ts'
import { FILE_KEY, fileKeys } from '#tests/kernel/file-key.ts'
import {
  renewSecrets,
  rewrapSecrets,
  withWrappedSecrets,
} from '#commands/gateways/keys/wrapped-secrets.ts'
import { wrapperOf } from '#commands/kernel/master-key.ts'
import { someMaster } from '#tests/doubles/keys.ts'

let folder: string
let database: IdentityDatabase
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'secrets-'))
  database = openIdentityDatabase(folder, FILE_KEY)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

const inFiles = (text: string): boolean =>
  readdirSync(folder).some((name) => readFileSync(path.join(folder, name)).includes(text))

test('a secret is in plain in no file, and the same in every process', async () => {
  const [one, other] = [
    withWrappedSecrets(database, someMaster(1)),
    withWrappedSecrets(database, someMaster(1)),
  ]
  expect(await one.secret('sessions', () => 'craie bleue')).toBe('craie bleue')
  expect(await other.secret('sessions', () => 'another')).toBe('craie bleue')
  expect(inFiles('craie bleue')).toBe(false)
  await expect(
    withWrappedSecrets(database, someMaster(2)).secret('sessions', () => ''),
  ).rejects.toThrow()
})

test('a secret of an earlier version stays what it was, and is wrapped from then on', async () => {
  await database.secret('sessions', () => 'craie bleue')
  const store = withWrappedSecrets(database, someMaster(1))
  expect(await store.secret('sessions', () => 'another')).toBe('craie bleue')
  expect(await store.secret('sessions', () => 'another')).toBe('craie bleue')
  await database.close()
  expect(inFiles('craie bleue')).toBe(false)
  database = openIdentityDatabase(folder, FILE_KEY)
})

test('another master key takes secrets over, and what is no secret stays as it is', async () => {
  await withWrappedSecrets(database, someMaster(1)).secret('sessions', () => 'craie bleue')
  await database.secret('id', () => 'in plain')
  expect(
    await rewrapSecrets({ DATA_DIR: folder }, fileKeys, wrapperOf([someMaster(2), someMaster(1)])),
  ).toBe(1)
  expect(await withWrappedSecrets(database, someMaster(2)).secret('sessions', () => '')).toBe(
    'craie bleue',
  )
  expect(await database.secret('id', () => '')).toBe('in plain')
})

test('keys of sessions and tokens are removed for others, and what is no secret stays', async () => {
  const store = withWrappedSecrets(database, someMaster(1))
  await store.secret('sessions', () => 'craie bleue')
  await database.secret('id', () => 'in plain')
  expect(await renewSecrets({ DATA_DIR: folder }, fileKeys)).toBe(1)
  expect(await store.secret('sessions', () => 'encre violette')).toBe('encre violette')
  expect(await database.secret('id', () => '')).toBe('in plain')
})
