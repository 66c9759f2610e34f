import { expect, test } from 'vitest'
import { readCvFile } from '#commands/cv/import/read-cv-file.ts'
import { createTypesetter } from '#commands/kernel/typeset/typesetter.ts'
import type { ImportSection } from '#domain/cv/import.values.ts'
import { count, type Tally } from '#tests/fixtures/cvs/found-in.ts'
import { madeFiles } from '#tests/fixtures/cvs/made-files.ts'

/**
 * Below them a change of the rules has lost something. Words and dates of an item must all be
 * right.
 */
const FLOORS: Readonly<
  Record<ImportSection, { readonly recall: number; readonly precision: number }>
> = {
  head: { recall: 0.95, precision: 0.95 },
  mission: { recall: 0.95, precision: 0.97 },
  study: { recall: 0.97, precision: 0.97 },
  skill: { recall: 0.97, precision: 0.97 },
  language: { recall: 0.97, precision: 0.97 },
  certification: { recall: 0.97, precision: 0.97 },
  interest: { recall: 0.97, precision: 0.97 },
  training: { recall: 0.97, precision: 0.97 },
}

test('rules find the sections of 24 CVs in six languages and four layouts', {
  timeout: 60_000,
}, async () => {
  const tallies = new Map<ImportSection, Tally>()
  const files = madeFiles(createTypesetter())
  for (const { cv, bytes, name } of files) {
    const differences = count(tallies, cv, await readCvFile(Buffer.from(await bytes)))
    if (process.env['IMPORT_DIFFERENCES'] !== undefined)
      console.info([name, ...differences].join('\n'))
  }
  expect(files).toHaveLength(24)
  const figures = [...tallies].map(([section, { expected, proposed, right }]) => ({
    section,
    expected,
    proposed,
    right,
    recall: expected === 0 ? 1 : right / expected,
    precision: proposed === 0 ? 1 : right / proposed,
  }))
  console.table(
    figures.map((row) => ({
      ...row,
      recall: row.recall.toFixed(2),
      precision: row.precision.toFixed(2),
    })),
  )
  for (const { section, recall, precision } of figures) {
    expect(recall, `${section}: recall`).toBeGreaterThanOrEqual(FLOORS[section].recall)
    expect(precision, `${section}: precision`).toBeGreaterThanOrEqual(FLOORS[section].precision)
  }
})
