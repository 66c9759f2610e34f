// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { AccountNotices } from '#web/kernel/shell/account-notices.tsx'
import { SessionsSection } from '#web/profile/sessions-section.tsx'
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const AT = Date.UTC(2026, 10, 20, 9)
const one = (id: string, more: object) => ({
  id,
  kind: 'browser',
  browser: '',
  begunAt: AT,
  usedAt: AT,
  expiresAt: AT + 86_400_000,
  isThis: false,
  ...more,
})
const SESSIONS = [
  one('a', { browser: 'Firefox, Windows', isThis: true }),
  one('b', { browser: 'Safari, iPhone' }),
  one('c', { kind: 'program' }),
]

test('each browser and program is told; another one is closed with the password', async () => {
  const sent: unknown[] = []
  server.use(
    http.get(at(`/users/${USER}/sessions`), () => ok(SESSIONS)),
    http.post(at(`/users/${USER}/sessions/end`), async ({ request }) => {
      const body = (await request.json()) as { password: string }
      if (body.password !== 'right') return refused(422, 'CURRENT_PASSWORD_WRONG')
      sent.push(body)
      return ok({ ended: 1 })
    }),
  )
  server.use(...session())
  await drawSignedIn(<SessionsSection />)
  const list = await screen.findByRole('list', { name: 'Sessions ouvertes' })
  const [own, phone, program] = within(list).getAllByRole('listitem') as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ]
  expect(own.textContent).toContain('cet appareil')
  expect(within(own).queryByRole('button')).toBeNull()
  expect(program.textContent).toContain('Programme (API)')
  const user = userEvent.setup()
  await user.click(within(phone).getByRole('button', { name: /Safari, iPhone/ }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText(/Mot de passe actuel/), 'right')
  await user.click(within(dialog).getByRole('button', { name: 'Fermer' }))
  await waitFor(() => expect(sent).toEqual([{ id: 'b', password: 'right' }]))
})

test('a generated password is told above every screen, with the day it has to be replaced by', async () => {
  server.use(...session({ passwordDueOn: AT }))
  await drawSignedIn(<AccountNotices />)
  expect((await screen.findByText(/premier démarrage/)).textContent).toContain('20 novembre 2026')
})
