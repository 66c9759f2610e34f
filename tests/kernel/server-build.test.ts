import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { foldingCodes } from '#workers/kernel/folding-codes.ts'

const BUILT = path.join(import.meta.dirname, '../../dist/server')
const files = readdirSync(BUILT)
const built = files.map((file) => readFileSync(path.join(BUILT, file), 'utf8')).join('\n')

describe('the built server', () => {
  test('folds by the same codes as the sources, so that neither folds anew after the other', async () => {
    for (const [name, code] of await foldingCodes()) {
      expect(built).toContain(`["${name}", "${code}"]`)
    }
  })

  test('starts each thread and process from the build', () => {
    expect(built).not.toMatch(/new URL\("[^"]+(?:thread|process)\.ts"/)
    for (const [, name = ''] of built.matchAll(/new URL\("([\w-]+\.js)"/g))
      expect(files).toContain(name)
  })

  test('holds one byte a letter', () => {
    expect(built).not.toMatch(/[^\0-\x7f]/)
  })
})
