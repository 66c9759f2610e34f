import { expect, test } from 'vitest'
import { readCvFile } from '#commands/cv/import/read-cv-file.ts'
import { createTypesetter } from '#commands/kernel/typeset/typesetter.ts'
import { headingOf } from '#domain/cv/import/cv-headings.ts'
import type { CvReading, ImportSection } from '#domain/cv/import.values.ts'
import { count, type Tally } from '#tests/fixtures/cvs/found-in.ts'
import { madeFiles } from '#tests/fixtures/cvs/made-files.ts'

/**
 * Below them a change of the rules has lost something. Words and dates of an item must all be
 * right.
 */
const FLOORS: Readonly<
  Record<ImportSection, { readonly recall: number; readonly precision: number }>
> = {
  person: { recall: 0.95, precision: 0.97 },
  head: { recall: 0.95, precision: 0.95 },
  mission: { recall: 0.95, precision: 0.97 },
  study: { recall: 0.97, precision: 0.97 },
  skill: { recall: 0.97, precision: 0.97 },
  language: { recall: 0.97, precision: 0.97 },
  certification: { recall: 0.97, precision: 0.97 },
  interest: { recall: 0.97, precision: 0.97 },
  training: { recall: 0.97, precision: 0.97 },
}

/** Lines with words that are neither in a proposal, nor listed as unplaced, nor headings. */
function lostIn({ text, fields, unplaced }: CvReading): readonly string[] {
  const placed = new Set(fields.flatMap(({ lines }) => lines))
  return text.split('\n').flatMap((line, at, all) => {
    const words = line.replaceAll('\t', ' ').trim()
    const isThere =
      words === '' ||
      placed.has(at) ||
      headingOf(words) !== null ||
      headingOf(`${all[at - 1]} ${words}`) !== null
    return isThere || unplaced.some((one) => one.includes(words)) ? [] : [words]
  })
}

test('rules find the sections of 60 CVs in six languages and eight layouts', {
  timeout: 60_000,
}, async () => {
  const tallies = new Map<ImportSection, Tally>()
  const lost: string[] = []
  const files = madeFiles(createTypesetter())
  for (const { cv, bytes, name } of files) {
    const reading = await readCvFile(Buffer.from(await bytes))
    const differences = count(tallies, cv, reading)
    lost.push(...lostIn(reading).map((line) => `${name}: ${line}`))
    if (process.env['IMPORT_DIFFERENCES'] !== undefined)
      console.info([name, ...differences].join('\n'))
  }
  expect(files).toHaveLength(60)
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
  expect(lost).toEqual([])
  const sum = (of: 'expected' | 'right' | 'sure' | 'misled') =>
    [...tallies.values()].reduce((all, tally) => all + tally[of], 0)
  expect(sum('right') / sum('expected')).toBeGreaterThanOrEqual(0.98)
  expect(sum('misled') / sum('sure')).toBeLessThanOrEqual(0.005)
  for (const { section, recall, precision } of figures) {
    expect(recall, `${section}: recall`).toBeGreaterThanOrEqual(FLOORS[section].recall)
    expect(precision, `${section}: precision`).toBeGreaterThanOrEqual(FLOORS[section].precision)
  }
})
