import { LANGUAGES, type Language } from '../kernel/languages.ts'
import { type Html, html, trusted } from '#api/kernel/html.ts'
import { pageText } from '#api/kernel/messages.ts'

const NAMES: Readonly<Record<Language, string>> = {
  fr: 'Français',
  en: 'English',
  ar: 'العربية',
  es: 'Español',
  de: 'Deutsch',
  it: 'Italiano',
}
const LABELS: Readonly<Record<Language, string>> = { fr: 'FR', en: 'EN', ar: 'ع', es: 'ES', de: 'DE', it: 'IT' }

const mark = html`<svg width="24" height="24" viewBox="0 0 22 22" aria-hidden="true"><rect x=".75" y=".75" width="20.5" height="20.5" rx="3.2" fill="var(--surface)" stroke="var(--ink)" stroke-width="1.5"/><path d="M7 1v20" stroke="var(--warm-line)" stroke-width="1.8"/><path d="M10 7.4h7.6M10 11.2h7.6M10 15h4.6" stroke="var(--accent)" stroke-width="1.8" stroke-linecap="round"/></svg>`
const eye = html`<svg width="17" height="17" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/></svg>`

/** Sample page of the notebook; invented. @unit amounts in euros */
const SAMPLE = [
  { day: 16, amount: 1800, sign: 'always' },
  { day: 12, amount: -84.2, sign: 'always' },
  { day: 3, amount: 12_480, sign: 'auto' },
  { day: 2, amount: -384, sign: 'always' },
] as const

function sampleLines(language: Language): readonly Html[] {
  return SAMPLE.map(({ day, amount, sign }, i) => {
    const locale = language === 'ar' ? 'ar-u-nu-latn' : language
    const text = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', signDisplay: sign })
      .format(amount)
      .replaceAll('\u202f', '\u00a0')
      .replace('-', '\u2212')
    return html`<li><span>${day}</span><span>${pageText(language, `signIn.sample.${i + 1}`)}</span><bdi dir="ltr">${text}</bdi></li>`
  })
}

/** @param languagePath target of the language links; null hides them */
function layout(language: Language, title: string, body: Html, languagePath: string | null): string {
  const t = (key: string) => pageText(language, key)
  const links = LANGUAGES.map(
    (code) =>
      html`<li><a href="${languagePath ?? ''}?lang=${code}" lang="${code}" hreflang="${code}" ${code === language && html`aria-current="true"`}>${LABELS[code]}<span class="spoken"> ${NAMES[code]}</span></a></li>`,
  )
  return html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Carnet</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/oidc/assets/sign-in.css">
<script src="/oidc/assets/sign-in.js" defer></script>
</head>
<body>
<div class="sheet">
<main>
<div class="top"><a class="brand" href="/">${mark}Carnet</a>${languagePath !== null && html`<nav aria-label="${t('signIn.language')}"><ul class="languages">${links}</ul></nav>`}</div>
<div class="centre">${body}</div>
<p class="foot">${t('signIn.foot')}</p>
</main>
<div class="cover" aria-hidden="true"><ol>${sampleLines(language)}</ol><p>${t('signIn.cover')}</p></div>
</div>
</body>
</html>`.text
}

export type FormErrors = {
  /** An error of the whole form. */
  readonly form?: string | undefined
  readonly fields: Readonly<Record<string, string>>
}
export const noErrors: FormErrors = { fields: {} }

type FieldSpec = {
  name: string
  label: string
  type?: string
  autocomplete: string
  value?: string
  hint?: string
  optional?: boolean
  attributes?: Html
}

function field(language: Language, spec: FieldSpec, errors: FormErrors, focused: boolean): Html {
  const { name, label, type = 'text', autocomplete, value = '', hint, optional = false } = spec
  const error = errors.fields[name]
  const described = error !== undefined ? `${name}-error` : hint !== undefined ? `${name}-hint` : undefined
  const input = html`<input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" ${!optional && html`required`} ${error !== undefined && html`aria-invalid="true"`} ${described !== undefined && html`aria-describedby="${described}"`} ${focused && html`autofocus`} ${spec.attributes ?? ''}>`
  return html`<div><label class="name" for="${name}">${label}${!optional && html` <span class="req" aria-hidden="true">*</span>`}</label>${
    type === 'password'
      ? html`<span class="secret">${input}<button type="button" class="reveal" aria-controls="${name}" aria-pressed="false" aria-label="${pageText(language, 'signIn.reveal')}" hidden>${eye}</button></span>`
      : input
  }${error !== undefined ? html`<p class="err" id="${name}-error">${error}</p>` : hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>`
}

