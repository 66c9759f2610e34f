import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { quoteDocument } from '#commands/billing/document/bill-document.ts'
import { cvDocument } from '#commands/cv/document/cv-document.ts'
import { registerPapers } from '#commands/finance/register-paper.ts'
import { createTypesetter } from '#commands/kernel/typeset/typesetter.ts'
import { timesheetPapers } from '#commands/timesheets/timesheet-paper.ts'
import { usualCv } from '#domain/cv/cv.ts'
import { freezeQuote, NO_QUOTE_TERMS } from '#domain/quotes/quote-content.ts'
import { content, seller } from '#tests/domain/billing/builders.ts'
import { ELECTRONIC_BILLS } from '#tests/domain/billing/electronic-bills.ts'
import { buyer, frozenBill } from '#tests/domain/billing/frozen-bills.ts'
import { onPath } from '#tests/engines/local.ts'
import { renderBillPdf } from '../billing/render-bill-pdf.ts'

const typesetter = createTypesetter()
const press: Parameters<typeof timesheetPapers>[0] = {
  async print(_, make) {
    const made = await make()
    return made instanceof Uint8Array ? made : typesetter(made)
  },
}
const order = { owner: 'user-1', urgency: 'preview' } as const
const bare = { logo: null, signature: null }
const nobody = () => Promise.resolve(false)
const DAY = 10_000

const billOf = (name: string, client: string) => {
  const bill = ELECTRONIC_BILLS[name] ?? frozenBill()
  return renderBillPdf({ ...bill, buyer: { ...bill.buyer, name: client } }, bare)
}
const quoteOf = (client: string) =>
  typesetter(
    quoteDocument(
      freezeQuote({
        content: { ...content, ...NO_QUOTE_TERMS, depositPercent: 3000 },
        seller,
        buyer: { ...buyer, name: client, language: 'fr' },
        day: '2026-11-20',
        ref: 'D-2026-001',
        edition: 1,
        simulation: false,
        legalRates: [],
      }),
      bare,
    ),
  )
const timesheetOf = (client: string) =>
  timesheetPapers(press, nobody).paper(
    {
      language: 'fr',
      day: '2026-11-30',
      month: 'novembre 2026',
      business: { name: 'Fontanel Conseil', siren: '900000001' },
      client,
      approved: '',
      words: {
        title: 'Feuille de temps',
        heads: ['Jour', 'Mission', 'Jours'],
        totalTime: 'Total des heures',
        total: 'Total des jours',
        hour: 'h',
        empty: 'Aucun jour.',
        page: 'Page',
        signatures: ['Le prestataire', 'Le client'],
      },
      lines: [
        { day: '2026-11-02', label: 'Audit', quantity: DAY },
        { day: '2026-11-03', label: 'Portail', quantity: DAY / 2 },
      ],
    },
    order,
  )
const registerOf = (party: string) =>
  registerPapers(press, nobody).paper(
    {
      language: 'fr',
      day: '2026-11-20',
      title: 'Livre des recettes',
      translated: '',
      year: 2026,
      business: { name: 'Fontanel Conseil', siren: '900000001' },
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
        lines: '1 ligne',
        empty: 'Aucune ligne.',
        total: 'Total de l’année',
        page: 'Page',
        note: 'Note.',
      },
      lines: [
        {
          number: 1,
          day: '2026-02-03',
          recordedOn: '2026-02-04',
          party,
          label: '',
          nature: 'service',
          reference: '2026-0001',
          method: 'virement',
          takesBack: '',
          currency: 'EUR',
          netMinor: 100_000,
          vatMinor: 20_000,
          grossMinor: 120_000,
        },
      ],
      totals: [{ currency: 'EUR', netMinor: 100_000, vatMinor: 20_000, grossMinor: 120_000 }],
    },
    order,
  )
