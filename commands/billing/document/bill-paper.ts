import { Document, Image, Page, StyleSheet, Text, View, type DocumentProps, type TextProps } from '@react-pdf/renderer'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import { frenchAmount, frenchFigure } from '#domain/billing/french.ts'
import type { FrozenBill } from '#domain/billing/frozen-bill.ts'
import { type Paper, type PaperLine, paperOf } from '#domain/billing/paper.ts'
import type { Currency } from '#domain/kernel/money.ts'
import { epochOfDay } from '#domain/kernel/time.ts'
import { TEXT_FAMILIES, TITLE_FAMILIES } from './fonts.ts'

/** A picture as react-pdf takes it. */
export type PaperImage = { readonly data: Uint8Array; readonly format: 'png' | 'jpg' }
export type PaperImages = { readonly logo: PaperImage | null; readonly signature: PaperImage | null }

const INK = '#141c2c'
const MUTED = '#475268'
const SUBTLE = '#5b667b'
const LINE = '#e1e6ed'
const SIDES = 48

/** The picture in the look is 680 px wide; A4 is 595 pt: a pixel there is seven eighths of a point here. */
const s = StyleSheet.create({
  page: {
    paddingTop: 44,
    paddingBottom: 66,
    paddingHorizontal: SIDES,
    fontFamily: TEXT_FAMILIES,
    fontSize: 9.8,
    color: INK,
  },
  // Not on the page itself: react-pdf 4.9.0 then draws nothing at the page's foot.
  body: { fontSize: 9.8, lineHeight: 1.45 },
  row: { flexDirection: 'row', justifyContent: 'space-between' },
  logo: {
    maxWidth: 130,
    maxHeight: 52,
    objectFit: 'contain',
    objectPosition: '0% 50%',
    alignSelf: 'flex-start',
    marginBottom: 10,
  },
  strong: { fontWeight: 600 },
  muted: { color: MUTED },
  subtle: { color: SUBTLE, fontSize: 9 },
  title: { fontFamily: TITLE_FAMILIES, fontWeight: 500, fontSize: 26, lineHeight: 1.1, letterSpacing: -0.26 },
  number: { fontWeight: 600, fontSize: 12, marginTop: 3 },
  buyer: { marginTop: 26, marginLeft: '50%' },
  object: { marginTop: 24 },
  table: { marginTop: 24 },
  head: {
    flexDirection: 'row',
    borderBottomWidth: 0.8,
    borderBottomColor: INK,
    paddingBottom: 4,
    paddingTop: 4,
    fontSize: 9,
    color: SUBTLE,
  },
  line: { flexDirection: 'row', borderBottomWidth: 0.6, borderBottomColor: LINE, paddingVertical: 7 },
  description: { flexGrow: 1, flexShrink: 1, flexBasis: 0, paddingRight: 12 },
  quantity: { width: 62, textAlign: 'right' },
  price: { width: 68, textAlign: 'right' },
  rate: { width: 48, textAlign: 'right' },
  amount: { width: 84, textAlign: 'right' },
  totals: { marginTop: 12, marginLeft: 'auto', width: 246 },
  total: { flexDirection: 'row', justifyContent: 'space-between', paddingVertical: 3 },
  due: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    marginTop: 4,
    paddingTop: 5,
    paddingBottom: 4,
    borderTopWidth: 0.8,
    borderTopColor: INK,
    fontWeight: 600,
    fontSize: 11.4,
  },
  rule: { borderTopWidth: 0.8, borderTopColor: INK, height: 2.2 },
  closing: { flexDirection: 'row', justifyContent: 'space-between', marginTop: 22 },
  signature: { maxWidth: 150, maxHeight: 64, objectFit: 'contain', objectPosition: '100% 50%' },
  mentions: {
    marginTop: 16,
    paddingTop: 9,
    borderTopWidth: 0.6,
    borderTopColor: LINE,
    fontSize: 8.6,
    lineHeight: 1.45,
    color: SUBTLE,
  },
  foot: {
    position: 'absolute',
    left: SIDES,
    right: SIDES,
    bottom: 28,
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontSize: 8,
    color: SUBTLE,
  },
  mark: {
    position: 'absolute',
    left: 0,
    right: 0,
    textAlign: 'center',
    fontWeight: 600,
    color: '#c9d1de',
    opacity: 0.42,
    transform: 'rotate(-32deg)',
    fontSize: 92,
    lineHeight: 1,
  },
})

/** The longest designation that is kept on one page; a longer one may fit on no page. */
const LONGEST_WHOLE_ROW = { letters: 1500, lines: 30 }
const mayBreak = (description: string): boolean =>
  description.length > LONGEST_WHOLE_ROW.letters || description.split('\n').length > LONGEST_WHOLE_ROW.lines

/** Without the control characters that no font draws. Line ends stay. */
const clean = (text: string): string =>
  text.replaceAll('\t', ' ').replace(/[\p{Cc}\u200B\uFEFF]/gu, (character) => (character === '\n' ? '\n' : ''))

const text = (style: NonNullable<TextProps['style']>, content: string, key?: string): ReactElement =>
  h(Text, { style, ...(key === undefined ? {} : { key }) }, clean(content))
/** The cents are lighter, as on the screen. */
function figure(minor: number, currency: Currency, symbol: 'with-currency' | 'bare'): ReactNode[] {
  const bare = frenchFigure(minor, currency)
  const comma = bare.indexOf(',')
  const end = symbol === 'bare' ? '' : frenchAmount(minor, currency).slice(bare.length)
  return comma === -1
    ? [bare, end]
    : [bare.slice(0, comma), h(Text, { key: 'c', style: { color: SUBTLE } }, bare.slice(comma)), end]
}

