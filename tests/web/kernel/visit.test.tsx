// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as TimeZoneModule from '#web/kernel/words/time-zone.ts'
import { DAY_MS } from '#domain/kernel/time.ts'
import { draw } from '../render.tsx'
import { useQuery } from '@tanstack/react-query'
import { leave } from '#web/kernel/data/client.ts'
import { profilesQuery, useSession } from '#web/kernel/data/session.tsx'
import { at, drawSignedIn, fakeServer, ok, PROFILE, refused, session, USER } from '../signed-in.tsx'
import { toldProfile } from '../told.ts'
import { AdminLayout } from '#web/kernel/shell/shell.tsx'

const server = fakeServer()
const NOW = Date.UTC(2026, 10, 22, 23, 30)
let visits = 0
let parameters: unknown[] = []

const SECOND = '01J00000000000000000000003'
const answers = (activeProfile: string | 0) => [
  http.put(at(`/users/${USER}/lastConnectionDate`), () => {
    visits += 1
    return ok({ id: USER, version: 1, position: '0' })
  }),
  http.put(at(`/users/${USER}/parameters`), async ({ request }) => {
    parameters.push(await request.json())
    server.use(
      ...session({ profileId: PROFILE, permissions: ['perm_professional_info_menu'] }).slice(2),
    )
    return ok({ id: USER, version: 2, position: '0' })
  }),
  http.get(at(`/professionalInfo/${USER}/all`), () =>
    ok([toldProfile({ id: PROFILE }), toldProfile({ id: SECOND })]),
  ),
  http.get(at('/stream'), () => new HttpResponse(null, { status: 503 })),
  ...session({ profileId: activeProfile, permissions: ['perm_professional_info_menu'] }),
]
beforeEach(() => {
  visits = 0
  parameters = []
  localStorage.clear()
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  zone.browser = 'Europe/Paris'
})

test('a visit is recorded once when the session opens', async () => {
  server.use(...answers(PROFILE))
  await draw(<AdminLayout />)
  await waitFor(() => expect(visits).toBe(1))
  expect(parameters).toEqual([])
})

test('the first of the businesses becomes active when none is', async () => {
  server.use(...answers(0))
  await draw(<AdminLayout />)
  await waitFor(() => expect(parameters).toEqual([{ activeProfile: PROFILE }]))
})

test('a user who cannot be read is told in place and by a notification', async () => {
  server.use(
    http.get(at(`/users/${USER}/me`), () => refused(500, 'INTERNAL')),
    ...answers(PROFILE),
  )
  await draw(<AdminLayout />)
  expect(await screen.findByText(/^Erreur.: because INTERNAL/)).toBeTruthy()
  expect(screen.getAllByRole('alert')).toHaveLength(2)
})

test('a visit that cannot be recorded is told by a notification, and goes on', async () => {
  server.use(
    http.put(at(`/users/${USER}/lastConnectionDate`), () => refused(500, 'INTERNAL')),
    ...answers(PROFILE),
  )
  await draw(<AdminLayout />)
  expect(await screen.findByText(/^Erreur.: because INTERNAL/)).toBeTruthy()
})

const noSession = () => [
  http.post(at('/session/token'), () => ok(null)),
  http.get(at(`/users/${USER}/me`), () => refused(401, 'UNAUTHENTICATED')),
  ...answers(PROFILE),
]

test('a visitor goes to the sign-in page, and again after coming back from it', async () => {
  const left = vi.spyOn(leave, 'to').mockImplementation(() => {})
  server.use(...noSession())
  const first = await drawSignedIn(<p>La page</p>)
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  first.unmount()
  await drawSignedIn(<p>La page</p>)
  await waitFor(() => expect(left).toHaveBeenCalledTimes(2))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a session that does not hold after the sign-in is told, in place of one more sign-in', async () => {
  const left = vi.spyOn(leave, 'to').mockImplementation(() => {})
  server.use(...noSession())
  const first = await drawSignedIn(<p>La page</p>)
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  first.unmount()
  const back = new URL(left.mock.calls[0]?.[0] ?? '', 'http://carnet.example').searchParams
  // The provider signs in without a word, and the browser kept no cookie.
  window.history.replaceState(null, '', back.get('returnTo'))
  await drawSignedIn(<p>La page</p>)
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(left).toHaveBeenCalledOnce()
})

test('the mark of a sign-in leaves the address once its session holds', async () => {
  server.use(...answers(PROFILE))
  window.history.replaceState(null, '', '/admin/x?y=1#signed-in')
  await drawSignedIn(<p>La page</p>)
  await waitFor(() => expect(window.location.hash).toBe(''))
  expect(window.location.search).toBe('?y=1')
})

const zone = vi.hoisted(() => ({ browser: 'Europe/Paris' }))
vi.mock('#web/kernel/words/time-zone.ts', async (original) => ({
  ...(await original<typeof TimeZoneModule>()),
  browserTimeZone: () => zone.browser,
}))

test('a browser that is a week in another time zone asks whether to take it', async () => {
  zone.browser = 'Asia/Tokyo'
  server.use(...answers(PROFILE))
  const first = await draw(<AdminLayout />)
  await waitFor(() => expect(localStorage.getItem('carnet.away')).toBe(`Asia/Tokyo ${NOW}`))
  first.unmount()
  vi.setSystemTime(NOW + 6 * DAY_MS)
  const second = await draw(<AdminLayout />)
  await waitFor(() => expect(visits).toBe(2))
  expect(screen.queryByText(/depuis une semaine/)).toBeNull()
  second.unmount()
  vi.setSystemTime(NOW + 7 * DAY_MS)
  await draw(<AdminLayout />)
  await screen.findByText('Votre appareil est depuis une semaine à l’heure de Tokyo.')
  await userEvent.click(screen.getByRole('button', { name: 'Prendre ce fuseau horaire' }))
  await waitFor(() => expect(parameters).toEqual([{ timeZone: 'Asia/Tokyo' }]))
})

function Businesses() {
  const { setLanguage } = useSession()
  const { data = [] } = useQuery(profilesQuery())
  return (
    <button type="button" onClick={() => setLanguage('es')}>
      {data.length} businesses
    </button>
  )
}

test('lists are read again in the language that one chooses', async () => {
  const languages: (string | null)[] = []
  server.use(
    http.get(at(`/professionalInfo/${USER}/all`), ({ request }) => {
      languages.push(request.headers.get('accept-language'))
      return ok([toldProfile({ id: PROFILE })])
    }),
    ...answers(PROFILE),
  )
  await drawSignedIn(<Businesses />)
  await userEvent.click(await screen.findByRole('button', { name: '1 businesses' }))
  await waitFor(() => expect(languages).toEqual(['fr', 'es']))
  await waitFor(() => expect(parameters).toEqual([{ preferredLanguage: 'es' }]))
})
