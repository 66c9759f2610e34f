import { performance as nodePerformance } from 'node:perf_hooks'
import {
  type ChildProcess,
  execFileSync,
  fork,
  type Serializable,
  spawnSync,
} from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, describe, expect, test } from 'vitest'
import { billDocument } from '#commands/billing/document/bill-document.ts'
import { renderBillPdf } from './render-bill-pdf.ts'
import { pdfRenderer } from '#commands/billing/document/pdf-renderer.ts'
import { paperImage } from '#commands/billing/document/paper-image.ts'
import type { Documents } from '#commands/gateways/documents/documents.ts'
import { startPress } from '#commands/kernel/typeset/press.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { buyer, frozenBill, line, seller } from '#tests/domain/billing/frozen-bills.ts'

const poppler = spawnSync('pdftotext', ['-v']).error === undefined
const bare = { logo: null, signature: null }
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const raw = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
const pagesOf = (bytes: Uint8Array): number =>
  raw(bytes).match(/\/Type \/Page\b(?!s)/g)?.length ?? 0
/**
 * Visible text, line by line, runs of spaces made one. `raw`: in the order of the file, as it is
 * read aloud.
 */
const textOf = (bytes: Uint8Array, order: 'layout' | 'raw' = 'layout'): string =>
  execFileSync('pdftotext', [`-${order}`, '-', '-'], { input: bytes })
    .toString()
    // Marks by which pdftotext tells the direction of a run.
    .replaceAll(/[\u202A-\u202E\f]/g, '')
    .split('\n')
    .map((l) => l.replaceAll(/ +/g, ' ').trim())
    .filter((l) => l !== '')
    .join('\n')
/** Words and the places of their left and right edges. @unit points */
const wordsOf = (bytes: Uint8Array) =>
  [
    ...execFileSync('pdftotext', ['-bbox', '-', '-'], { input: bytes })
      .toString()
      .matchAll(/xMin="([\d.]+)".* xMax="([\d.]+)".*>(.*)<\/word>/g),
  ].map(([, left, right, word = '']) => ({ word, left: Number(left), right: Number(right) }))
const draw = (changes: Partial<FrozenBill> = {}): Uint8Array =>
  renderBillPdf(frozenBill(changes), bare)

describe('a bill’s PDF', () => {
  test('has the same bytes each time, whatever was drawn in between', async () => {
    const first = sha(draw())
    draw({ ref: '', simulation: true, buyer: { ...buyer, name: 'ÀÉÎ شركة الفانوس SARL' } })
    expect(sha(draw())).toBe(first)
    expect(sha(draw({ ref: '2026-035' }))).not.toBe(first)
  })
  test('embeds its fonts and is dated by the bill', async () => {
    const bytes = raw(draw())
    expect(bytes).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/)
    expect(bytes.match(/\/FontFile[23]/g)?.length).toBeGreaterThanOrEqual(3)
    expect(bytes).toContain('(D:20260930000000Z)')
  })
  test('is PDF/A-3b, tagged and in French', () => {
    const bytes = raw(draw())
    expect(bytes).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B/)
    expect(bytes).toMatch(/\/StructTreeRoot/)
    expect(bytes).toMatch(/\/Lang \(fr\)/)
  })
  test('draws pictures, also those in WebP', async () => {
    const canvas = createCanvas(40, 20)
    canvas.getContext('2d').fillRect(0, 0, 40, 20)
    const logo = await paperImage(new Uint8Array(await canvas.encode('webp')), 'image/webp')
    const signature = await paperImage(new Uint8Array(await canvas.encode('jpeg')), 'image/jpeg')
    expect(
      raw(renderBillPdf(frozenBill(), { logo, signature })).match(/\/Subtype \/Image/g)?.length,
    ).toBeGreaterThanOrEqual(2)
  })
  test('takes as many pages as sixty lines need', async () => {
    expect(pagesOf(draw())).toBe(1)
    expect(
      pagesOf(
        draw({ lines: Array.from({ length: 60 }, (_, i) => line(`Ligne ${i + 1}`, 1, 45_050)) }),
      ),
    ).toBeGreaterThan(1)
    expect(pagesOf(draw({ lines: [line('Mot '.repeat(1200), 1, 100)] }))).toBeGreaterThan(1)
  })
})

