import { html, type Html, trusted } from '#api/kernel/html.ts'
import { layout } from '#api/kernel/page-layout.ts'
import { pageText } from '#api/kernel/messages.ts'
import type { Language } from '../kernel/languages.ts'

const eye = html`<svg width="17" height="17" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0"/><circle cx="12" cy="12" r="3"/></svg>`

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
  /** Shows how hard a new password is to guess. */
  meter?: boolean
  attributes?: Html
}

function field(language: Language, spec: FieldSpec, errors: FormErrors, focused: boolean): Html {
  const { name, label, type = 'text', autocomplete, value = '', hint, optional = false } = spec
  const error = errors.fields[name]
  const described =
    error !== undefined ? `${name}-error` : hint !== undefined ? `${name}-hint` : undefined
  const input = html`<input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" ${!optional && html`required`} ${error !== undefined && html`aria-invalid="true"`} ${described !== undefined && html`aria-describedby="${described}"`} ${focused && html`autofocus`} ${spec.attributes ?? ''}>`
  return html`<div><label class="name" for="${name}">${label}${!optional && html` <span class="req" aria-hidden="true">*</span>`}</label>${
    type === 'password'
      ? html`<span class="secret">${input}<button type="button" class="reveal" aria-controls="${name}" aria-pressed="false" aria-label="${pageText(language, 'signIn.reveal')}" hidden>${eye}</button></span>`
      : input
  }${error !== undefined ? html`<p class="err" id="${name}-error">${error}</p>` : hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}${spec.meter === true && meterOf(language, name)}</div>`
}

/** Empty until the page's script measures what is typed. */
const meterOf = (language: Language, name: string): Html => {
  const t = (level: number) => pageText(language, `strength.${level}`)
  return html`<p class="strength" data-strength="${name}" data-level="0" data-level-1="${t(1)}" data-level-2="${t(2)}" data-level-3="${t(3)}" data-level-4="${t(4)}" aria-live="polite" hidden><span class="bars" aria-hidden="true"><i></i><i></i><i></i><i></i></span><span data-strength-word></span></p>`
}

/** Fields in order. The first invalid one, or the first empty one, has the focus. */
function fieldsOf(
  language: Language,
  specs: readonly FieldSpec[],
  errors: FormErrors,
): readonly Html[] {
  const focus =
    specs.find((spec) => errors.fields[spec.name] !== undefined) ??
    specs.find((spec) => (spec.value ?? '') === '')
  return specs.map((spec) => field(language, spec, errors, spec === focus))
}

const plainText = html`autocapitalize="none" spellcheck="false" dir="auto"`

/** Fields by which a new account will sign in: user name, password, the password again. */
const signInSpecs = (
  language: Language,
  userName: string,
  passwordMin: number,
): readonly FieldSpec[] => [
  {
    name: 'userName',
    label: pageText(language, 'register.userName'),
    autocomplete: 'username',
    value: userName,
    optional: true,
    hint: pageText(language, 'register.userNameHint'),
    attributes: plainText,
  },
  {
    name: 'password',
    label: pageText(language, 'signIn.password'),
    type: 'password',
    autocomplete: 'new-password',
    meter: true,
    hint: pageText(language, 'register.passwordHint', { min: passwordMin }),
  },
  {
    name: 'confirmation',
    label: pageText(language, 'register.confirmation'),
    type: 'password',
    autocomplete: 'new-password',
  },
]
const alert = (text: string | undefined): Html =>
  text === undefined ? html`` : html`<p class="note wrong" role="alert">${text}</p>`

export function signInPage(
  language: Language,
  page: {
    path: string
    login: string
    /** Null where no user may stay signed in. */
    remember: boolean | null
    created: boolean
    /** Proves who has just made this account in this browser; empty otherwise. */
    ticket: string
    /** Whether a session of this browser has just ended by itself. */
    ended: boolean
    errors: FormErrors
    /** Whether a forgotten password can be set by mail. */
    forgotten: boolean
    /** Whether an account begins with free days. */
    needsPlan: boolean
  },
): string {
  const t = (key: string) => pageText(language, key)
  const [login, password] = fieldsOf(
    language,
    [
      {
        name: 'login',
        label: t('signIn.login'),
        autocomplete: 'username',
        value: page.login,
        attributes: plainText,
      },
      {
        name: 'password',
        label: t('signIn.password'),
        type: 'password',
        autocomplete: 'current-password',
      },
    ],
    page.errors,
  )
  return layout(
    language,
    t('signIn.title'),
    html`<h1>${t(page.created ? 'signIn.createdHeading' : 'signIn.heading')}</h1><p class="lead">${t(page.created ? 'signIn.createdLead' : 'signIn.lead')}</p>
${page.ended && html`<p class="note" role="status">${t('signIn.ended')}</p>`}${page.created && html`<p class="note done" role="status">${t('signIn.created')}</p>`}${alert(page.errors.form)}
<form method="post" action="${page.path}" novalidate ${page.ticket !== '' && html`data-enters`}>${page.ticket === '' ? html`${login}${password}` : html`<input type="hidden" name="ticket" value="${page.ticket}"><p><bdi>${page.login}</bdi></p>`}
${page.remember !== null && html`<label class="keep"><input type="checkbox" class="check" name="remember" value="1" ${page.remember && html`checked`}> ${t('signIn.remember')}</label>`}
<button class="btn primary">${t('signIn.submit')}</button></form>
<p class="other">${page.forgotten ? html`<a class="link" href="/oidc/forgotten">${t('forgotten.link')}</a>` : t('signIn.askAdministrator')}</p>
<p class="other">${t('signIn.noAccount')} <a class="link" href="${page.path}/register">${t(page.needsPlan ? 'signIn.register' : 'signIn.registerFree')}</a></p>`,
    page.path,
  )
}

