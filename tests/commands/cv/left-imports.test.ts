import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cvImports } from '#commands/cv/import/cv-imports.ts'
import type { ImportDraft } from '#commands/gateways/import-drafts/import-drafts.ts'
import { openFileImportDrafts } from '#commands/gateways/import-drafts/import-drafts-files.ts'
import { DAY_MS } from '#domain/kernel/time.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const draft: ImportDraft = {
  id: '01JD0000000000000000000001',
  owner: 'anna',
  name: 'cv.txt',
  state: 'analyzing',
  startedAt: NOW,
  aliveAt: NOW,
  expiresAt: NOW + 7 * DAY_MS,
  failure: null,
  reading: { text: 'a CV', fields: [], unplaced: [] },
  saved: 0,
}

/** Imports of a process that found this draft on its disk. */
async function after(left: Partial<ImportDraft>, now: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carnet-imports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const drafts = openFileImportDrafts(folder)
  await drafts.add({ ...draft, ...left })
  const told: string[] = []
  const never = () => Promise.reject(new Error('Nothing is read'))
  const imports = cvImports({
    drafts,
    reader: { warm: () => undefined, read: never },
    model: { model: null, read: never },
    clock: { now: () => now },
    ports: {
      addItem: never,
      changeHead: never,
      isOver: async (_draft, end) => void told.push(end),
    },
  })
  const kept = () => readdirSync(path.join(folder, 'cv-imports', 'anna'))
  return { imports, told, kept, find: () => imports.find('anna', draft.id) }
}

test.each([
  ['was silent for a minute', NOW + 60_000],
  ['spoke before the clock was set back', NOW - 3_600_000],
])('an import whose process %s has failed, and its user is told', async (_, now) => {
  const { imports, told, find } = await after({}, now)
  expect(await find()).toMatchObject({ state: 'failed', failure: 'IMPORT_INTERRUPTED' })
  await imports.endLeft()
  expect(told).toEqual(['failed'])
})

test('an import that is being read goes on', async () => {
  const { imports, told, find } = await after({}, NOW + 5_000)
  await imports.endLeft()
  expect(await find()).toMatchObject({ state: 'analyzing' })
  expect(told).toEqual([])
})

test('an import whose process was killed while it was saved can be saved again', async () => {
  const state = 'saving' as const
  const saving = await after({ state }, NOW + 5_000)
  expect(await saving.find()).toMatchObject({ state })
  const left = await after({ state }, NOW + 60_000)
  expect(await left.find()).toMatchObject({ state: 'review', reading: { text: 'a CV' } })
  expect(await left.imports.ready('anna', draft.id)).toMatchObject({ state: 'review' })
})

test('an import that has expired leaves nothing, though nobody begins another', async () => {
  const { imports, kept } = await after({ state: 'review' }, NOW + 8 * DAY_MS)
  expect(kept()).toEqual([`${draft.id}.json`])
  await imports.endLeft()
  expect(kept()).toEqual([])
})
