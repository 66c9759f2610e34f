// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { InviteDialog } from '#web/identity/invite-dialog.tsx'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const ROLE = '01J00000000000000000000011'
const roles = [
  {
    id: ROLE,
    name: 'Freelance',
    permissions: [],
    version: 1,
    creationDate: 1,
    lastModificationDate: 1,
    createdBy: '',
    modifiedBy: '',
    editable: true,
    removable: true,
    users: 0,
  },
] as unknown as Parameters<typeof InviteDialog>[0]['roles'] // only id and name are read

async function invite(link: string) {
  let body: unknown
  let closed = 0
  server.use(
    ...session(),
    http.post(at(`/users/${USER}/invite`), async ({ request }) => {
      body = await request.json()
      return ok({ mail: 'paul@carnet.example', until: 1, link })
    }),
  )
  await drawSignedIn(<InviteDialog roles={roles} onClose={() => (closed += 1)} />, {
    words: ['identity'],
  })
  await userEvent.type(await screen.findByRole('textbox', { name: /^Prénom/ }), 'Paul')
  await userEvent.type(screen.getByRole('textbox', { name: /mail/i }), 'paul@carnet.example')
  await userEvent.click(screen.getByLabelText(/^Rôles/))
  await userEvent.click(await screen.findByRole('option', { name: 'Freelance' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Inviter' }))
  await waitFor(() => expect(body).toBeDefined())
  return { body, closed: () => closed }
}

test('a person is invited by mail, with roles and a language', async () => {
  const { body, closed } = await invite('')
  expect(body).toMatchObject({ firstName: 'Paul', roleIds: [ROLE], preferredLanguage: 'fr' })
  await waitFor(() => expect(closed()).toBe(1))
})

test('without a mail server the link is shown once, to be handed on', async () => {
  const { closed } = await invite('http://localhost/oidc/invitation?token=x')
  expect(await screen.findByText('http://localhost/oidc/invitation?token=x')).toBeDefined()
  expect(closed()).toBe(0)
})

test('an invitation without a role is told that one is needed', async () => {
  server.use(...session())
  await drawSignedIn(<InviteDialog roles={roles} onClose={() => {}} />, { words: ['identity'] })
  await userEvent.type(await screen.findByRole('textbox', { name: /^Prénom/ }), 'Paul')
  await userEvent.type(screen.getByRole('textbox', { name: /mail/i }), 'paul@carnet.example')
  await userEvent.click(screen.getByRole('button', { name: 'Inviter' }))
  const field = screen.getByLabelText(/^Rôles/).closest('[data-field], div')?.parentElement
  await waitFor(() => expect(field?.textContent).toContain('Champ obligatoire'))
})
