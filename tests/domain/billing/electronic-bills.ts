import type { DeductedDeposit } from '#domain/billing/deposit.ts'
import {
  type BillContent,
  type BillLine,
  blankContent,
  freeze,
  totalsOfContent,
} from '#domain/billing/content.ts'
import type { FrozenBill, FrozenBuyer } from '#domain/billing/frozen-bill.ts'
import { totalsFor } from '#domain/billing/amounts.values.ts'
import { buyer, frozenBill, line, seller } from './frozen-bills.ts'

const germany = { street: 'Hafenstraße 1', postalCode: '20457', city: 'Hamburg', country: 'DE' }
const switzerland = { street: 'Quai du Lac 2', postalCode: '1200', city: 'Genève', country: 'CH' }

const untaxed = (
  changes: Partial<FrozenBill>,
  exemption: FrozenBill['vat'][number]['exemption'],
): FrozenBill => {
  const lines = changes.lines ?? [line('Conseil', 2, 75_000, 0)]
  return frozenBill({
    ...changes,
    lines,
    vat: totalsFor(lines).vat.map((row) => ({ ...row, exemption })),
  })
}

const drafted = (
  description: string,
  quantity: number,
  unitPriceMinor: number,
  rate = 2000,
): BillLine => ({
  description,
  quantity: quantity * 10_000,
  unit: 'day',
  unitPriceMinor,
  rate,
  creditedLine: null,
})

/** A bill as the product freezes it. */
function frozen(changes: Partial<BillContent>, client: FrozenBuyer = buyer): FrozenBill {
  const content: BillContent = {
    ...blankContent,
    profileId: '',
    issueDate: '2026-09-30',
    serviceName: 'Formation interne',
    serviceStart: '2026-09-14',
    serviceEnd: '2026-09-17',
    penaltyRate: 1215,
    lines: [drafted('Conseil', 4, 65_000)],
    ...changes,
  }
  const bill = freeze({
    type: 'invoice',
    content,
    seller,
    buyer: { ...client, language: 'fr' },
    issueDate: '2026-09-30',
    totals: totalsOfContent(content),
    creditNoteOf: null,
    original: null,
    simulation: false,
  })
  return { ...bill, ref: '2026-040' }
}

const deposit = (ref: string): DeductedDeposit => ({
  billId: ref,
  ref,
  issueDate: '2026-07-01',
  vat: [{ rate: 2000, baseMinor: 50_000, amountMinor: 10_000 }],
  grossMinor: 60_000,
})

/**
 * A bill of each kind that the product issues, by what sets it apart. Each is lawful, and so is its
 * file.
 */
