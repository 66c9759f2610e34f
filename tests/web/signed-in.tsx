import { PROFILE, USER } from './ids.ts'
import { draw } from './render.tsx'
import { cleanup } from '@testing-library/react'
import { http, HttpResponse, type HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import type { ReactElement } from 'react'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { RecordType } from '#domain/kernel/records/record.ts'
import { faultIn } from './contract.ts'
import { SessionProvider } from '#web/kernel/data/session.tsx'

export { PROFILE, USER }

export const at = (path: string) => `http://localhost:3000/api${path}`
export const ok = (data: unknown) => HttpResponse.json({ status: 0, result: { data } })
export const refused = (status: number, code: string, more: object = {}) =>
  HttpResponse.json({ status, result: { code, message: `because ${code}`, ...more } }, { status })

/** The signed-in user, as every answer names it. */
export const person = {
  id: USER,
  userName: 'demo',
  firstName: 'Carnet',
  lastName: 'Exemple',
  mail: 'demo@carnet.example',
  phone: '',
  pictureName: '',
}

/** A signed-in user; `profileId` 0 is one without a business yet. */
export const session = (
  options: {
    profileId?: string | 0
    permissions?: readonly string[]
    language?: string
    freeUntil?: number
    deletionDate?: number
    demoUntil?: number
    isDemo?: boolean
    isDiscreet?: boolean
    passwordDueOn?: number
  } = {},
): HttpHandler[] => [
  http.post(at('/session/token'), () =>
    ok({ accessToken: 'token', expiresIn: 3600, sessionEndsIn: 43_200, userId: USER }),
  ),
  http.put(at(`/users/${USER}/lastConnectionDate`), () =>
    ok({ id: USER, version: 1, position: '0' }),
  ),
  http.get(at(`/notification/${USER}/unread`), () => ok({ unread: 0 })),
  http.get(at(`/users/${USER}/me`), () =>
    ok({
      ...person,
      version: 1,
      creationDate: 1,
      lastModificationDate: 1,
      createdBy: 'Carnet',
      modifiedBy: 'Carnet',
      gender: '',
      birthDate: 0,
      startDate: 1,
      isFree: false,
      freePeriod: 0,
      freeUntil: options.freeUntil ?? 0,
      lastConnectionDate: 1,
      deletionDate: options.deletionDate ?? 0,
      roleIds: [],
      hasPassword: true,
      mailToConfirm: '',
      passwordDueOn: options.passwordDueOn ?? 0,
      demoUntil: options.demoUntil ?? 0,
      isDemo: options.isDemo ?? false,
      columns: {},
      permissions: options.permissions ?? ['perm_admin'],
      params: {
        preferredLanguage: options.language ?? 'fr',
        isDiscreet: options.isDiscreet ?? false,
        activeProfile: options.profileId ?? PROFILE,
        timeZone: 'Europe/Paris',
        currency: 'EUR',
        followUpDays: 7,
      },
    }),
  ),
] // prettier-ignore

/**
 * One API for a file of tests. A request without a handler is a mistake of the test: it is printed
 * and refused at once. A request without any answer would be tried three times in three seconds. A
 * JSON answer that the contract's schemas refuse fails the test.
 *
 * @param declared records that the test alone declares
 */
export function fakeServer(...declared: readonly RecordType[]) {
  const server = setupServer(
    http.all(at('/*'), ({ request }) => {
      console.error(`No answer is declared for ${request.method} ${request.url}`)
      return refused(501, 'NOT_DECLARED_BY_THE_TEST')
    }),
  )
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  /** Answers that the server could never have given. */
  const faults: string[] = []
  server.events.on('response:mocked', async ({ request, response }) => {
    const { pathname } = new URL(request.url)
    if (response.headers.get('content-type')?.startsWith('application/json') !== true) return
    const body: unknown = await response.clone().json()
    const fault = faultIn(
      request.method,
      pathname.replace(/^\/api/, ''),
      response.status,
      body,
      declared,
    )
    if (fault !== null) faults.push(fault)
  })
  afterEach(() => {
    server.resetHandlers()
    cleanup() // a failed test's page would stand in the next one's
    expect(faults.splice(0)).toEqual([])
  })
  afterAll(() => server.close())
  return server
}

/** Draws a screen to the signed-in user. */
export const drawSignedIn = (element: ReactElement, options: Parameters<typeof draw>[1] = {}) =>
  draw(
    <SessionProvider waiting={null} failed={(error) => <p role="alert">{error.message}</p>}>
      {element}
    </SessionProvider>,
    options,
  )
