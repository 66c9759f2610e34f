import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jobFilter, jobWords } from '#domain/prospecting/job-filter.ts'
import { keptFinds } from '#projections/prospecting/kept-finds.queries.ts'
import type { JobDoc } from '#projections/prospecting/jobs.ts'
import { labelledJobs } from '#tests/fixtures/labelled-jobs.ts'

let read = 0
/** A document that counts how often its words are read. */
function jobOf(n: number, version = 1): JobDoc {
  const { posting } = labelledJobs[(n + version - 1) % labelledJobs.length] ?? { posting: null }
  if (posting === null) throw new Error('There are labelled jobs')
  const words = jobWords(posting)
  return {
    _id: `job-${n}`,
    owner: 'user-1',
    version,
    creationDate: 0,
    lastModificationDate: 0,
    createdBy: 'user-1',
    modifiedBy: 'user-1',
    posting,
    origins: [],
    saved: false,
    applied: false,
    skipped: false,
    decided: false,
    closed: false,
    suggested: false,
    offerId: '',
    day: n,
    ...words,
    get terms() {
      read++
      return words.terms
    },
  }
}
const react = { skills: ['react', 'figma'] }
const readBy = (act: () => void): number => {
  read = 0
  act()
  return read
}

test('the same documents are read once; of a list in which one differs, that one alone is', () => {
  const finds = keptFinds()
  const docs = Array.from({ length: 40 }, (_, n) => jobOf(n))
  expect(readBy(() => finds('user-1 all', react, docs))).toBe(40)
  expect(readBy(() => finds('user-1 all', react, [...docs]))).toBe(0)
  const replaced = docs.with(7, jobOf(7, 2))
  expect(readBy(() => finds('user-1 all', react, replaced))).toBe(1)
  expect(readBy(() => finds('user-1 all', react, replaced.toSpliced(20, 1)))).toBe(0)
  expect(
    readBy(() => finds('user-1 all', react, replaced.toSpliced(20, 1).toSpliced(3, 0, jobOf(90)))),
  ).toBe(1)
  // Another filter, or the same of another list, is another question.
  expect(readBy(() => finds('user-1 all', { skills: ['react'] }, docs))).toBe(40)
  expect(readBy(() => finds('user-1 saved', react, docs))).toBe(40)
})

test('whatever is added, removed or replaced, as many are found as without it', () => {
  const edit = fc.record({
    at: fc.nat(60),
    what: fc.constantFrom('add', 'remove', 'replace'),
    n: fc.nat(200),
  })
  fc.assert(
    fc.property(fc.array(fc.array(edit, { maxLength: 4 }), { maxLength: 8 }), (rounds) => {
      const finds = keptFinds()
      const plain = jobFilter(react)
      let docs = Array.from({ length: 30 }, (_, n) => jobOf(n))
      for (const edits of rounds) {
        for (const { at, what, n } of edits) {
          const place = Math.min(at, docs.length - 1)
          docs = docs.toSpliced(
            place,
            what === 'add' ? 0 : 1,
            ...(what === 'remove' ? [] : [jobOf(n, 3)]),
          )
        }
        expect(finds('user-1 all', react, docs)).toEqual(docs.filter((doc) => plain(doc, 0)))
      }
    }),
  )
})
