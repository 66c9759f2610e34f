import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFile } from '#commands/kernel/durable.ts'

test('a file that cannot be replaced leaves no other file beside it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-durable-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'note', 'full'), { recursive: true })
  await expect(replaceFile(path.join(folder, 'note'), 'text')).rejects.toThrow()
  expect(readdirSync(folder)).toEqual(['note'])
})
