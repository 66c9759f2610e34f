import { describe, expect, test } from 'vitest'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import {
  frenchAmount,
  frenchDay,
  frenchPeriod,
  frenchQuantity,
  frenchRate,
} from '#domain/billing/paper/french.ts'
import {
  MENTION_KINDS,
  MENTION_TEXTS,
  mentionsOf,
  sellerNameOf,
  sellerRegistrationOf,
  type MentionKind,
} from '#domain/billing/paper/mentions.ts'
import { buyer, frozenBill, seller } from '#tests/domain/billing/frozen-bills.ts'

const zero = (
  exemption: 'franchise' | 'reverseCharge' | 'outsideEu' | null,
): Partial<FrozenBill> => ({
  vat: [{ rate: 0, baseMinor: 260_000, amountMinor: 0, exemption }],
})
const textOf = (bill: FrozenBill, kind: MentionKind): string | undefined =>
  mentionsOf(bill).find((mention) => mention.kind === kind)?.text
const creditNote = {
  type: 'creditNote',
  creditNoteOf: { ref: '2026-0001', issueDate: '2026-09-30' },
} as const

describe('a mention is there when the law asks for it, and not when one thing differs', () => {
  test.each<[MentionKind, string, FrozenBill, FrozenBill]>([
    [
      'franchise',
      'TVA non applicable, article 293 B du CGI',
      frozenBill({ seller: { ...seller, regime: 'franchise' } }),
      frozenBill(),
    ],
    [
      'reverseCharge',
      'Autoliquidation : TVA due par le preneur, article 283-2 du CGI',
      frozenBill(zero('reverseCharge')),
      frozenBill(zero('outsideEu')),
    ],
    [
      'outsideEu',
      'TVA non applicable – art. 259-1 du CGI',
      frozenBill(zero('outsideEu')),
      frozenBill(zero('reverseCharge')),
    ],
    [
      'debits',
      'Option pour le paiement de la taxe d’après les débits',
      frozenBill({ seller: { ...seller, vatOnDebits: true } }),
      frozenBill({ seller: { ...seller, vatOnDebits: false } }),
    ],
    [
      'penalty',
      'Pénalités de retard : 12,15\u00A0% l’an, exigibles le jour suivant l’échéance.',
      frozenBill({ penaltyRate: 1215 }),
      frozenBill({ penaltyRate: 0 }),
    ],
    [
      'indemnity',
      'Indemnité forfaitaire pour frais de recouvrement : 40\u00A0€.',
      frozenBill(),
      frozenBill({ buyer: { ...buyer, professional: false } }),
    ],
    [
      'noDiscount',
      'Pas d’escompte pour paiement anticipé.',
      frozenBill(),
      frozenBill({ buyer: { ...buyer, professional: false } }),
    ],
    [
      'deposit',
      'Facture d’acompte, à déduire de la facture finale.',
      frozenBill({ type: 'deposit' }),
      frozenBill({ type: 'invoice' }),
    ],
    [
      'creditNoteOf',
      'Avoir sur la facture 2026-0001 du\u00A030\u00A0septembre\u00A02026.',
      frozenBill(creditNote),
      frozenBill({ ...creditNote, type: 'invoice' }),
    ],
  ])('%s', (kind, text, present, absent) => {
    expect(textOf(present, kind)).toBe(text)
    expect(textOf(absent, kind)).toBeUndefined()
  })

  test('the franchise of the seller goes before the reverse charge', () => {
    const bill = frozenBill({
      ...zero('reverseCharge'),
      seller: { ...seller, regime: 'franchise' },
    })
    expect(mentionsOf(bill).map((mention) => mention.kind)).toEqual([
      'franchise',
      'penalty',
      'indemnity',
      'noDiscount',
    ])
  })
  test('a credit note speaks of no payment', () =>
    expect(mentionsOf(frozenBill(creditNote)).map((mention) => mention.kind)).toEqual([
      'creditNoteOf',
    ]))
  test('the option for debits says nothing where no VAT is charged', () =>
    expect(
      textOf(
        frozenBill({ ...zero('outsideEu'), seller: { ...seller, vatOnDebits: true } }),
        'debits',
      ),
    ).toBeUndefined())
  test('words are those of the day of issue', () => {
    const bill = frozenBill({ seller: { ...seller, vatOnDebits: true } })
    expect(textOf({ ...bill, issueDate: '2022-10-06' }, 'debits')).toBeUndefined()
    expect(textOf({ ...bill, issueDate: '2022-10-07' }, 'debits')).toBeDefined()
  })
  test('every kind has a dated text with a source', () => {
    for (const kind of MENTION_KINDS)
      expect(MENTION_TEXTS.some((row) => row.kind === kind && row.source !== '')).toBe(true)
  })
})