export const ELECTRONIC_BILLS: Readonly<Record<string, FrozenBill>> = {
  invoice: frozenBill(),
  'vat-on-debits': frozenBill({
    seller: { ...seller, vatOnDebits: true, siret: '90000000100017', commercialName: 'Atelier' },
  }),
  'credit-note': frozenBill({
    type: 'creditNote',
    ref: '2026-035',
    dueDate: '2026-09-30',
    penaltyRate: 0,
    indemnity: false,
    creditNoteOf: { ref: '2026-034', issueDate: '2026-09-14' },
  }),
  // Three lines of 33.33 were billed with 20.00 of VAT. The last bill takes the rest of the VAT, a
  // cent off the rate.
  'credit-note-of-a-rest': frozenBill({
    type: 'creditNote',
    ref: '2026-036',
    dueDate: '2026-09-30',
    creditNoteOf: { ref: '2026-034', issueDate: '2026-09-14' },
    lines: [line('Reste', 1, 3_333)],
    vat: [{ rate: 2000, baseMinor: 3_333, amountMinor: 666, exemption: null }],
    totalVatMinor: 666,
    totalGrossMinor: 3_999,
    dueMinor: 3_999,
  }),
  deposit: frozenBill({ type: 'deposit', ref: '2026-037' }),
  final: frozenBill({
    ref: '2026-038',
    prepaidMinor: 120_000,
    deposits: [deposit('2026-021'), deposit('2026-022')],
  }),
  'final-that-is-paid': frozenBill({
    ref: '2026-039',
    lines: [line('Conseil', 1, 50_000)],
    prepaidMinor: 60_000,
    deposits: [deposit('2026-021')],
    dueMinor: 0,
  }),
  franchise: untaxed(
    {
      seller: {
        ...seller,
        regime: 'franchise',
        legalStatus: 'EI',
        rcs: '',
        shareCapitalMinor: 0,
        vatNumber: '',
      },
    },
    'franchise',
  ),
  'several-rates': frozenBill({
    lines: [
      line('Conseil', 12.5, 45_000),
      line('Livre', 3, 3_333, 550, ''),
      line('Voyage', 1, 15_000, 1000, ''),
    ],
  }),
  'reverse-charge': untaxed(
    {
      buyer: {
        ...buyer,
        name: 'Laternen GmbH',
        siren: '',
        vatNumber: 'DE123456788',
        address: germany,
      },
    },
    'reverseCharge',
  ),
  'outside-the-union': untaxed(
    {
      buyer: {
        ...buyer,
        name: 'Lanternes SA',
        siren: '',
        vatNumber: 'CHE123456788',
        address: switzerland,
      },
    },
    'outsideEu',
  ),
  'outside-the-scope': untaxed(
    {
      seller: { ...seller, vatNumber: '' },
      buyer: {
        ...buyer,
        name: 'Lanternes SA',
        siren: '',
        vatNumber: 'CHE123456788',
        address: switzerland,
      },
    },
    'outsideEu',
  ),
  'foreign-currency': untaxed(
    {
      currency: 'CHF',
      buyer: {
        ...buyer,
        name: 'Lanternes SA',
        siren: '',
        vatNumber: 'CHE123456788',
        address: switzerland,
      },
    },
    'outsideEu',
  ),
  'small-quantities': frozenBill({
    lines: [line('Étude', 0.125, 45_055), line('Relecture', 1.3333, 3_333)],
  }),
  discount: frozenBill({
    lines: [line('Conseil', 4, 65_000), line('Remise de fidélité', 1, -10_000, 2000, '')],
  }),
  discounts: frozen({
    lines: [
      {
        ...drafted('Conseil', 4, 65_000),
        discount: { kind: 'percent', value: 1_000, reason: 'Fidélité' },
      },
      {
        ...drafted('Atelier', 1, 20_000, 550),
        discount: { kind: 'amount', value: 2_050, reason: '' },
      },
      drafted('Support', 1.125, 33_333),
    ],
    discount: { kind: 'percent', value: 333, reason: 'Geste commercial' },
  }),
  'discount-of-an-amount': frozen({
    lines: [drafted('Conseil', 4, 65_000), drafted('Livre', 3, 3_333, 550)],
    discount: { kind: 'amount', value: 10_000, reason: 'Geste commercial' },
  }),
  'six-decimals': frozen({
    lines: [
      { ...drafted('Mots traduits', 12_345.125, 8), unitPriceFine: 78_125 },
      drafted('Relecture', 0.0625, 45_055),
    ],
  }),
  'prices-with-vat': frozen({
    pricesWithVat: true,
    lines: [
      drafted('Conseil', 1, 9_999),
      drafted('Atelier', 3, 3_333),
      drafted('Livre', 1, 2_110, 550),
    ],
    discount: { kind: 'percent', value: 500, reason: 'Fidélité' },
  }),
  'formula-of-the-penalty': frozen({
    penaltyBasis: 'ecb10',
    penaltyRate: 0,
    issueDate: '2026-09-30',
  }),
  'private-client': frozen(
    { includePenalty: false, pricesWithVat: true },
    { ...buyer, name: 'Élise Marchand', siren: '', professional: false, email: 'elise@exemple.fr' },
  ),
  'private-client-of-the-union': frozen(
    { includePenalty: false },
    {
      ...buyer,
      name: 'Greta Lampe',
      siren: '',
      professional: false,
      email: 'greta@exemple.de',
      address: germany,
    },
  ),
  'goods-within-the-union': frozen(
    { operation: 'goods', includeVat: false },
    { ...buyer, name: 'Laternen GmbH', siren: '', vatNumber: 'DE123456788', address: germany },
  ),
  'goods-to-another-country': frozen(
    { operation: 'goods', includeVat: false, deliveryCountry: 'BE' },
    { ...buyer, name: 'Laternen GmbH', siren: '', vatNumber: 'DE123456788', address: germany },
  ),
  'export-of-goods': frozen(
    { operation: 'goods', includeVat: false },
    { ...buyer, name: 'Lanternes SA', siren: '', vatNumber: 'CHE123456788', address: switzerland },
  ),
  'goods-and-services': frozen({ operation: 'mixed' }),
  training: frozen({ vatReason: 'training', lines: [drafted('Formation', 2, 90_000, 0)] }),
  'training-beside-what-is-charged': frozen({
    vatReason: 'training',
    lines: [drafted('Formation', 2, 90_000, 0), drafted('Conseil', 1, 65_000)],
    discount: { kind: 'percent', value: 1_000, reason: '' },
  }),
  health: frozen({ vatReason: 'health', includeVat: false }),
  'building-subcontractor': frozen({ vatReason: 'construction', includeVat: false }),
  'outside-the-scope-by-nature': frozen({ vatReason: 'outOfScope', includeVat: false }),
  'vat-in-another-currency': frozen({
    currency: 'USD',
    exchange: { rate: 921_700, day: '2026-09-29', source: 'Banque centrale européenne' },
  }),
  'credit-note-of-a-deposit': frozenBill({
    type: 'creditNote',
    ref: '2026-041',
    dueDate: '2026-09-30',
    penaltyRate: 0,
    indemnity: false,
    creditNoteOf: { ref: '2026-037', issueDate: '2026-09-14', ofDeposit: true },
  }),
  'arabic-client': frozenBill({
    buyer: {
      ...buyer,
      name: 'شركة الفانوس للاستشارات',
      address: {
        street: '12 شارع الحبيب بورقيبة',
        postalCode: '75002',
        city: 'Paris',
        country: 'FR',
      },
    },
  }),
  'english-client': frozenBill({ language: 'en', footer: 'Thank you' }),
  'german-client': untaxed(
    {
      language: 'de',
      buyer: {
        ...buyer,
        name: 'Laternen GmbH',
        siren: '',
        vatNumber: 'DE123456788',
        address: germany,
      },
    },
    'reverseCharge',
  ),
  'arabic-paper': frozenBill({
    language: 'ar',
    serviceName: 'استشارات تقنية',
    lines: [line('تطوير البرمجيات', 4, 65_000)],
    buyer: {
      ...buyer,
      name: 'شركة الفانوس للاستشارات',
      address: {
        street: '12 شارع الحبيب بورقيبة',
        postalCode: '75002',
        city: 'Paris',
        country: 'FR',
      },
    },
  }),
  'odd-letters': frozenBill({
    header: 'Marché <A & B>, « lot 1 »',
    footer: 'Merci !',
    purchaseOrder: 'BC "12" & 13',
    lines: [line('R&D <phase 1>\nseconde ligne\u0007', 1, 100_000)],
  }),
  'many-lines': frozenBill({
    lines: Array.from({ length: 60 }, (_, i) => line(`Ligne ${i + 1}`, 1, 45_050 + i)),
  }),
}
