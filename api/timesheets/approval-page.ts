import type { OpenedMonth } from '#commands/timesheets/approval-months.ts'
import type { ApprovalData } from '#domain/timesheets/approval.ts'
import { APPROVAL_TEXTS } from '#domain/timesheets/approval.values.ts'
import type { RecordedEvent } from '#domain/kernel/event.ts'
import { type Html, html } from '../kernel/html.ts'
import type { Language } from '../kernel/languages.ts'
import { momentText, monthText, weekdayText } from '../kernel/formats.ts'
import { clientLayout, paperLayout } from '../kernel/page-layout.ts'
import { isolated, word } from '../kernel/words.ts'
import { dayTimeText, timeText, totalText } from './time-text.ts'

/** Text of a client, and the reason of its refusal, by field; `form` is above the form. */
export type ApprovalForm = {
  readonly name: string
  readonly comment: string
  readonly problems: Readonly<Record<string, string>>
}
export const EMPTY_FORM: ApprovalForm = { name: '', comment: '', problems: {} }

type Said = (key: string, details?: Readonly<Record<string, unknown>>) => string
const wordsOf =
  (language: Language): Said =>
  (key, details = {}) =>
    word(language, 'timesheets', `timesheet.approvalPage.${key}`, details)

const TOLD = {
  TimesheetSent: 'sent',
  TimesheetApproved: 'approved',
  TimesheetNoted: 'noted',
  TimesheetCommented: 'commented',
  TimesheetReopened: 'reopened',
} as const

/** Every field that one of these events may have. */
type ToldData = Partial<ApprovalData['TimesheetApproved'] & ApprovalData['TimesheetReopened']>

/** Sendings and answers, the newest first. */
function history(language: Language, t: Said, { events, timeZone }: OpenedMonth): Html {
  const lines = events.toReversed().flatMap(({ type, data, meta }: RecordedEvent) => {
    // a key of it, as was asked
    const kind = type in TOLD ? TOLD[type as keyof typeof TOLD] : undefined
    if (kind === undefined) return []
    const { name = '', comment = '', reason = '' } = data as ToldData // an event of this stream
    const at = momentText(language, meta.occurredAt, timeZone)
    return [
      html`<li><p>${t(`told.${kind}`, { name: isolated(language, name), reason, at })}</p>${
        comment !== '' && html`<blockquote dir="auto">${comment}</blockquote>`
      }</li>`,
    ]
  })
  return html`<section><h2>${t('told.title')}</h2><ol class="told">${lines}</ol></section>`
}

function table(language: Language, t: Said, { worked, at }: OpenedMonth): Html {
  const month = monthText(language, at.year, at.month)
  const rows = worked.map(
    (one) => html`<tr><th scope="row">${weekdayText(language, one.day)}</th>
<td>${dayTimeText(language, one)}</td></tr>`,
  )
  return html`<table><caption class="spoken">${t('caption', { month })}</caption>
<thead><tr><th scope="col">${t('day')}</th><th scope="col">${t('quantity')}</th></tr></thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row">${t('total')}</th><td>${totalText(language, worked)}</td></tr></tfoot></table>`
}

/** Approval status of the month, as the client sees it. */
function standing(
  language: Language,
  t: Said,
  month: OpenedMonth,
): { readonly note: Html; readonly isAsked: boolean } {
  const { approval, events, timeZone, worked, contentSha256 } = month
  const { status, name, reason } = approval
  const lastOf = (...types: readonly string[]) => {
    const at = events.findLast(({ type }) => types.includes(type))?.meta.occurredAt
    return at === undefined ? '' : momentText(language, at, timeZone)
  }
  const notice = (tone: string, text: string, isAsked = false) => ({
    note: html`<p class="note ${tone}" role="status">${text}</p>`,
    isAsked,
  })
  const who = isolated(language, name)
  if (status === 'approved')
    return notice('done', t('approved', { name: who, at: lastOf('TimesheetApproved') }))
  if (status === 'reopened')
    return notice('wait', t('reopened', { reason, at: lastOf('TimesheetReopened') }))
  if (worked.length === 0) return notice('wait', t('nothing'))
  if (contentSha256 !== approval.contentSha256)
    return notice('wait', t('changed', { at: lastOf('TimesheetSent') }))
  if (status === 'noted')
    return notice('done', t('noted', { name: who, at: lastOf('TimesheetNoted') }), true)
  return { note: html``, isAsked: true }
}