describe('the seller', () => {
  test('who is a person carries EI, once', () => {
    expect(sellerNameOf({ name: 'Atelier Fictif', legalStatus: 'micro-entrepreneur' })).toBe(
      'Atelier Fictif EI',
    )
    expect(sellerNameOf({ name: 'Atelier Fictif EI', legalStatus: 'EI' })).toBe('Atelier Fictif EI')
    expect(sellerNameOf({ name: 'EI Atelier Fictif', legalStatus: 'EI' })).toBe('EI Atelier Fictif')
    expect(sellerNameOf({ name: 'Fontanel Conseil', legalStatus: 'EURL' })).toBe(
      'Fontanel Conseil EURL',
    )
  })
  test('shows registry and capital when it has them', () => {
    expect(sellerRegistrationOf(seller, (digits) => digits)).toEqual([
      'SIREN 900000001 · RCS Lyon',
      'TVA FR 00 900000001',
      'EURL au capital de 1\u00A0000,00\u00A0€',
    ])
    expect(
      sellerRegistrationOf({ ...seller, rcs: '', shareCapitalMinor: 0 }, (digits) => digits),
    ).toEqual(['SIREN 900000001', 'TVA FR 00 900000001'])
  })
  test('shows no VAT number under the franchise', () =>
    expect(sellerRegistrationOf({ ...seller, regime: 'franchise' }, (d) => d).join()).not.toContain(
      'TVA',
    ))
})

describe('French figures', () => {
  test('group by no-break spaces and take a comma', () => {
    expect(frenchAmount(312_000, 'EUR')).toBe('3\u00A0120,00\u00A0€')
    expect(frenchAmount(-5, 'EUR')).toBe('\u22120,05\u00A0€')
    expect(frenchAmount(123_456_789, 'CHF')).toBe('1\u00A0234\u00A0567,89\u00A0CHF')
    expect(frenchAmount(1_500, 'JPY')).toBe('1\u00A0500\u00A0JPY')
    expect(frenchRate(2000)).toBe('20\u00A0%')
    expect(frenchRate(550)).toBe('5,5\u00A0%')
    expect(frenchQuantity(175_000)).toBe('17,5')
    expect(frenchQuantity(12_345)).toBe('1,2345')
  })
  test('name days and periods', () => {
    const plain = (text: string) => text.replaceAll('\u00A0', ' ')
    expect(plain(frenchDay('2026-10-01'))).toBe('1er octobre 2026')
    expect(plain(frenchPeriod('2026-09-14', '2026-09-17'))).toBe('du 14 au 17 septembre 2026')
    expect(plain(frenchPeriod('2026-09-14', '2026-10-02'))).toBe(
      'du 14 septembre au 2 octobre 2026',
    )
    expect(plain(frenchPeriod('2026-12-14', '2027-01-02'))).toBe(
      'du 14 décembre 2026 au 2 janvier 2027',
    )
    expect(plain(frenchPeriod('2026-09-14', ''))).toBe('le 14 septembre 2026')
    expect(frenchPeriod('', '')).toBe('')
  })
})
