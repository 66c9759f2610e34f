import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createTypesetter } from '#commands/kernel/typeset/typesetter.ts'
import { timesheetPapers, type TimesheetPaper } from '#commands/timesheets/timesheet-paper.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'
import { plainPress } from '#tests/doubles/press.ts'

const poppler = spawnSync('pdftotext', ['-v']).error === undefined
const order = { owner: 'user-1', urgency: 'preview' } as const
const DAY = 10_000
const paper = (language: PaperLanguage, labels: readonly string[]): TimesheetPaper => ({
  language,
  day: '2026-11-30',
  month: 'novembre 2026',
  business: { name: 'Fontanel Conseil', siren: '732829320' },
  client: 'Hydravion SAS',
  approved: '',
  words: {
    title: language === 'ar' ? 'سجل الوقت' : 'Feuille de temps',
    heads: ['Jour', 'Mission', 'Jours'],
    totalTime: 'Total des heures',
    total: 'Total des jours',
    hour: 'h',
    empty: 'Aucun jour.',
    page: 'Page',
    signatures: ['Le prestataire', 'Le client'],
  },
  lines: labels.map((label, i) => ({
    day: `2026-11-0${i + 2}`,
    label,
    quantity: i === 0 ? DAY / 2 : DAY,
  })),
})

describe('a timesheet on paper', () => {
  const told = async (labels: readonly string[], owner = 'user-1') => {
    const papers = timesheetPapers(plainPress, async (one) => one === 'sample')
    return JSON.parse(
      new TextDecoder().decode(await papers.paper(paper('fr', labels), { ...order, owner })),
    )
  }
  test('sums the days, and each contract where there are several', async () => {
    expect(await told(['Audit', 'Portail', 'Audit'])).toMatchObject({
      days: '2,5',
      sums: [
        { label: 'Audit', quantity: '1,5' },
        { label: 'Portail', quantity: '1' },
      ],
      lines: [
        { day: '02/11/2026', label: 'Audit', quantity: '0,5' },
        { label: 'Portail' },
        { label: 'Audit' },
      ],
    })
    expect((await told(['Audit', 'Audit'])).sums).toEqual([])
  })
  test('of a sample account says SIMULATION', async () => {
    expect((await told([], 'sample')).mark).toBe('SIMULATION')
    expect((await told([])).mark).toBe('')
  })
  test.each(['fr', 'ar'] as const)('is a tagged PDF/A in %s', async (language) => {
    const typesetter = createTypesetter()
    const papers = timesheetPapers(
      {
        async print(_, make) {
          const made = await make()
          return made instanceof Uint8Array ? made : typesetter(made)
        },
      },
      async () => false,
    )
    const bytes = await papers.paper(paper(language, ['Audit', 'Portail']), order)
    const raw = Buffer.from(bytes).toString('latin1')
    expect(raw.startsWith('%PDF-')).toBe(true)
    expect(raw).toContain('/StructTreeRoot')
    expect(raw).toContain('pdfaid:part')
    if (!poppler) return
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
    expect(text).toContain('Total des jours')
    expect(text).toContain('Hydravion SAS')
  })
  test.skipIf(!poppler)('draws the scripts of its contracts', async () => {
    const typesetter = createTypesetter()
    const papers = timesheetPapers(
      {
        async print(_, make) {
          const made = await make()
          return made instanceof Uint8Array ? made : typesetter(made)
        },
      },
      async () => false,
    )
    const bytes = await papers.paper(paper('fr', ['北京科技', '서울']), order)
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
    expect([text.includes('北京科技'), text.includes('서울')]).toEqual([true, true])
  })
})