describe.skipIf(!poppler)('what one reads on a bill (needs pdftotext)', () => {
  test('is the whole of it, in order', async () => {
    expect(textOf(draw(), 'raw').replaceAll('\u00A0', ' ').split('\n')).toMatchInlineSnapshot(`
      [
        "Fontanel Conseil EURL",
        "14 impasse du Cadran",
        "69000 Lyon-sur-Papier",
        "SIREN 900 000 001 · RCS Lyon",
        "TVA FR 00 900 000 001",
        "EURL au capital de 1 000,00 €",
        "Facture",
        "2026-034",
        "Émise le 30 septembre 2026",
        "Échéance 30 octobre 2026",
        "Prestation de services",
        "du 14 au 17 septembre 2026",
        "Facturé à",
        "Coopérative Lampadaire",
        "3 quai des Réverbères",
        "44000 Nantes-Fictive",
        "SIREN 900 000 034",
        "Objet : Formation interne",
        "Désignation Quantité Prix HT TVA Montant HT",
        "Formation interne",
        "du 14 au 17 septembre 2026",
        "4 jours 650,00 20 % 2 600,00",
        "Total HT 2 600,00 €",
        "TVA 20 % 520,00 €",
        "À payer le 30 octobre 2026 3 120,00 €",
        "Code QR du",
        "virement",
        "Virement : IBAN FR00 0000 0000 0000 0000 0000 000",
        "Banque de l’Estuaire Imaginaire",
        "Référence à rappeler : 2026-034",
        "Pénalités de retard : 12,15 % l’an, exigibles le jour suivant l’échéance. Indemnité forfaitaire pour frais de recouvrement : 40 €. Pas",
        "d’escompte pour paiement anticipé.",
        "Fontanel Conseil EURL · Facture 2026-034 Page 1/1",
      ]
    `)
  })
  test('of a credit note names the bill it corrects and asks for no payment', async () => {
    const text = textOf(
      draw({
        type: 'creditNote',
        ref: '2026-035',
        creditNoteOf: { ref: '2026-034', issueDate: '2026-09-30' },
      }),
    ).replaceAll(/[\u00A0\n]/g, ' ')
    expect(text).toContain('Avoir sur la facture 2026-034 du 30 septembre 2026')
    expect(text).toContain('Total de l’avoir')
    for (const absent of ['Échéance', 'IBAN', 'Pénalités', 'À payer'])
      expect(text).not.toContain(absent)
  })
  test('says franchise, and no VAT', async () => {
    const text = textOf(
      draw({
        seller: {
          ...seller,
          regime: 'franchise',
          legalStatus: 'EI',
          rcs: '',
          shareCapitalMinor: 0,
        },
        lines: [line('Conseil', 1, 150_000, 0)],
        vat: [{ rate: 0, baseMinor: 150_000, amountMinor: 0, exemption: 'franchise' }],
      }),
    )
    expect(text).toContain('TVA non applicable, article 293 B du CGI')
    expect(text).toContain('Fontanel Conseil EI')
    expect(text).not.toContain('FR 00')
  })
  test('of several rates shows the base of each, and a deposit taken off', async () => {
    const text = textOf(
      draw({
        lines: [
          line('Conseil', 12.5, 45_000),
          line('Livre', 3, 3_333, 550, ''),
          line('Voyage', 1, 15_000, 1000, ''),
        ],
        prepaidMinor: 100_000,
        deposits: [
          {
            billId: 'deposit',
            ref: '2026-021',
            issueDate: '2026-07-01',
            vat: [{ rate: 2000, baseMinor: 83_333, amountMinor: 16_667 }],
            grossMinor: 100_000,
          },
        ],
      }),
    ).replaceAll('\u00A0', ' ')
    for (const row of [
      'TVA 20 % sur 5 625,00 € 1 125,00 €',
      'TVA 10 % sur 150,00 € 15,00 €',
      'TVA 5,5 % sur 99,99 € 5,50 €',
      'Total TTC 7 020,49 €',
      'Acompte 2026-021 du 1er juillet 2026, \u22121 000,00 €',
      'dont TVA 166,67 €',
      'À payer le 30 octobre 2026 6 020,49 €',
    ])
      expect(text).toContain(row)
  })
  test('repeats the table’s head on each page, and numbers the pages', async () => {
    const bytes = draw({
      lines: Array.from({ length: 60 }, (_, i) => line(`Ligne ${i + 1}`, 1, 45_050)),
    })
    const pages = pagesOf(bytes)
    const text = textOf(bytes)
    for (let page = 1; page <= pages; page++) expect(text).toContain(`Page ${page}/${pages}`)
    expect(text.match(/Désignation/g)?.length).toBeGreaterThanOrEqual(pages - 1)
    for (let i = 1; i <= 60; i++) expect(text).toMatch(new RegExp(`^Ligne ${i} `, 'm'))
  })
  test('carries the total from page to page', () => {
    const lines = Array.from({ length: 60 }, (_, i) => line(`Ligne ${i + 1}`, 1, 10_000))
    const text = textOf(draw({ lines })).replaceAll('\u00A0', ' ')
    const carried = [...text.matchAll(/^À reporter (.+),00$/gm)].map(([, sum]) => sum)
    expect(carried.length).toBe(pagesOf(draw({ lines })) - 1)
    expect([...text.matchAll(/^Report (.+),00$/gm)].map(([, sum]) => sum)).toEqual(carried)
    // A hundred euros a line: the sum at a page's foot tells the last line above it.
    for (const sum of carried) {
      const last = Number(sum?.replaceAll(' ', '')) / 100
      expect(text.indexOf(`À reporter ${sum}`)).toBeGreaterThan(text.indexOf(`\nLigne ${last} `))
      expect(text.indexOf(`À reporter ${sum}`)).toBeLessThan(text.indexOf(`\nLigne ${last + 1} `))
    }
    expect(textOf(draw())).not.toContain('eporter')
  })
  test('has Arabic that is searched word by word, and the Latin beside it', () => {
    const words = 'شركة الفانوس للاستشارات'
    const text = textOf(
      draw({ buyer: { ...buyer, name: `${words} SARL` }, header: 'محمد لا خدمات' }),
    )
    expect(text).toContain(words)
    expect(text).toContain('SARL')
    expect(text).toContain('محمد لا خدمات')
  })
  test('sets figures under each other at their last digit, in Arabic too', () => {
    for (const language of ['fr', 'ar'] as const) {
      const [one, many] = [line('A', 1, 100), line('B', 1, 1_234_500)]
      const words = wordsOf(draw({ language, lines: [one, many] }))
      const ends = (figure: RegExp) =>
        words.filter(({ word }) => figure.test(word)).map(({ right }) => right)
      const [small, large] = [ends(/^1[.,]00$/), ends(/12.345[.,]00$|^345,00$/)]
      expect(small, language).toHaveLength(2)
      for (const [index, end] of small.entries()) expect(large[index], language).toBeCloseTo(end, 1)
    }
  })
  test('draws figures of one width', () => {
    const words = wordsOf(draw({ lines: [line('Une', 1, 11_111), line('Huit', 1, 88_888)] }))
    const width = (figure: string) =>
      words.filter(({ word }) => word === figure).map(({ left, right }) => right - left)
    expect(width('111,11').length).toBe(2)
    expect(width('111,11')[0]).toBeCloseTo(width('888,88')[0] ?? 0, 3)
  })
  test('replaces what no font draws, and lets long words break', () => {
    const link = `https://example.com/${'a'.repeat(120)}`
    const text = textOf(draw({ header: `Bonjour 🚀 ᚠᚢ\n${link}` }))
    expect(text).toMatch(/Bonjour \uFFFD\uFFFD$/m)
    expect(text).not.toContain(link)
    expect(text.replaceAll(/[\n\u200B]/g, '')).toContain(link)
  })
  test.each([
    ['Chinese', '北京科技有限公司', 'NotoSansSC'],
    ['Japanese', '株式会社カタカナひらがな', 'NotoSansSC'],
    ['Korean', '주식회사 한국', 'GowunDodum'],
    ['Hebrew', 'שלום', 'NotoSansHebrew'],
    ['Thai', 'บริษัท', 'NotoSansThai'],
    ['Georgian', 'საქართველო', 'NotoSansGeorgian'],
    ['Armenian', 'Հայաստան', 'NotoSansArmenian'],
    ['signs', '≥ ≤ ≠ ✓ ■ ● ◦ ①', 'NotoSansMath'],
  ])('F11: draws %s by a font of its own', (_, words, font) => {
    const bytes = draw({ buyer: { ...buyer, name: words } })
    expect(raw(bytes)).toContain(font)
    expect(raw(draw())).not.toContain(font)
    const text = textOf(bytes)
    expect(text).not.toContain('\uFFFD')
    for (const letter of words.replaceAll(' ', '')) expect(text).toContain(letter)
  })
  test('marks a draft and a simulation', async () => {
    const letters = (text: string) => text.replaceAll(/\s/g, '')
    expect(letters(textOf(draw({ ref: '' })))).toContain('Brouillon')
    // The mark is turned, so its letters come apart; nothing else has these.
    const marked = draw({ simulation: true })
    expect(sha(marked)).not.toBe(sha(draw()))
    expect('SIMULATION'.split('').every((letter) => textOf(marked).includes(letter))).toBe(true)
  })
})

