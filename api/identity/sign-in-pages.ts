import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { CommandMeta } from '#commands/kernel/command.ts'
import {
  accountRefusal,
  PASSWORD_MIN,
  type IdentityAdmin,
} from '#commands/gateways/accounts/accounts.ts'
import type { Clock } from '#domain/kernel/ports/clock.ts'
import type { Users } from '#commands/identity/users.ts'
import { TimeZone } from '#contract/identity/identity.schemas.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { passwordLevel } from '#contract/identity/password-meter.ts'
import { userRefusal } from '#domain/identity/user.ts'
import { type FieldRefusal, Refusal, refusal } from '#domain/kernel/errors.ts'
import { MINUTE_MS } from '#domain/kernel/time.ts'
import type { Language } from '../kernel/languages.ts'
import { parse } from '../kernel/parse.ts'
import { sendPage } from '#api/kernel/html.ts'
import type { ConfirmedSignUp } from './confirmed-sign-up.ts'
import { LANGUAGE_COOKIE, pageLanguage } from './page-language.ts'
import {
  newPasswordPage,
  noErrors,
  problemPage,
  registerPage,
  type RegisterValues,
  signInPage,
} from './pages.ts'
import { REMEMBER_COOKIE } from './session-cookies.ts'
import { seal, unseal } from './session-store.ts'
import { acceptForms, FORM_LIMIT, formOf, missingIn, problemsOf, textOf } from './sign-in-forms.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Files of the pages, each by its own name: no other file is readable. */
const resolve = createRequire(import.meta.url).resolve
const ASSETS: Readonly<Record<string, { type: string; file: string | URL }>> = {
  'sign-in.css': {
    type: 'text/css; charset=utf-8',
    file: new URL('assets/sign-in.css', import.meta.url),
  },
  'sign-in.js': {
    type: 'text/javascript; charset=utf-8',
    file: new URL('assets/sign-in.js', import.meta.url),
  },
  'instrument-sans.woff2': {
    type: 'font/woff2',
    file: resolve(
      '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    ),
  },
  'newsreader-400.woff2': {
    type: 'font/woff2',
    file: resolve('@fontsource/newsreader/files/newsreader-latin-400-normal.woff2'),
  },
  'newsreader-500.woff2': {
    type: 'font/woff2',
    file: resolve('@fontsource/newsreader/files/newsreader-latin-500-normal.woff2'),
  },
  'plex-arabic-400.woff2': {
    type: 'font/woff2',
    file: resolve(
      '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2',
    ),
  },
  'plex-arabic-600.woff2': {
    type: 'font/woff2',
    file: resolve(
      '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2',
    ),
  },
}

/** Time to think of a new password, once the old one was checked. */
const TICKET_MS = 15 * MINUTE_MS
/** By what a browser is known that has signed in before. */
const DEVICE_COOKIE = 'carnet_device'
/** A high limit, since an office may share an address; the lockout protects against guessing. */
const ATTEMPTS = { rateLimit: { max: 60, timeWindow: 60_000 } }

/** Sign-in and sign-up pages: the provider redirects to them, and they answer it. */
export async function mountSignInPages(
  app: FastifyInstance,
  deps: {
    readonly provider: () => Provider
    readonly accounts: IdentityAdmin
    readonly users: Users
    /** null: an account is made at once. */
    readonly signUp: ConfirmedSignUp | null
    readonly isActive: (userId: string) => Promise<boolean>
    readonly newId: () => string
    readonly secure: () => boolean
    /** Whether a forgotten password can be set by mail. */
    readonly forgotten: boolean
    /** Whether an account begins with free days. */
    readonly needsPlan: boolean
    /** Whether a user may choose to stay signed in. */
    readonly mayStay: boolean
    /** Encrypts what proves a password that was just checked. */
    readonly ticketKey: Buffer
    readonly clock: Clock
    /** Ends every session of the account after its password was set. */
    readonly passwordSet: (userId: string, request: FastifyRequest) => Promise<void>
    /**
     * An account was signed in to on a browser that it does not know. @param agent the browser's
     * `user-agent`
     */
    readonly newDevice: (userId: string, agent: string) => Promise<void>
  },
): Promise<void> {
  const { accounts, users, signUp, isActive, newId } = deps

  const languageOfRequest = (request: FastifyRequest, interaction?: Interaction): Language =>
    pageLanguage({
      query: request.query,
      cookie: request.cookies[LANGUAGE_COOKIE],
      uiLocales: interaction?.params['ui_locales'],
      acceptLanguage: request.headers['accept-language'],
    })

  /** The provider's interaction in this browser; null when it is over or another browser's. */
  async function interactionOf(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Interaction | null> {
    const { uid } = request.params as { uid: string }
    const interaction = await deps
      .provider()
      .interactionDetails(request.raw, reply.raw)
      .catch(() => null)
    return interaction !== null && interaction.uid === uid && interaction.prompt.name === 'login'
      ? interaction
      : null
  }

  /** A chosen language is kept for the next page. */
  function keepLanguage(request: FastifyRequest, reply: FastifyReply, language: Language): void {
    if ((request.query as { lang?: unknown }).lang === language)
      reply.setCookie(LANGUAGE_COOKIE, language, {
        path: '/oidc',
        httpOnly: true,
        sameSite: 'lax',
        secure: deps.secure(),
        maxAge: 365 * 86_400,
      })
  }

  const pathOf = (interaction: Interaction): string => `/oidc/interaction/${interaction.uid}`
  const expired = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPage(reply, 400, problemPage(languageOfRequest(request), 'signIn.expired'))

  async function showSignIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await interactionOf(request, reply)
    if (interaction === null) return expired(request, reply)
    const { lang, created, login, ticket } = request.query as {
      lang?: unknown
      created?: unknown
      login?: unknown
      ticket?: unknown
    }
    if (
      interaction.params['screen_hint'] === 'register' &&
      lang === undefined &&
      created === undefined &&
      login === undefined
    )
      return reply.redirect(`${pathOf(interaction)}/register`, 303)
    const language = languageOfRequest(request, interaction)
    keepLanguage(request, reply, language)
    const isFresh = lang === undefined && created === undefined && login === undefined
    const given = textOf(ticket, 1000)
    const entry = ticketOf('enter', given, interaction) ? given : ''
    return sendPage(
      reply,
      200,
      signInPage(language, {
        path: pathOf(interaction),
        login: textOf(created) || textOf(login),
        // A page that goes on by itself keeps no session that was not asked for.
        remember: deps.mayStay ? entry === '' : null,
        created: created !== undefined,
        ticket: entry,
        ended: isFresh && interaction.params['screen_hint'] === 'ended',
        forgotten: deps.forgotten,
        needsPlan: deps.needsPlan,
        errors: noErrors,
      }),
    )
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await interactionOf(request, reply)
    if (interaction === null) return expired(request, reply)
    const language = languageOfRequest(request, interaction)
    const form = formOf(request)
    const login = textOf(form['login'], 254)
    const password = textOf(form['password'], 1000)
    const remember = deps.mayStay && form['remember'] === '1'
    try {
      const fresh = ticketOf('enter', textOf(form['ticket'], 1000), interaction)
      const missing = fresh === null ? missingIn(language, { login, password }) : null
      if (missing !== null) throw missing
      const device = request.cookies[DEVICE_COOKIE]
      const account =
        fresh !== null && fresh.mark === accounts.passwordMark(fresh.accountId)
          ? { id: fresh.accountId, passwordDue: false }
          : await accounts.verify(login, password, request.ip, device)
      if (!(await isActive(account.id))) throw userRefusal('USER_DISABLED')
      if (account.passwordDue) {
        const ticket = ticketFor(interaction, {
          purpose: 'renew',
          accountId: account.id,
          remember,
        })
        return sendPage(reply, 200, renewal(language, interaction, ticket))
      }
      return await enter(request, reply, account.id, remember)
    } catch (error) {
      const { status, errors, retryAfterS } = problemsOf(error, language)
      if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS))
      return sendPage(
        reply,
        status,
        signInPage(language, {
          path: pathOf(interaction),
          login,
          remember: deps.mayStay ? remember : null,
          created: false,
          ticket: '',
          ended: false,
          forgotten: deps.forgotten,
          needsPlan: deps.needsPlan,
          errors,
        }),
      )
    }
  }

  /** The provider's interaction ends with this account, and the browser is known to it. */
  async function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    accountId: string,
    remember: boolean,
  ) {
    const device = request.cookies[DEVICE_COOKIE]
    if (!accounts.isKnownDevice(accountId, device))
      await deps.newDevice(accountId, request.headers['user-agent'] ?? '')
    const to = await deps
      .provider()
      .interactionResult(
        request.raw,
        reply.raw,
        { login: { accountId, remember } },
        { mergeWithLastSubmission: false },
      )
    reply.setCookie(DEVICE_COOKIE, accounts.rememberDevice(accountId, device), {
      path: '/oidc',
      httpOnly: true,
      sameSite: 'lax',
      secure: deps.secure(),
      maxAge: 365 * 86_400,
    })
    reply.setCookie(REMEMBER_COOKIE, remember ? '1' : '0', {
      path: '/api/session',
      httpOnly: true,
      sameSite: 'lax',
      secure: deps.secure(),
      maxAge: 600,
    })
    return reply.header('cache-control', 'no-store').redirect(to, 303)
  }

  type Ticket = {
    /** `enter`: the password was chosen a moment ago in this browser. */
    purpose: 'renew' | 'enter'
    accountId: string
    remember: boolean
    mark: string
    uid: string
    until: number
  }
  const ticketFor = (
    { uid }: Interaction,
    { purpose, accountId, remember }: Pick<Ticket, 'purpose' | 'accountId' | 'remember'>,
  ): string => {
    const mark = accounts.passwordMark(accountId)
    const until = deps.clock.now() + TICKET_MS
    const ticket: Ticket = { purpose, accountId, remember, mark, uid, until }
    return seal(deps.ticketKey, JSON.stringify(ticket)).toString('base64url')
  }
  function ticketOf(purpose: Ticket['purpose'], text: string, { uid }: Interaction): Ticket | null {
    const opened = unseal(deps.ticketKey, Buffer.from(text, 'base64url'))
    const ticket = opened === null ? null : (JSON.parse(opened) as Ticket) // sealed by `ticketFor`
    return ticket !== null &&
      ticket.purpose === purpose &&
      ticket.uid === uid &&
      ticket.until > deps.clock.now()
      ? ticket
      : null
  }
  const renewal = (
    language: Language,
    interaction: Interaction,
    ticket: string,
    errors = noErrors,
  ): string =>
    newPasswordPage(language, {
      path: `${pathOf(interaction)}/password`,
      errors,
      passwordMin: PASSWORD_MIN,
      ticket,
    })

  /** Takes the place of a password that had to be replaced, and signs in with it. */
  async function renewPassword(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const interaction = await interactionOf(request, reply)
    const form = formOf(request)
    const ticket =
      interaction === null ? null : ticketOf('renew', textOf(form['ticket'], 1000), interaction)
    if (interaction === null || ticket === null) return expired(request, reply)
    const language = languageOfRequest(request, interaction)
    const { accountId, remember, mark } = ticket
    const password = textOf(form['password'], 1000)
    try {
      if (password !== textOf(form['confirmation'], 1000))
        throw accountRefusal('PASSWORDS_DIFFER', {}, [
          { path: 'confirmation', code: 'PASSWORDS_DIFFER' },
        ])
      if (!(await accounts.renewPassword(accountId, password, mark))) return expired(request, reply)
    } catch (error) {
      const { status, errors } = problemsOf(error, language)
      return sendPage(
        reply,
        status,
        renewal(language, interaction, textOf(form['ticket'], 1000), errors),
      )
    }
    await deps.passwordSet(accountId, request)
    return enter(request, reply, accountId, remember)
  }

  async function showRegister(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await interactionOf(request, reply)
    if (interaction === null) return expired(request, reply)
    const language = languageOfRequest(request, interaction)
    keepLanguage(request, reply, language)
    return sendPage(
      reply,
      200,
      registerPage(language, {
        path: pathOf(interaction),
        values: { userName: '', firstName: '', lastName: '', mail: '' },
        errors: noErrors,
        passwordMin: PASSWORD_MIN,
        needsPlan: deps.needsPlan,
      }),
    )
  }

  /**
   * The fields of a new account. Without a user name, the mail is the name.
   * @throws one refusal that names every field to mend
   */
  function registration(
    form: RegisterValues & { readonly password: string; readonly confirmation: string },
    language: Language,
  ) {
    const { confirmation, ...given } = form
    const account = { ...given, userName: given.userName || given.mail.trim() }
    const required = { ...given, confirmation, userName: account.userName || '-' }
    const faults: FieldRefusal[] = Object.entries(required)
      .filter(([, value]) => value.trim() === '')
      .map(([path]) => ({ path, code: 'FIELD_REQUIRED' }))
    if (given.password !== confirmation)
      faults.push({ path: 'confirmation', code: 'PASSWORDS_DIFFER' })
    const parsed = triedToParse(account, language)
    if (parsed instanceof Refusal) faults.push(...parsed.fields.map(mailInvalid))
    const refused = accounts.faultsOf({ id: '', ...account }).flatMap(({ fields }) => fields)
    // A mail that stands in for the name tells its own faults.
    faults.push(
      ...refused.map((fault) =>
        given.userName === '' && fault.path === 'userName' ? asMail(fault) : fault,
      ),
    )
    const first = faults.filter(
      ({ path }, i) => faults.findIndex((other) => other.path === path) === i,
    )
    if (parsed instanceof Refusal || first.length > 0) throw refusal('RULE_BROKEN', {}, first)
    return parsed
  }

  async function register(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const interaction = await interactionOf(request, reply)
    if (interaction === null) return expired(request, reply)
    const language = languageOfRequest(request, interaction)
    const form = formOf(request)
    const values = {
      userName: textOf(form['userName'], 200).trim(),
      firstName: textOf(form['firstName'], 200),
      lastName: textOf(form['lastName'], 200),
      mail: textOf(form['mail'], 300),
    }
    const password = textOf(form['password'], 1000)
    const confirmation = textOf(form['confirmation'], 1000)
    try {
      const fields = registration({ ...values, password, confirmation }, language)
      const meta: CommandMeta = {
        commandId: newId(),
        owner: '',
        actor: { kind: 'system', id: 'public' },
        cause: 'user',
        correlationId: request.id,
      }
      const timeZone = TimeZone.safeParse(form['timeZone'])
      const user = {
        ...fields,
        preferredLanguage: language,
        ...(timeZone.success && { timeZone: timeZone.data }),
      }
      if (signUp !== null) {
        await signUp.ask(newId(), user, request.ip)
        return sendPage(reply, 200, problemPage(language, 'register.sent'))
      }
      const { id: accountId } = await users.register(accounts, user, meta, request.ip)
      const ticket = ticketFor(interaction, {
        purpose: 'enter',
        accountId,
        remember: false,
      })
      const query = new URLSearchParams({ created: fields.userName, ticket })
      return reply
        .header('cache-control', 'no-store')
        .redirect(`${pathOf(interaction)}?${query}`, 303)
    } catch (error) {
      const { status, errors } = problemsOf(error, language)
      return sendPage(
        reply,
        status,
        registerPage(language, {
          path: pathOf(interaction),
          values,
          errors,
          passwordMin: PASSWORD_MIN,
          needsPlan: deps.needsPlan,
        }),
      )
    }
  }

  await app.register(async (scope) => {
    acceptForms(scope, (request) => languageOfRequest(request))
    const hide = { schema: { hide: true } }
    scope.get(
      '/oidc/interaction/:uid',
      { ...hide, config: { rateLimit: { max: 120, timeWindow: 60_000 } } },
      showSignIn,
    )
    scope.post(
      '/oidc/interaction/:uid',
      { ...hide, config: ATTEMPTS, bodyLimit: FORM_LIMIT },
      signIn,
    )
    scope.post(
      '/oidc/interaction/:uid/password',
      { ...hide, config: ATTEMPTS, bodyLimit: FORM_LIMIT },
      renewPassword,
    )
    scope.get(
      '/oidc/interaction/:uid/register',
      { ...hide, config: { rateLimit: { max: 120, timeWindow: 60_000 } } },
      showRegister,
    )
    scope.post(
      '/oidc/interaction/:uid/register',
      { ...hide, config: ATTEMPTS, bodyLimit: FORM_LIMIT },
      register,
    )
  })
}

