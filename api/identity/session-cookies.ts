import type { FastifyReply, FastifyRequest } from 'fastify'

const SESSION_COOKIE = 'carnet_session'
/** Also where the password is changed, which spares the session that asks. */
const SESSION_PATH = '/api'
/**
 * Over https: no other host of the domain, and no plain page of this one, can set it. @source RFC
 * 6265bis, 4.1.3.2
 */
const HOST_COOKIE = `__Host-${SESSION_COOKIE}`
/** Of sessions that began before; a browser sends the longer path first. */
const EARLIER_PATH = '/api/session'
/** The sign-in page's choice "stay signed in", for the callback. */
export const REMEMBER_COOKIE = 'carnet_remember'
export const SESSION_MS = 30 * 86_400_000
/**
 * How long a session lasts whose user did not choose to stay signed in, or may not.
 *
 * @source OWASP ASVS 4.0.3, 3.3.2
 */
export const SHORT_SESSION_MS = 12 * 3_600_000
/** The browser's cookie, which names its session. */
export function sessionCookies(secure: () => boolean) {
  /** Over https, one that was begun before the cookie had its prefix goes on. */
  const idIn = ({ cookies }: FastifyRequest): string | undefined =>
    (secure() ? cookies[HOST_COOKIE] : undefined) ?? cookies[SESSION_COOKIE]

  /** @param lasts.isKept whether the browser keeps the cookie when it is closed */
  function set(
    reply: FastifyReply,
    id: string,
    { lastsMs, isKept }: { readonly lastsMs: number; readonly isKept: boolean },
  ): void {
    for (const path of secure() ? [EARLIER_PATH, SESSION_PATH] : [EARLIER_PATH])
      reply.clearCookie(SESSION_COOKIE, { path })
    reply.setCookie(secure() ? HOST_COOKIE : SESSION_COOKIE, id, {
      path: secure() ? '/' : SESSION_PATH,
      httpOnly: true,
      sameSite: 'strict',
      secure: secure(),
      ...(isKept ? { maxAge: Math.ceil(lastsMs / 1000) } : {}),
    })
  }

  const forget = (reply: FastifyReply): void => {
    for (const path of [SESSION_PATH, EARLIER_PATH]) reply.clearCookie(SESSION_COOKIE, { path })
    if (secure()) reply.clearCookie(HOST_COOKIE, { path: '/', secure: true })
  }

  return { idIn, set, forget }
}
export type SessionCookies = ReturnType<typeof sessionCookies>