/** A process of the press, as it starts one itself. */
const beginProcess = (): ChildProcess =>
  fork(new URL('../../../commands/kernel/typeset/press-process.ts', import.meta.url), {
    serialization: 'advanced',
    execArgv: [],
  })
/** Processes that a press began. */
function recorded() {
  const begun: ChildProcess[] = []
  const start = () => {
    const child = beginProcess()
    begun.push(child)
    return child
  }
  return { begun, start }
}

describe('the press', () => {
  const kept = new Map<string, { bytes: Uint8Array; mediaType: string }>()
  const documents: Pick<Documents, 'read'> = {
    read: (key) => Promise.resolve(kept.get(key) ?? null),
  }
  const press = startPress()
  const render = pdfRenderer(documents, press).bill
  afterAll(() => press.close())
  const final = { owner: 'user-1', urgency: 'final' } as const

  test('draws in another process what this one would', async () => {
    const [there, again] = await Promise.all([
      render(frozenBill(), final),
      render(frozenBill(), final),
    ])
    expect(sha(there)).toBe(sha(draw()))
    expect(sha(again)).toBe(sha(there))
  }, 20_000)
  test('does not hold up the thread that asks', async () => {
    const long = frozenBill({
      lines: Array.from({ length: 60 }, (_, i) => line(`Ligne ${i + 1}`, 1, 45_050)),
    })
    const before = nodePerformance.eventLoopUtilization()
    await render(long, final)
    // The share of the time in which this thread did anything at all, on a machine of any speed.
    expect(nodePerformance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  }, 20_000)
  test('says why it could not, and goes on', async () => {
    const manuscript = { ...billDocument(frozenBill(), bare), data: { lines: null } }
    await expect(press.print(final, () => Promise.resolve(manuscript))).rejects.toThrow(
      'could not be drawn',
    )
    expect(pagesOf(await render(frozenBill(), final))).toBe(1)
  }, 20_000)
  test('draws a preview once, until what it shows changes', async () => {
    const preview = { owner: 'user-1', urgency: 'preview' } as const
    const first = await render(frozenBill(), preview)
    expect(await render(frozenBill(), preview)).toBe(first)
    expect(await render(frozenBill({ header: 'Bonjour' }), preview)).not.toBe(first)
  }, 20_000)
  test('ends a drawing that hangs, and goes on', async () => {
    const hasty = startPress({ drawingMs: 1 })
    const hastily = pdfRenderer(documents, hasty).bill
    await expect(hastily(frozenBill(), final)).rejects.toThrow('was not drawn within 1 ms')
    await expect(hastily(frozenBill(), final)).rejects.toThrow('was not drawn within 1 ms')
    await hasty.close()
  }, 20_000)
  test('gives up a preview that takes long, in words, and goes on', async () => {
    const hasty = startPress({ previewMs: 1 })
    const hastily = pdfRenderer(documents, hasty).bill
    await expect(
      hastily(frozenBill({ header: 'Lent' }), { owner: 'user-1', urgency: 'preview' }),
    ).rejects.toMatchObject({ code: 'PAPER_TOO_SLOW' })
    expect(sha(await hastily(frozenBill(), final))).toBe(sha(draw()))
    await hasty.close()
  }, 20_000)
  test('ends a process that rests, and starts another by need', async () => {
    const { begun, start } = recorded()
    const resting = startPress({ start, restMs: 1 })
    const render = pdfRenderer(documents, resting).bill
    await render(frozenBill(), final)
    const [first] = begun
    if (first?.exitCode === null && first.signalCode === null) await once(first, 'exit')
    expect(sha(await render(frozenBill(), final))).toBe(sha(draw()))
    expect(begun).toHaveLength(2)
    await resting.close()
  }, 20_000)
  test('sets a paper once more whose process was killed, and gives up when that one dies too', async () => {
    const begun: ChildProcess[] = []
    // Each process is stopped before it can answer, and killed once it was given the paper.
    const doomed = (times: number) => () => {
      const child = beginProcess()
      begun.push(child)
      if (begun.length <= times) {
        const send = child.send.bind(child)
        child.send = (...[message]: [Serializable]) => {
          child.kill('SIGSTOP')
          const isSent = send(message)
          child.kill('SIGKILL')
          return isSent
        }
      }
      return child
    }
    const mended = startPress({ start: doomed(1) })
    expect(sha(await pdfRenderer(documents, mended).bill(frozenBill(), final))).toBe(sha(draw()))
    expect(begun.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', null])
    await mended.close()
    begun.length = 0
    const broken = startPress({ start: doomed(2) })
    await expect(pdfRenderer(documents, broken).bill(frozenBill(), final)).rejects.toThrow(
      'ended with SIGKILL',
    )
    expect(begun).toHaveLength(2)
    await broken.close()
  }, 30_000)
  test('goes on in another process after so many papers', async () => {
    const { begun, start } = recorded()
    const sparing = startPress({ start, papersAProcess: 2, processes: 1 })
    const render = pdfRenderer(documents, sparing).bill
    for (let i = 0; i < 3; i++) expect(sha(await render(frozenBill(), final))).toBe(sha(draw()))
    expect(begun).toHaveLength(2)
    await sparing.close()
  }, 30_000)

  test('keeps a second process ready once several owners draw, at a lower priority', async () => {
    const { begun, start } = recorded()
    const shared = startPress({ start, processes: 2 })
    const render = pdfRenderer(documents, shared).bill
    const of = (owner: string) => render(frozenBill(), { ...final, owner })
    await of('anna')
    await of('anna')
    expect(begun).toHaveLength(1)
    await of('bea')
    await of('anna')
    expect(begun.map(({ pid = 0 }) => getPriority(pid))).toEqual([getPriority(), 10])
    await shared.close()
  }, 30_000)
})