const Registration = userRoutes.register.body.omit({ timeZone: true })
function triedToParse(account: object, language: Language) {
  try {
    return parse(Registration, account, language)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
const mailInvalid = (fault: FieldRefusal): FieldRefusal =>
  fault.path === 'mail' ? { path: 'mail', code: 'EMAIL_INVALID' } : fault
/** A fault of a user name that is the mail, in words of the mail. */
const asMail = ({ code }: FieldRefusal): FieldRefusal => ({
  path: 'mail',
  code: code === 'USER_NAME_INVALID' ? 'EMAIL_INVALID' : code,
})

/** Assets of every page, those of an outside provider's sign-in included. */
export function mountPageAssets(app: FastifyInstance): void {
  const files = new Map(
    Object.entries(ASSETS).map(([name, { type, file }]) => [
      name,
      { type, bytes: readFileSync(file) },
    ]),
  )
  // The one function that these pages share with the product's own. Its text at run time has no
  // types: a compiler for one file would cost each process 17 MB.
  const meter = `export ${passwordLevel.toString()}`
  const type = 'text/javascript; charset=utf-8'
  files.set('password-meter.js', { type, bytes: Buffer.from(meter) })
  app.get('/oidc/assets/:file', { schema: { hide: true } }, (request, reply) => {
    const found = files.get((request.params as { file: string }).file)
    if (found === undefined) return reply.code(404).send()
    return reply.type(found.type).header('cache-control', 'public, max-age=86400').send(found.bytes)
  })
}
