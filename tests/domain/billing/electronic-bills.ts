import type { DeductedDeposit } from '#domain/billing/deposit.ts'
import {
  type BillContent,
  type BillLine,
  blankContent,
  freeze,
  totalsOfContent,
} from '#domain/billing/content.ts'
import { creditedLines } from '#commands/billing/credit-note-lines.ts'
import { creditLinesOf, creditOf } from '#domain/billing/bill-balance.ts'
import type { IssuedBill } from '#domain/billing/bill-facts.ts'
import type {
  BillType,
  FrozenBill,
  FrozenBuyer,
  FrozenSeller,
} from '#domain/billing/frozen-bill.ts'
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

type Standing = {
  readonly from?: FrozenSeller
  readonly type?: BillType
  readonly deposits?: readonly DeductedDeposit[]
  readonly ref?: string
}
/** Content of the bills that were frozen from one, for their credit notes. */
const contents = new Map<FrozenBill, BillContent>()

/** A bill as the product freezes it. */
function frozen(
  changes: Partial<BillContent>,
  client: FrozenBuyer = buyer,
  { from = seller, type = 'invoice', deposits = [], ref = '2026-040' }: Standing = {},
): FrozenBill {
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
  const bill = {
    ...freeze({
      type,
      content,
      seller: from,
      buyer: { ...client, language: content.language || 'fr' },
      issueDate: '2026-09-30',
      totals: totalsOfContent(content),
      deposits,
      creditNoteOf: null,
      original: null,
      simulation: false,
    }),
    ref,
  }
  contents.set(bill, content)
  return bill
}

/** The credit note of the whole bill, as the product drafts and freezes it. */
function creditNoteOf(original: FrozenBill, before: BillContent): FrozenBill {
  const bill: IssuedBill = {
    status: 'issued',
    billType: original.type,
    content: before,
    creditNoteOf: null,
    source: null,
    issuanceId: '',
    frozen: original,
    documentSha256: '',
    payments: [],
    refunds: [],
    settlements: [],
    collected: '',
    credits: [],
    deductedBy: null,
    fellDue: false,
  }
  const content: BillContent = {
    ...before,
    issueDate: '',
    dueDate: '',
    includeVat: true,
    lines: creditedLines(bill),
    header: '',
    footer: '',
    deposits: [],
    pricesWithVat: false,
    discount: null,
  }
  const note = freeze({
    type: 'creditNote',
    content,
    seller: original.seller,
    buyer: { ...original.buyer, language: original.language },
    issueDate: '2026-10-05',
    totals: creditOf(bill, 'note', creditLinesOf(content)),
    creditNoteOf: { billId: '', ref: original.ref, issueDate: original.issueDate },
    original,
    simulation: false,
  })
  return { ...note, ref: 'AV2026-0040' }
}

