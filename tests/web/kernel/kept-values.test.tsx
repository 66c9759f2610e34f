// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { call, leave } from '#web/kernel/data/client.ts'
import { userRoutes } from '#contract/identity/identity.contract.ts'
import { TextField } from '#web/kernel/form/text-field.tsx'
import { Form, useCarnetForm } from '#web/kernel/form/form.tsx'
import { http } from 'msw'
import { at, drawSignedIn, fakeServer, refused, session, USER } from '../signed-in.tsx'

const server = fakeServer()
let gone: string[] = []
beforeEach(() => {
  gone = []
  vi.spyOn(leave, 'to').mockImplementation((url) => void gone.push(url))
})
afterEach(() => {
  sessionStorage.clear()
  vi.restoreAllMocks()
})

const schema = z.strictObject({ name: z.string(), city: z.string(), password: z.string() })
const VALUES = { name: '', city: 'Lyon', password: '' }
function Example() {
  const form = useCarnetForm({ schema, values: VALUES, save: async () => {} })
  return (
    <Form form={form}>
      <TextField name="name" label="Nom" />
      <TextField name="city" label="Ville" />
      <TextField name="password" label="Code" />
    </Form>
  )
}
const value = (label: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: label }).value
/** The server knows neither the token nor the cookie any more. */
const endSession = async () => {
  server.use(
    http.post(at('/session/token'), () => refused(401, 'UNAUTHENTICATED')),
    http.get(at(`/users/${USER}/me`), () => refused(401, 'UNAUTHENTICATED')),
  )
  await call(userRoutes.me).catch(() => {})
}

test('a visitor goes to the sign-in page without a word of a session', async () => {
  server.use(http.post(at('/session/token'), () => refused(401, 'UNAUTHENTICATED')))
  await drawSignedIn(<Example />)
  await vi.waitFor(() => expect(gone).toHaveLength(1))
  expect(gone[0]).not.toContain('screen=')
})

test('a session that ends goes to a sign-in page that says so, and the typed fields are there on the return', async () => {
  server.use(...session())
  const first = await drawSignedIn(<Example />)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Nom' }), 'Atelier')
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), 'craie bleue')
  await endSession()
  expect(new URL(gone.at(-1) ?? '', 'http://localhost:3000').searchParams.get('screen')).toBe(
    'ended',
  )
  first.unmount()

  server.use(...session())
  const second = await drawSignedIn(<Example />)
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nom' })).value).toBe(
    'Atelier',
  )
  expect([value('Ville'), value('Code')]).toEqual(['Lyon', ''])
  second.unmount()

  // Given once: a later visit finds the form as it is stored.
  await drawSignedIn(<Example />)
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nom' })).value).toBe('')
})

test('OF98: what was typed is there on the return after a sign-out in another tab', async () => {
  server.use(...session())
  const first = await drawSignedIn(<Example />)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Nom' }), 'Contact')
  const other = new BroadcastChannel('carnet.session')
  other.postMessage('signed-out')
  await vi.waitFor(() => expect(gone.at(-1)).toBe('/'))
  other.close()
  first.unmount()

  server.use(...session())
  await drawSignedIn(<Example />)
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nom' })).value).toBe(
    'Contact',
  )
})