/**
 * Terms that a new user agrees to, and the use of the user's data. @source OWASP ASVS 4.0.3, 8.3.3
 */
function consent(language: Language): Html {
  const mark = '\u0001'
  const [before, between, after] = pageText(language, 'register.consent', {
    terms: mark,
    data: mark,
  }).split(mark)
  const link = (href: string, key: string) =>
    html`<a class="link" href="${href}?lang=${language}" target="_blank" rel="noopener">${pageText(language, key)}</a>`
  return html`<p class="hint">${before}${link('/cgu', 'register.terms')}${between}${link('/mentions-legales', 'register.data')}${after}</p>`
}

export type RegisterValues = {
  readonly userName: string
  readonly firstName: string
  readonly lastName: string
  readonly mail: string
}

export function registerPage(
  language: Language,
  page: {
    path: string
    values: RegisterValues
    errors: FormErrors
    passwordMin: number
    needsPlan: boolean
  },
): string {
  const t = (key: string, details = {}) => pageText(language, key, details)
  const { values, errors } = page
  const specs: FieldSpec[] = [
    {
      name: 'firstName',
      label: t('register.firstName'),
      autocomplete: 'given-name',
      value: values.firstName,
    },
    {
      name: 'lastName',
      label: t('register.lastName'),
      autocomplete: 'family-name',
      value: values.lastName,
    },
    {
      name: 'mail',
      label: t('register.mail'),
      type: 'email',
      autocomplete: 'email',
      value: values.mail,
      attributes: plainText,
    },
    ...signInSpecs(language, values.userName, page.passwordMin),
  ]
  const [firstName, lastName, ...others] = fieldsOf(language, specs, errors)
  return layout(
    language,
    t('register.title'),
    html`<h1>${t('register.heading')}</h1><p class="lead">${t(page.needsPlan ? 'register.lead' : 'register.leadFree')}</p>${alert(errors.form)}
<form method="post" action="${page.path}/register" novalidate data-kept><input type="hidden" name="timeZone" data-time-zone><p class="required">${t('register.required')}</p><div class="pair">${firstName}${lastName}</div>${others}
${consent(language)}<button class="btn primary">${t('register.submit')}</button></form>
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

/**
 * Takes a new password of the mailed link's owner, or of an account whose password has to be
 * replaced.
 *
 * @param page.ticket proves the latter, whose password was checked
 */
export function newPasswordPage(
  language: Language,
  page: { path: string; errors: FormErrors; passwordMin: number; ticket?: string },
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
        meter: true,
        hint: t('register.passwordHint', { min: page.passwordMin }),
      },
      {
        name: 'confirmation',
        label: t('register.confirmation'),
        type: 'password',
        autocomplete: 'new-password',
      },
    ],
    page.errors,
  )
  return layout(
    language,
    t('newPassword.heading'),
    html`<h1>${t('newPassword.heading')}</h1><p class="lead">${t(page.ticket === undefined ? 'newPassword.lead' : 'newPassword.due')}</p>${alert(page.errors.form)}
<form method="post" action="${page.path}" novalidate>${page.ticket !== undefined && html`<input type="hidden" name="ticket" value="${page.ticket}">`}${fields}
<button class="btn primary">${t('newPassword.submit')}</button></form>`,
    page.ticket === undefined ? page.path : null,
  )
}

/** Takes the user name and the password of an invited person. */
export function invitationPage(
  language: Language,
  page: {
    token: string
    invitation: {
      readonly mail: string
      readonly firstName: string
      readonly by: { readonly name: string }
    }
    userName: string
    errors: FormErrors
    passwordMin: number
  },
): string {
  const t = (key: string, details = {}) => pageText(language, key, details)
  const { invitation, errors } = page
  const path = `/oidc/invitation?token=${page.token}`
  const fields = fieldsOf(
    language,
    [...signInSpecs(language, page.userName, page.passwordMin)],
    errors,
  )
  return layout(
    language,
    t('invitation.heading', { name: invitation.firstName }),
    html`<h1>${t('invitation.heading', { name: invitation.firstName })}</h1><p class="lead">${t('invitation.lead', { by: invitation.by.name })} <bdi>${invitation.mail}</bdi></p>${alert(errors.form)}
<form method="post" action="${path}" novalidate data-kept>${fields}
${consent(language)}<button class="btn primary">${t('invitation.submit')}</button></form>`,
    path,
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
    | 'demo.full'
    | 'signOut.done'
    | 'link.expired'
    | 'link.passwordSet'
    | 'link.mailConfirmed'
    | 'link.accountMade'
    | 'register.sent',
): string {
  const t = (name: string) => pageText(language, name)
  return layout(
    language,
    t(`${key}.heading`),
    html`<h1>${t(`${key}.heading`)}</h1><p class="lead" role="alert">${t(`${key}.lead`)}</p><div class="actions"><a class="btn primary" href="/api/session/sign-in">${t('signIn.submit')}</a><a class="btn" href="/">${t('signIn.home')}</a></div>`,
    null,
  )
}