/** Fields in order. The first invalid one, or the first empty one, has the focus. */
function fieldsOf(language: Language, specs: readonly FieldSpec[], errors: FormErrors): readonly Html[] {
  const focus =
    specs.find((spec) => errors.fields[spec.name] !== undefined) ?? specs.find((spec) => (spec.value ?? '') === '')
  return specs.map((spec) => field(language, spec, errors, spec === focus))
}

const plainText = html`autocapitalize="none" spellcheck="false" dir="auto"`
const alert = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<p class="note wrong" role="alert">${text}</p>`

export function signInPage(
  language: Language,
  page: {
    path: string
    login: string
    remember: boolean
    created: boolean
    /** Whether a session of this browser has just ended by itself. */
    ended: boolean
    errors: FormErrors
    /** Whether a forgotten password can be set by mail. */
    forgotten: boolean
  },
): string {
  const t = (key: string) => pageText(language, key)
  const [login, password] = fieldsOf(
    language,
    [
      { name: 'login', label: t('signIn.login'), autocomplete: 'username', value: page.login, attributes: plainText },
      { name: 'password', label: t('signIn.password'), type: 'password', autocomplete: 'current-password' },
    ],
    page.errors,
  )
  return layout(
    language,
    t('signIn.title'),
    html`<h1>${t(page.created ? 'signIn.createdHeading' : 'signIn.heading')}</h1><p class="lead">${t(page.created ? 'signIn.createdLead' : 'signIn.lead')}</p>
${page.ended && html`<p class="note" role="status">${t('signIn.ended')}</p>`}${page.created && html`<p class="note done" role="status">${t('signIn.created')}</p>`}${alert(page.errors.form)}
<form method="post" action="${page.path}" novalidate>${login}${password}
<label class="keep"><input type="checkbox" class="check" name="remember" value="1" ${page.remember && html`checked`}> ${t('signIn.remember')}</label>
<button class="btn primary">${t('signIn.submit')}</button></form>
<p class="other">${page.forgotten ? html`<a class="link" href="/oidc/forgotten">${t('forgotten.link')}</a>` : t('signIn.askAdministrator')}</p>
<p class="other">${t('signIn.noAccount')} <a class="link" href="${page.path}/register">${t('signIn.register')}</a></p>`,
    page.path,
  )
}

export type RegisterValues = {
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string
}

export function registerPage(
  language: Language,
  page: { path: string; values: RegisterValues; errors: FormErrors; passwordMin: number },
): string {
  const t = (key: string, details = {}) => pageText(language, key, details)
  const { values, errors } = page
  const specs: FieldSpec[] = [
    { name: 'firstName', label: t('register.firstName'), autocomplete: 'given-name', value: values.firstName },
    { name: 'lastName', label: t('register.lastName'), autocomplete: 'family-name', value: values.lastName },
    {
      name: 'mail',
      label: t('register.mail'),
      type: 'email',
      autocomplete: 'email',
      value: values.mail,
      attributes: plainText,
    },
    {
      name: 'userName',
      label: t('register.userName'),
      autocomplete: 'username',
      value: values.userName,
      optional: true,
      hint: t('register.userNameHint'),
      attributes: plainText,
    },
    {
      name: 'password',
      label: t('signIn.password'),
      type: 'password',
      autocomplete: 'new-password',
      hint: t('register.passwordHint', { min: page.passwordMin }),
    },
    { name: 'confirmation', label: t('register.confirmation'), type: 'password', autocomplete: 'new-password' },
  ]
  const [firstName, lastName, ...others] = fieldsOf(language, specs, errors)
  return layout(
    language,
    t('register.title'),
    html`<h1>${t('register.heading')}</h1><p class="lead">${t('register.lead')}</p>${alert(errors.form)}