function head(paper: Paper, images: PaperImages): ReactElement {
  return h(
    View,
    { style: s.row },
    h(
      View,
      { style: { width: '52%' } },
      images.logo ? h(Image, { style: s.logo, src: imageSource(images.logo) }) : null,
      text(s.strong, paper.seller.name),
      ...paper.seller.lines.map((line, i) => text(s.muted, line, `l${i}`)),
    ),
    h(
      View,
      { style: { width: '46%', textAlign: 'right' } },
      text(s.title, paper.title),
      text(s.number, paper.number),
      h(View, { style: { marginTop: 9 } }, ...paper.facts.map((line, i) => text(s.muted, line, `r${i}`))),
    ),
  )
}

const imageSource = (image: PaperImage) => ({ data: Buffer.from(image.data), format: image.format })

const buyerBlock = ({ buyer }: Paper): ReactElement =>
  h(
    View,
    { style: s.buyer },
    text(s.subtle, 'Facturé à'),
    text(s.strong, buyer.name),
    ...buyer.lines.map((line, i) => text(s.muted, line, `b${i}`)),
  )

function tableRow(line: PaperLine, currency: Currency, index: number): ReactElement {
  const [first = '', ...rest] = clean(line.description).split('\n')
  return h(
    View,
    { key: index, style: s.line, wrap: mayBreak(line.description) },
    h(
      View,
      { style: s.description },
      h(Text, null, first),
      ...(rest.length > 0 ? [h(Text, { key: 'd', style: s.muted }, rest.join('\n'))] : []),
    ),
    h(Text, { style: s.quantity }, line.quantity),
    h(Text, { style: s.price }, ...figure(line.unitPriceMinor, currency, 'bare')),
    h(Text, { style: s.rate }, line.rate),
    h(Text, { style: s.amount }, ...figure(line.netMinor, currency, 'bare')),
  )
}

const table = (paper: Paper): ReactElement =>
  h(
    View,
    { style: s.table },
    h(
      View,
      { style: s.head, fixed: true },
      h(Text, { style: s.description }, 'Désignation'),
      h(Text, { style: s.quantity }, 'Quantité'),
      h(Text, { style: s.price }, 'Prix HT'),
      h(Text, { style: s.rate }, 'TVA'),
      h(Text, { style: s.amount }, 'Montant HT'),
    ),
    ...paper.lines.map((line, index) => tableRow(line, paper.currency, index)),
  )

const totals = ({ totals: rows, due, currency }: Paper): ReactElement =>
  h(
    View,
    { style: s.totals, wrap: false },
    ...rows.map(({ label, minor }, i) =>
      h(
        View,
        { key: i, style: s.total },
        h(Text, { style: s.muted }, label),
        h(Text, null, ...figure(minor, currency, 'with-currency')),
      ),
    ),
    h(
      View,
      null,
      h(View, { style: s.due }, h(Text, null, due.label), h(Text, null, frenchAmount(due.minor, currency))),
      h(View, { style: s.rule }),
      h(View, { style: s.rule }),
    ),
  )

function closing({ payment }: Paper, images: PaperImages): ReactElement | null {
  if (payment.length === 0 && !images.signature) return null
  return h(
    View,
    { style: s.closing, wrap: false },
    h(View, { style: { flexShrink: 1 } }, ...payment.map((line, i) => text(s.muted, line, `p${i}`))),
    images.signature ? h(Image, { style: s.signature, src: imageSource(images.signature) }) : null,
  )
}

function mentions({ tax, terms, footer }: Paper): ReactElement | null {
  if (tax.length === 0 && terms === '' && footer === '') return null
  return h(
    View,
    { style: s.mentions, wrap: false },
    ...tax.map((mention, i) => text({ color: INK }, mention, `t${i}`)),
    terms === '' ? null : text({}, terms, 'terms'),
    footer === '' ? null : text({ marginTop: 4 }, footer, 'footer'),
  )
}

/** A word across every page, behind the text. */
const mark = (word: string, top: number): ReactElement =>
  h(
    View,
    { fixed: true, style: { position: 'absolute', top, left: 0, right: 0 }, key: word },
    h(Text, { style: s.mark }, word),
  )

/** The bill as a react-pdf document: what the client reads, in French. Reads nothing but its arguments. */
export function billPaper(bill: FrozenBill, images: PaperImages): ReactElement<DocumentProps> {
  const paper = paperOf(bill)
  const { draft } = paper
  const at = new Date(epochOfDay(bill.issueDate))
  const { name } = paper.seller
  const title = `${paper.title} ${draft ? '(brouillon)' : bill.ref}`
  return h(
    Document,
    {
      title: clean(title),
      author: clean(name),
      subject: clean(bill.serviceName),
      language: 'fr-FR',
      creator: 'Carnet',
      producer: 'Carnet',
      creationDate: at,
      modificationDate: at,
    },
    h(
      Page,
      { size: 'A4', style: s.page },
      ...(draft ? [mark('Brouillon', bill.simulation ? 260 : 360)] : []),
      ...(bill.simulation ? [mark('SIMULATION', draft ? 480 : 360)] : []),
      h(
        View,
        { style: s.body },
        head(paper, images),
        buyerBlock(paper),
        bill.serviceName === ''
          ? null
          : h(Text, { style: s.object }, h(Text, { style: s.muted }, 'Objet : '), clean(bill.serviceName)),
        bill.header === '' ? null : text([s.muted, { marginTop: bill.serviceName === '' ? 24 : 6 }], bill.header),
        table(paper),
        totals(paper),
        closing(paper, images),
        mentions(paper),
      ),
      h(
        View,
        { style: s.foot, fixed: true },
        text({}, `${name} · ${title}`),
        h(Text, {
          render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) =>
            `Page ${pageNumber}/${totalPages}`,
        }),
      ),
    ),
  )
}