const at = (street: string, postalCode: string, city: string, country = 'FR') => ({
  street,
  postalCode,
  city,
  country,
})
const reunion = at('2 rue du Volcan', '97400', 'Saint-Denis-sur-Papier')
const corsica = at('3 place du Maquis', '20000', 'Ajaccio-sur-Papier')
const ofReunion: FrozenSeller = { ...seller, address: reunion }
const ofCorsica: FrozenSeller = { ...seller, address: corsica }
const micro: FrozenSeller = {
  ...seller,
  regime: 'franchise',
  legalStatus: 'micro-entrepreneur',
  rcs: '',
  shareCapitalMinor: 0,
  vatNumber: '',
}
const german: FrozenBuyer = {
  ...buyer,
  name: 'Laternen GmbH',
  siren: '',
  vatNumber: 'DE123456788',
  address: germany,
}
const swiss: FrozenBuyer = {
  ...buyer,
  name: 'Lanternes SA',
  siren: '',
  vatNumber: 'CHE123456788TVA',
  address: switzerland,
}
const abroad = (
  name: string,
  vatNumber: string,
  address: FrozenBuyer['address'],
  email = '',
): FrozenBuyer => ({ ...buyer, name, siren: '', vatNumber, address, email })
const person = (name: string, address: FrozenBuyer['address']): FrozenBuyer => ({
  ...abroad(name, '', address, 'client@exemple.fr'),
  professional: false,
})
const named = (name: string): FrozenBuyer => ({ ...buyer, name })
const advanced = (unitPriceMinor: number): BillLine => ({
  ...drafted('Débours, greffe', 1, unitPriceMinor, 0),
  unit: '',
  disbursed: true,
})
const inUnit = (unit: BillLine['unit'], quantity: number, unitPriceMinor: number): BillLine => ({
  ...drafted('Conseil', quantity, unitPriceMinor),
  unit,
})

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
  disbursement: frozen({ lines: [drafted('Honoraires', 1, 100_000), advanced(3_745)] }),
  'disbursement-alone': frozen({ lines: [advanced(3_745)] }),
  'disbursement-beside-a-discount': frozen({
    lines: [drafted('Honoraires', 1, 100_000), advanced(3_745)],
    discount: { kind: 'percent', value: 1_000, reason: 'Fidélité' },
  }),
  'disbursement-of-a-franchise': frozen(
    { includeVat: false, lines: [drafted('Honoraires', 1, 100_000, 0), advanced(3_745)] },
    buyer,
    { from: micro },
  ),
  'disbursement-beside-training': frozen({
    vatReason: 'training',
    lines: [drafted('Formation', 2, 90_000, 0), advanced(3_745), drafted('Conseil', 1, 65_000)],
  }),
  'disbursement-beside-a-reverse-charge': frozen(
    { includeVat: false, lines: [drafted('Conseil', 1, 100_000, 0), advanced(3_745)] },
    german,
  ),
  'disbursement-outside-the-scope': frozen(
    { includeVat: false, lines: [drafted('Conseil', 1, 100_000, 0), advanced(3_745)] },
    swiss,
    { from: { ...seller, vatNumber: '' } },
  ),
  'overseas-8.5': frozen({ lines: [drafted('Conseil', 4, 65_000, 850)] }, buyer, {
    from: ofReunion,
  }),
  'overseas-2.1': frozen({ lines: [drafted('Revue', 4, 65_000, 210)] }, buyer, { from: ofReunion }),
  'overseas-1.75': frozen({ lines: [drafted('Bétail', 1, 65_000, 175)] }, buyer, {
    from: ofReunion,
  }),
  'overseas-1.05': frozen({ lines: [drafted('Presse', 1, 65_000, 105)] }, buyer, {
    from: ofReunion,
  }),
  'client-overseas': frozen(
    { lines: [drafted('Conseil', 4, 65_000, 850)] },
    { ...buyer, address: { ...reunion, country: 'RE' } },
  ),
  corsica: frozen(
    {
      lines: [
        drafted('Conseil', 1, 100_000),
        drafted('Travaux', 1, 50_000, 1300),
        drafted('Repas', 1, 10_000, 1000),
        drafted('Presse', 1, 5_000, 210),
        drafted('Spectacle', 1, 3_333, 90),
      ],
    },
    buyer,
    { from: ofCorsica },
  ),
  'goods-to-overseas': frozen(
    { operation: 'goods', includeVat: false },
    { ...buyer, address: reunion },
  ),
  'client-in-mayotte': frozen(
    { includeVat: false },
    { ...buyer, address: at('4 rue du Lagon', '97600', 'Mamoudzou-sur-Papier') },
  ),
  'client-in-new-caledonia': frozen(
    { includeVat: false },
    abroad('Lampes du Lagon', '', at('5 rue du Récif', '98800', 'Nouméa', 'NC'), 'l@exemple.nc'),
  ),
  'goods-to-northern-ireland': frozen(
    { operation: 'goods', includeVat: false },
    abroad('Lantern Ltd', 'XI123456789', at('1 High Street', 'BT1 1AA', 'Belfast', 'GB')),
  ),
  'one-stop-shop': frozen(
    { includePenalty: false, lines: [drafted('Cours', 10, 1_000, 2200)] },
    person('Lucia Lampada', at('Via del Faro 1', '00100', 'Roma', 'IT')),
  ),
  'private-client-outside-the-union': frozen(
    { includePenalty: false, lines: [drafted('Coaching', 10, 8_000)] },
    person('Ada Lamp', at('1 Main Street', '10001', 'New York', 'US')),
  ),
  'intangible-to-a-private-client': frozen(
    { includePenalty: false, includeVat: false, vatReason: 'intangible' },
    person('Ada Lamp', at('1 Main Street', '10001', 'New York', 'US')),
  ),
  'swiss-client': frozen({ includeVat: false }, swiss),
  'british-client': frozen(
    { includeVat: false, language: 'en' },
    abroad('Lamp Ltd', 'GB980780684', at('1 Lamp Lane', 'SW1A 1AA', 'London', 'GB')),
  ),
  'norwegian-client': frozen(
    { includeVat: false },
    abroad('Lampe AS', 'NO923609016MVA', at('Lampeveien 1', '0150', 'Oslo', 'NO')),
  ),
  'client-of-monaco': frozen(
    {},
    abroad('Lampes SAM', 'FR53000004605', at('1 rue du Rocher', '98000', 'Monaco', 'MC')),
  ),
  'client-without-a-postal-code': frozen(
    { includeVat: false },
    abroad('Lamps LLC', '', at('Sheikh Zayed Road 1', '', 'Dubai', 'AE'), 'bills@exemple.ae'),
  ),
  'address-of-several-lines': frozen(
    {},
    { ...buyer, address: { ...buyer.address, street: 'Bâtiment A\nEscalier 2\n12 rue X\nBP 3' } },
  ),
  'client-billed-elsewhere': frozen(
    {},
    { ...buyer, billingAddress: at('Comptabilité\nBP 12', '44000', 'Nantes') },
  ),
  'goods-delivered-elsewhere': frozen(
    { operation: 'goods', deliveryAddress: at('Quai 4\n12 rue X', '69004', 'Lyon-sur-Papier') },
    buyer,
  ),
  'goods-delivered-overseas': frozen(
    { operation: 'goods', includeVat: false },
    { ...buyer, deliveryAddress: reunion },
  ),
  'goods-delivered-within-the-union': frozen(
    {
      operation: 'goods',
      includeVat: false,
      deliveryAddress: at('Kade 3', '1000', 'Brussel', 'BE'),
    },
    german,
  ),
  'association-without-siren': frozen({}, { ...buyer, siren: '', email: 'bureau@exemple.fr' }),
  'public-client': frozen(
    { buyerReference: 'SERVICE-9', purchaseOrder: 'EJ2026-000123' },
    { ...buyer, siret: '90000003400013' },
  ),
  'chinese-client': frozen({}, named('北京科技有限公司')),
  'hebrew-client': frozen({}, named('חברת שלום')),
  'clients-of-many-scripts': frozen(
    { lines: [drafted('บริษัท · ქართული', 1, 100_000), drafted('한국어 · 日本語', 1, 100_000)] },
    named('Ελληνική · Компания'),
  ),
  hours: frozen({ lines: [inUnit('hour', 7.5, 9_000)] }),
  'quarters-of-a-day': frozen({ lines: [drafted('Conseil', 2.25, 47_550)] }),
  'other-units': frozen({
    lines: [
      inUnit('halfDay', 3, 25_000),
      inUnit('month', 1, 300_000),
      inUnit('fixed', 1, 120_000),
      inUnit('page', 12, 1_850),
      inUnit('km', 134.5, 52),
      inUnit('litre', 2.5, 1_999),
      inUnit('piece', 7, 333),
    ],
  }),
  'price-below-half-a-cent': frozen({
    lines: [{ ...inUnit('word', 100_000, 0), unitPriceFine: 3_500 }],
  }),
  'yen-with-vat-in-euros': frozen({
    currency: 'JPY',
    exchange: { rate: 6_100, day: '2026-09-29', source: 'Banque centrale européenne' },
    lines: [{ ...inUnit('word', 1_001, 0), unitPriceFine: 450_000 }],
  }),
  'line-below-zero': frozen({
    lines: [drafted('Prestation', 1, 100_000), drafted('Reprise', -1, 10_000)],
  }),
  'line-below-zero-at-its-own-rate': frozen({
    lines: [drafted('Prestation', 1, 100_000), drafted('Reprise', -2, 5_000, 550)],
  }),
  'offered-line': frozen({
    lines: [drafted('Conseil', 4, 65_000), drafted('Support, offert', 1, 0)],
  }),
  'long-description': frozen({ lines: [drafted('mot '.repeat(750).trim(), 1, 100_000)] }),
  'rounding-drift': frozen({
    lines: [drafted('Tiers', 1, 3_333), drafted('Tiers', 1, 3_333), drafted('Tiers', 1, 3_333)],
  }),
  'deposit-overseas': frozen({ lines: [drafted('Acompte', 1, 50_000, 850)] }, buyer, {
    from: ofReunion,
    type: 'deposit',
  }),
  'deposit-of-a-franchise': frozen(
    { includeVat: false, lines: [drafted('Acompte', 1, 50_000, 0)] },
    buyer,
    { from: micro, type: 'deposit' },
  ),
  'final-after-deposits-at-several-rates': frozen(
    { lines: [drafted('Conseil', 4, 65_000), drafted('Livre', 30, 3_333, 550)] },
    buyer,
    {
      deposits: [
        {
          ...deposit('2026-021'),
          vat: [
            { rate: 2000, baseMinor: 50_000, amountMinor: 10_000 },
            { rate: 550, baseMinor: 10_000, amountMinor: 550 },
          ],
          grossMinor: 70_550,
        },
      ],
    },
  ),
  'goods-with-prices-with-vat': frozen(
    {
      operation: 'goods',
      pricesWithVat: true,
      includePenalty: false,
      lines: [drafted('Lampe', 2, 196, 1000), drafted('Mèche', 2, 4)],
    },
    person('Élise Marchand', buyer.address),
  ),
}

