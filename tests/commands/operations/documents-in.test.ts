import { expect, test } from 'vitest'
import { documentsIn } from '#commands/operations/documents-in.ts'

const [paper, logo, other] = ['a', 'b', 'c'].map((digit) => digit.repeat(64))

test('the documents of an event are found wherever it names them', () => {
  expect([
    ...documentsIn({
      documentSha256: paper,
      frozen: { seller: { logoSha256: logo } },
      note: 'abc',
    }),
  ]).toEqual([paper, logo])
  expect([...documentsIn({ content: { attachments: [paper, other] } })]).toEqual([paper, other])
})
test('the digest of a log that was checked is no document', () => {
  expect([...documentsIn({ report: { root: other, sealed: { root: other } } })]).toEqual([])
})
test.each(['secretSha256', 'secret', 'tokenSha256', 'codeSha256', 'contentSha256'])(
  '%s names no document',
  (field) => {
    expect([...documentsIn({ [field]: other, documentSha256: paper })]).toEqual([paper])
  },
)