<form method="post" action="${page.path}/register" novalidate data-kept><input type="hidden" name="timeZone" data-time-zone><p class="required">${t('register.required')}</p><div class="pair">${firstName}${lastName}</div>${others}
<button class="btn primary">${t('register.submit')}</button></form>
<p class="other">${t('register.haveAccount')} <a class="link" href="${page.path}">${t('signIn.submit')}</a></p>`,
    `${page.path}/register`,
  )
}

/** Asks which account the password was forgotten of; `sent` once a mail may be on its way. */
export function forgottenPage(language: Language, page: { sent: boolean }): string {
  const t = (key: string) => pageText(language, key)
  const fields = fieldsOf(
    language,
    [{ name: 'login', label: t('signIn.login'), autocomplete: 'username', attributes: plainText }],
    noErrors,
  )
  const form = html`<form method="post" action="/oidc/forgotten" novalidate>${fields}
<button class="btn primary">${t('forgotten.submit')}</button></form>`
  return layout(
    language,
    t('forgotten.heading'),
    html`<h1>${t('forgotten.heading')}</h1><p class="lead">${t('forgotten.lead')}</p>
${page.sent ? html`<p class="note done" role="status">${t('forgotten.sent')}</p>` : form}
<p class="other"><a class="link" href="/api/session/sign-in">${t('signIn.submit')}</a></p>`,
    '/oidc/forgotten',
  )
}

/** Takes a new password from the owner of the link in the mail. */
export function newPasswordPage(
  language: Language,
  page: { path: string; errors: FormErrors; passwordMin: number },
): string {
  const t = (key: string, details = {}) => pageText(language, key, details)
  const fields = fieldsOf(
    language,
    [
      {
        name: 'password',
        label: t('newPassword.password'),
        type: 'password',
        autocomplete: 'new-password',
        hint: t('register.passwordHint', { min: page.passwordMin }),
      },
      { name: 'confirmation', label: t('register.confirmation'), type: 'password', autocomplete: 'new-password' },
    ],
    page.errors,
  )
  return layout(
    language,
    t('newPassword.heading'),
    html`<h1>${t('newPassword.heading')}</h1><p class="lead">${t('newPassword.lead')}</p>${alert(page.errors.form)}
<form method="post" action="${page.path}" novalidate>${fields}
<button class="btn primary">${t('newPassword.submit')}</button></form>`,
    page.path,
  )
}

/** Asks once more: a mail program opens links by itself. */
export function confirmMailPage(language: Language, page: { path: string; mail: string }): string {
  const t = (key: string) => pageText(language, key)
  return layout(
    language,
    t('confirmMail.heading'),
    html`<h1>${t('confirmMail.heading')}</h1><p class="lead"><bdi>${page.mail}</bdi></p>
<form method="post" action="${page.path}"><button class="btn primary">${t('confirmMail.submit')}</button></form>`,
    page.path,
  )
}

/** @param form the provider's own form, which contains its token; the buttons belong to it */
export function signOutPage(language: Language, form: string, confirmed: boolean): string {
  const t = (key: string) => pageText(language, key)
  const marked = confirmed
    ? form
        .replace('<form ', '<form data-confirmed ')
        .replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')
    : form
  return layout(
    language,
    t('signOut.title'),
    html`<h1>${t('signOut.heading')}</h1><p class="lead">${t('signOut.lead')}</p>${trusted(marked)}
<div class="actions"><button class="btn primary" form="op.logoutForm" name="logout" value="yes">${t('signOut.submit')}</button><a class="btn" href="/">${t('signOut.stay')}</a></div>`,
    null,
  )
}

/** A problem of the sign-in, with a way back. `key` names `<key>.heading` and `<key>.lead`. */
export function problemPage(
  language: Language,
  key:
    | 'signIn.expired'
    | 'signIn.refused'
    | 'signIn.tooMany'
    | 'signIn.failed'
    | 'signIn.unavailable'
    | 'signOut.done'
    | 'link.expired'
    | 'link.passwordSet'
    | 'link.mailConfirmed',
): string {
  const t = (name: string) => pageText(language, name)
  return layout(
    language,
    t(`${key}.heading`),
    html`<h1>${t(`${key}.heading`)}</h1><p class="lead" role="alert">${t(`${key}.lead`)}</p><div class="actions"><a class="btn primary" href="/api/session/sign-in">${t('signIn.submit')}</a><a class="btn" href="/">${t('signIn.home')}</a></div>`,
    null,
  )
}