function field(
  form: ApprovalForm,
  name: 'name' | 'comment',
  label: Html,
  control: (attributes: Html) => Html,
): Html {
  const problem = form.problems[name]
  const attributes =
    problem === undefined
      ? html``
      : html`aria-invalid="true" aria-describedby="${name}-problem" autofocus`
  return html`<div><label class="name" for="${name}">${label}</label>
${control(attributes)}${problem !== undefined && html`<p class="err" id="${name}-problem">${problem}</p>`}</div>`
}

/** @param isAsked whether the days wait for an answer; a comment can always be written */
function answerForm(
  language: Language,
  t: Said,
  month: OpenedMonth,
  form: ApprovalForm,
  isAsked: boolean,
): Html {
  const name = field(
    form,
    'name',
    html`${t('name')} <span class="req" aria-hidden="true">*</span>`,
    (attributes) => html`<input class="input" id="name" name="name" autocomplete="name" required
 maxlength="${APPROVAL_TEXTS.name}" value="${form.name}" ${attributes}>`,
  )
  const comment = field(
    form,
    'comment',
    html`${t('comment')} ${isAsked && html`<span class="hint">${t('optional')}</span>`}`,
    (attributes) => html`<textarea class="input" id="comment" name="comment" rows="4" dir="auto"
 maxlength="${APPROVAL_TEXTS.comment}" ${attributes}>${form.comment}</textarea>`,
  )
  const button = (answer: string, text: string, tone = '') =>
    html`<button class="btn ${tone}" name="answer" value="${answer}">${text}</button>`
  const problem = form.problems['form']
  // The Enter key presses the first button of a form: a disabled one, so that no key approves by
  // mistake.
  return html`<section><h2 id="answer">${isAsked ? t('ask') : t('addComment')}</h2>${
    isAsked && html`<p class="lead">${t('lead')}</p>`
  }
<form method="post" action="?lang=${language}#answer">
<button disabled hidden></button>
${problem !== undefined && html`<p class="note wrong" role="alert">${problem}</p>`}
<input type="hidden" name="content" value="${month.contentSha256}">
${name}${comment}
<div class="actions">${
    isAsked &&
    html`${button('approve', t('approve', { days: timeText(language, month.worked) }), 'primary')}${button('note', t('note'))}`
  }${button('comment', t('send'))}</div></form></section>`
}

/** The client's page of a month. */
export function approvalPage(
  language: Language,
  month: OpenedMonth,
  form: ApprovalForm,
  path: string,
): string {
  const t = wordsOf(language)
  const { parties, at, approval, timeZone } = month
  const { note, isAsked } = standing(language, t, month)
  const title = [t('title'), monthText(language, at.year, at.month)].join(
    language === 'ar' ? '، ' : ', ',
  )
  const fact = (label: string, value: string) =>
    value !== '' && html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`
  return clientLayout(
    language,
    title,
    html`<h1>${title}</h1>
<dl class="parties">${fact(t('by'), parties.business)}${fact(t('contract'), parties.contract)}${fact(
      t('client'),
      parties.client,
    )}</dl>
${note}
${table(language, t, month)}
${answerForm(language, t, month, form, isAsked)}
${history(language, t, month)}
<p class="hint">${t('until', { day: momentText(language, approval.expiresAt, timeZone) })}</p>
<p class="hint">${t('proof')} <code dir="ltr">${month.contentSha256}</code></p>`,
    path,
    {
      name: parties.business,
      logo: parties.logoSha256 === '' ? null : `${path}/logo`,
      colour: parties.colour,
    },
  )
}

/** A page without a month: its link opens nothing, is over, or could not be answered. */
export function noMonthPage(
  language: Language,
  why: 'unknown' | 'expired' | 'tooMany' | 'failed',
  path: string,
): string {
  const t = wordsOf(language)
  const [title, lead] =
    why === 'unknown' || why === 'expired' ? [t(why), t(`${why}Lead`)] : [t('title'), t(why)]
  return paperLayout(
    language,
    title,
    html`<h1>${title}</h1><p class="lead" role="alert">${lead}</p>`,
    path,
  )
}

/** Answer to an empty name. */
export const nameNeeded = (language: Language): string => wordsOf(language)('nameNeeded')
