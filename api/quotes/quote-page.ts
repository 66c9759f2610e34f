import type { FrozenQuote } from '#domain/quotes/quote-content.ts'
import { masked } from '#commands/quotes/quote-mails.ts'
import { figuresOf } from '#domain/billing/paper/paper-figures.ts'
import { quotePaperOf } from '#domain/quotes/quote-paper.ts'
import {
  CODE_DIGITS,
  DECLINE_LENGTH,
  type QuoteState,
  SIGNER_LENGTH,
} from '#domain/quotes/quote.values.ts'
import type { Day } from '#domain/kernel/time.ts'
import { type Html, html } from '#api/kernel/html.ts'
import { directionOf, type Language } from '#api/kernel/languages.ts'
import { clientLayout, paperLayout } from '#api/kernel/page-layout.ts'
import { word } from '#api/kernel/words.ts'

/** Content of a client's link. */
export type ShownQuote = {
  readonly status: QuoteState
  readonly frozen: FrozenQuote
  /** Where codes go; empty for nowhere. */
  readonly address: string
  readonly acceptance: { readonly name: string; readonly day: Day } | null
  readonly today: Day
  /** Swatch of the business; 0 for none. */
  readonly colour: number
  /** No mail leaves by itself: the seller hands codes on. */
  readonly isHanded: boolean
}
/** Last act of the client, and the reason of its refusal. */
export type QuoteForm = {
  readonly name: string
  readonly reason: string
  /** A code was sent and is asked for. */
  readonly asksCode: boolean
  readonly problem: string
  readonly of: 'accept' | 'decline'
}
export const EMPTY_FORM: QuoteForm = {
  name: '',
  reason: '',
  asksCode: false,
  problem: '',
  of: 'accept',
}

const text =
  (language: Language) =>
  (key: string, details: Readonly<Record<string, unknown>> = {}): string =>
    word(language, 'quotes', `quotePage.${key}`, details)
type Said = ReturnType<typeof text>

const multiline = (lines: readonly string[]): readonly Html[] =>
  lines.map((line, i) => html`${i > 0 && html`<br>`}<bdi>${line}</bdi>`)

/** The quote as it was sent, in the words of its paper. */
function paper({ frozen }: ShownQuote): Html {
  const shown = quotePaperOf(frozen)
  const { language, currency, words } = shown
  const { amount, figure } = figuresOf(language)
  const [what, quantity, price, rate, net] = words.heads
  const isCharged = frozen.bill.totalVatMinor !== 0
  const rows = shown.lines.map(
    (line) => html`<tr role="row"><td role="cell">${multiline(line.description.split('\n'))}
${line.discount !== '' && html`<span class="hint">${line.discount}</span>`}</td>
<td role="cell" class="fig"><bdi>${line.quantity}</bdi></td>
<td role="cell" class="fig"><bdi dir="ltr">${line.unitPrice}</bdi></td>
${isCharged && html`<td role="cell" class="fig"><bdi dir="ltr">${line.rate}</bdi></td>`}
<td role="cell" class="fig"><bdi dir="ltr">${figure(line.netMinor, currency)}</bdi></td></tr>`,
  )
  const totals = [...shown.totals, shown.due].map(
    (
      { label, minor },
      i,
      all,
    ) => html`<tr class="${i === all.length - 1 && 'due'}"><th scope="row">${label}</th>
<td class="fig"><bdi dir="ltr">${amount(minor, currency)}</bdi></td></tr>`,
  )
  const terms = [...shown.payment, ...shown.tax, shown.terms, shown.footer].filter(Boolean)
  return html`<section class="quote-paper" lang="${language}" dir="${directionOf(language)}">
${shown.simulation && html`<p class="mark">SIMULATION</p>`}
<div class="parties"><p><strong><bdi>${shown.seller.name}</bdi></strong><br>${multiline(shown.seller.lines)}</p>
<p><span class="hint">${words.billedTo}</span><strong><bdi>${shown.buyer.name}</bdi></strong><br>
${multiline(shown.buyer.lines)}</p></div>
<p class="hint">${multiline(shown.facts)}</p>
${shown.object !== '' && html`<p class="object">${words.object} <bdi>${shown.object}</bdi></p>`}
${shown.header !== '' && html`<p class="text">${shown.header}</p>`}
<div class="wide" role="region" aria-label="${words.lines}" tabindex="0"><table role="table">
<thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">${what}</th>
<th scope="col" role="columnheader" class="fig">${quantity}</th>
<th scope="col" role="columnheader" class="fig">${price}</th>
${isCharged && html`<th scope="col" role="columnheader" class="fig">${rate}</th>`}
<th scope="col" role="columnheader" class="fig">${net}</th></tr></thead><tbody role="rowgroup">${rows}</tbody></table></div>
<table class="totals"><tbody>${totals}</tbody></table>
<div class="hint terms">${terms.map((one) => html`<p>${one}</p>`)}</div></section>`
}

const required = html` <span class="req" aria-hidden="true">*</span>`