const cvOf = (name: string) =>
  typesetter(
    cvDocument({
      content: {
        facts: { ...usualCv, title: 'Conceptrice de services', summary: 'Des services lisibles.' },
        person: { name, lines: ['Lyon-sur-Papier'], photo: null },
        items: [{ section: 'skill', id: '1', values: { name: 'Prototypage', level: 3 } }],
      },
      language: 'fr',
      template: 'sober',
      accent: 2,
      photo: null,
      day: '2026-11-20',
    }),
  )

type Paper = (name: string) => Uint8Array | Promise<Uint8Array>
const PAPERS: Readonly<Record<string, Paper>> = {
  bill: (name) => billOf('invoice', name),
  'credit note': (name) => billOf('credit-note', name),
  deposit: (name) => billOf('deposit', name),
  'final bill': (name) => billOf('final', name),
  'bill in Arabic': (name) => billOf('arabic-paper', name),
  quote: quoteOf,
  timesheet: timesheetOf,
  register: registerOf,
  cv: cvOf,
}
const papers = Object.entries(PAPERS)

test.each(papers)('a reader shows the title of a %s, not its file’s name', async (_, draw) => {
  expect(Buffer.from(await draw('Lampadaire')).toString('latin1')).toContain(
    '/DisplayDocTitle true',
  )
})

const SCRIPTS = [
  ['Chinese', '北京科技有限公司'],
  ['Japanese', '株式会社カタカナ'],
  ['Korean', '한국회사'],
  ['Hebrew', 'שלום'],
  ['Thai', 'ไทย'],
  ['Georgian', 'საქართველო'],
  ['Armenian', 'Հայաստան'],
  ['Greek and Cyrillic', 'ΩμέγαЖук'],
  ['signs', '≥≤≠✓■●①'],
] as const

describe.skipIf(!onPath('pdftotext'))('every paper draws every script (needs pdftotext)', () => {
  test.each(papers)('%s', async (_, draw) => {
    for (const [script, words] of SCRIPTS) {
      const input = await draw(words)
      const text = execFileSync('pdftotext', ['-', '-'], { input }).toString()
      expect(text, script).not.toContain('\uFFFD')
      for (const letter of words) expect(text, script).toContain(letter)
    }
  })
})

/** Height of the pictures. @unit pixels */
const HEIGHT = 200
/** Side of the squares whose mean grey is compared. Fonts are smoothed otherwise elsewhere. */
const SQUARE = 5
/** Largest difference of a square, of 255. */
const DRIFT = 40

async function greys(png: Uint8Array) {
  const picture = await loadImage(png)
  const { width, height } = picture
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const squares: number[] = []
  for (let y = 0; y + SQUARE <= height; y += SQUARE)
    for (let x = 0; x + SQUARE <= width; x += SQUARE) {
      let sum = 0
      for (let dy = 0; dy < SQUARE; dy++)
        for (let dx = 0; dx < SQUARE; dx++) sum += data[((y + dy) * width + x + dx) * 4] ?? 0
      squares.push(sum / SQUARE ** 2)
    }
  return squares
}

/** `PICTURES=new` keeps the papers as they are drawn now. Look at them before you commit them. */
describe.skipIf(!onPath('pdftoppm'))('every paper looks as it did (needs pdftoppm)', () => {
  test.each(papers)('%s', async (name, draw) => {
    const seen = execFileSync(
      'pdftoppm',
      ['-gray', '-png', '-f', '1', '-l', '1', '-scale-to', String(HEIGHT), '-'],
      { input: await draw('Coopérative Lampadaire') },
    )
    const file = new URL(`../../fixtures/papers/${name.replaceAll(' ', '-')}.png`, import.meta.url)
    if (process.env['PICTURES'] === 'new') writeFileSync(file, seen)
    expect(existsSync(file)).toBe(true)
    const [before, now] = await Promise.all([greys(readFileSync(file)), greys(seen)])
    expect(now).toHaveLength(before.length)
    expect(Math.max(...now.map((grey, i) => Math.abs(grey - (before[i] ?? 0))))).toBeLessThan(DRIFT)
  })
})