/** Net, VAT and total of bills, worked out by hand: no judge of files multiplies. @unit cents */
export const WORKED_OUT: Readonly<
  Record<string, readonly [net: number, vat: number, gross: number]>
> = {
  disbursement: [103_745, 20_000, 123_745],
  'disbursement-alone': [3_745, 0, 3_745],
  'disbursement-beside-a-discount': [93_745, 18_000, 111_745],
  'disbursement-of-a-franchise': [103_745, 0, 103_745],
  'disbursement-beside-training': [248_745, 13_000, 261_745],
  'disbursement-beside-a-reverse-charge': [103_745, 0, 103_745],
  'disbursement-outside-the-scope': [103_745, 0, 103_745],
  'overseas-8.5': [260_000, 22_100, 282_100],
  'overseas-2.1': [260_000, 5_460, 265_460],
  'overseas-1.75': [65_000, 1_138, 66_138],
  'overseas-1.05': [65_000, 683, 65_683],
  'client-overseas': [260_000, 22_100, 282_100],
  corsica: [168_333, 27_635, 195_968],
  'one-stop-shop': [10_000, 2_200, 12_200],
  'private-client-outside-the-union': [80_000, 16_000, 96_000],
  hours: [67_500, 13_500, 81_000],
  'quarters-of-a-day': [106_988, 21_398, 128_386],
  'other-units': [531_523, 106_305, 637_828],
  'price-below-half-a-cent': [35_000, 7_000, 42_000],
  'yen-with-vat-in-euros': [450, 90, 540],
  'line-below-zero': [90_000, 18_000, 108_000],
  'line-below-zero-at-its-own-rate': [90_000, 19_450, 109_450],
  'offered-line': [260_000, 52_000, 312_000],
  'rounding-drift': [9_999, 2_000, 11_999],
  'final-after-deposits-at-several-rates': [359_990, 57_499, 417_489],
  'goods-with-prices-with-vat': [363, 37, 400],
}

/** The credit note of each bill that the product froze. */
export const CREDIT_NOTES: Readonly<Record<string, FrozenBill>> = Object.fromEntries(
  Object.entries(ELECTRONIC_BILLS).flatMap(([name, bill]) => {
    const content = contents.get(bill)
    return content ? [[`credit-note-of-${name}`, creditNoteOf(bill, content)]] : []
  }),
)