function acceptForm(
  t: Said,
  { address, isHanded, frozen }: ShownQuote,
  form: QuoteForm,
  language: Language,
): Html {
  const to = (doing: string) => `?do=${doing}&lang=${language}#accept`
  if (address === '') return html`<p class="note" role="note">${t('byAnswer')}</p>`
  const { seller } = frozen.bill
  const words = { address: masked(address), business: seller.commercialName || seller.name }
  const problem =
    form.of === 'accept' &&
    form.problem !== '' &&
    html`<p class="note wrong" role="alert">${form.problem}</p>`
  const name = html`<div><label class="name" for="name">${t('name')}${required}</label>
<input class="input" id="name" name="name" autocomplete="name" maxlength="${SIGNER_LENGTH}" required
 value="${form.name}"></div>`
  if (!form.asksCode)
    return html`<form method="post" action="${to('code')}">${problem}${name}
<p class="hint">${t(isHanded ? 'codeByHand' : 'codeGoes', words)}</p>
<div class="actions"><button class="btn primary">${t('askCode')}</button></div></form>`
  return html`<form method="post" action="${to('accept')}">${problem}
<p class="note done" role="status">${t(isHanded ? 'codeWaits' : 'codeSent', words)}</p>${name}
<div><label class="name" for="code">${t('code')}${required}</label>
<input class="input code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" dir="ltr"
 pattern="[0-9 ]{${CODE_DIGITS},}" maxlength="${CODE_DIGITS + 4}" required autofocus></div>
<p class="hint">${t('agree')}</p>
<div class="actions"><button class="btn primary">${t('accept')}</button>
<button class="btn" formaction="${to('code')}" formnovalidate>${t('again')}</button></div></form>`
}

const declineForm = (
  t: Said,
  form: QuoteForm,
  language: Language,
): Html => html`<details class="decline" ${form.of === 'decline' && 'open'}>
<summary>${t('declineAsk')}</summary>
<form method="post" action="?do=decline&lang=${language}#accept">
${form.of === 'decline' && form.problem !== '' && html`<p class="note wrong" role="alert">${form.problem}</p>`}
<div><label class="name" for="reason">${t('reason')}</label>
<textarea class="input" id="reason" name="reason" maxlength="${DECLINE_LENGTH}">${form.reason}</textarea></div>
<div class="actions"><button class="btn">${t('decline')}</button></div></form></details>`

/** Where the quote stands, and what its client may do. */
function answer(t: Said, quote: ShownQuote, form: QuoteForm, language: Language): Html {
  const { status, frozen, acceptance, today } = quote
  const { day } = figuresOf(language)
  const last = day(frozen.validUntil)
  if (status === 'accepted')
    return html`<p class="note done" role="status">${t('accepted', {
      name: acceptance?.name ?? '',
      day: acceptance ? day(acceptance.day) : '',
    })}</p>`
  if (status === 'declined') return html`<p class="note" role="status">${t('declined')}</p>`
  if (status === 'withdrawn') return html`<p class="note wrong" role="status">${t('withdrawn')}</p>`
  if (status === 'expired' || today > frozen.validUntil)
    return html`<p class="note wrong" role="status">${t('expired', { last })}</p>`
  return html`<h2>${t('acceptTitle')}</h2>${acceptForm(t, quote, form, language)}${declineForm(t, form, language)}`
}

/**
 * The page behind a client's link. Its paper keeps the quote's own language. @param path of the
 * page, and beginning of those of its PDF and logo
 */
export function quotePage(
  quote: ShownQuote,
  form: QuoteForm,
  language: Language,
  path: string,
): string {
  const { bill, validUntil } = quote.frozen
  const t = text(language)
  const { day, amount } = figuresOf(language)
  const business = bill.seller.commercialName || bill.seller.name
  return clientLayout(
    language,
    t('title', { ref: bill.ref }),
    html`<h1>${t('heading')} <bdi dir="ltr">${bill.ref}</bdi></h1>
<p class="lead"><bdi dir="ltr">${amount(bill.totalGrossMinor, bill.currency)}</bdi>${t('until', {
      last: day(validUntil),
    })}</p>
${paper(quote)}
<p class="aside"><a class="link" href="${path}/pdf">${t('pdf')}</a></p>
<section class="aside quote" id="accept">${answer(t, quote, form, language)}</section>`,
    path,
    {
      name: business,
      logo: bill.seller.logoSha256 === '' ? null : `${path}/logo`,
      colour: quote.colour,
    },
  )
}

/**
 * The page of a link that opens nothing, or nothing any more. @param isReplaced it once opened a
 * quote
 */
export function closedQuotePage(language: Language, isReplaced: boolean): string {
  const t = text(language)
  const title = t(isReplaced ? 'replaced' : 'unknown')
  return paperLayout(
    language,
    title,
    html`<h1>${title}</h1>
<p class="lead" role="status">${t(isReplaced ? 'replacedLead' : 'unknownLead')}</p>`,
    // No page tells more of one address than of another.
    '',
  )
}
