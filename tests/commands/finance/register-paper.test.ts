import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { registerPapers, type RegisterPaper } from '#commands/finance/register-paper.ts'
import { createTypesetter } from '#commands/kernel/typeset/typesetter.ts'
import type { PaperLanguage } from '#domain/billing/paper/paper-language.values.ts'

const poppler = spawnSync('pdftotext', ['-v']).error === undefined
const typesetter = createTypesetter()
const papers = registerPapers(
  {
    async print(_, make) {
      const made = await make()
      return made instanceof Uint8Array ? made : typesetter(made)
    },
  },
  (owner) => Promise.resolve(owner === 'sample'),
)
const order = { owner: 'user-1', urgency: 'preview' } as const
const paper = (language: PaperLanguage, count: number): RegisterPaper => ({
  language,
  day: '2026-11-20',
  title: 'Livre des recettes',
  translated: language === 'ar' ? 'دفتر المقبوضات' : '',
  year: 2026,
  business: { name: 'Fontanel Conseil', siren: '732829320' },
  words: {
    heads: {
      number: 'N°',
      date: 'Date',
      party: 'Client',
      nature: 'Nature',
      reference: 'Pièce',
      method: 'Règlement',
      net: 'HT',
      vat: 'TVA',
      gross: 'TTC',
      recorded: 'Enregistrée',
    },
    asOf: 'Arrêté au',
    lines: `${count} lignes`,
    empty: 'Aucune ligne.',
    total: 'Total de l’année',
    page: 'Page',
    note: 'Note.',
  },
  lines: Array.from({ length: count }, (_, i) => ({
    number: i + 1,
    day: '2026-02-03',
    recordedOn: '2026-02-04',
    party: 'Atelier Brumaire',
    label: '',
    nature: 'service',
    reference: `2026-${i + 1}`,
    method: 'virement',
    takesBack: '',
    currency: 'EUR',
    netMinor: 100_000,
    vatMinor: 20_000,
    grossMinor: 120_000,
  })),
  totals: [
    {
      currency: 'EUR',
      netMinor: count * 100_000,
      vatMinor: count * 20_000,
      grossMinor: count * 120_000,
    },
  ],
})
const raw = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

describe('a register on paper', () => {
  test.skipIf(!poppler)('draws the scripts of its parties', async () => {
    const [row, ...rest] = paper('fr', 1).lines
    const pdf = await papers.paper(
      { ...paper('fr', 1), lines: [{ ...row!, party: '東京商事' }, ...rest] },
      order,
    )
    const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString()
    expect(text).toContain('東京商事')
  })
  test.each(['fr', 'ar'] as const)('is a tagged PDF/A in %s', async (language) => {
    const pdf = raw(await papers.paper(paper(language, 3), order))
    expect(pdf.startsWith('%PDF-')).toBe(true)
    expect(pdf).toContain('/StructTreeRoot')
    expect(pdf).toContain('pdfaid:part')
  })
  test('carries a mark over sample data', async () => {
    const [real, sample] = await Promise.all(
      ['user-1', 'sample'].map((owner) => papers.paper(paper('fr', 1), { ...order, owner })),
    )
    expect(sample?.length).toBeGreaterThan(real?.length ?? 0)
  })
  test('says it is empty', async () =>
    expect(raw(await papers.paper(paper('fr', 0), order)).startsWith('%PDF-')).toBe(true))
  test.runIf(poppler)(
    'repeats its heads on each page and ends with the total of the year',
    async () => {
      const bytes = await papers.paper(paper('fr', 60), order)
      const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: bytes }).toString()
      expect(text.match(/Règlement/g)?.length).toBeGreaterThan(1)
      expect(text).toMatch(/Total de l’année\s+60\s000,00\s€\s+12\s000,00\s€\s+72\s000,00\s€/)
      expect(text).toContain('03/02/2026')
    },
  )
})
