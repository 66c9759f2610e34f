// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { SupportRequest } from '#contract/support/support.contract.ts'
import { RequestsScreen } from '#web/support/requests-screen.tsx'
import { SupportScreen } from '#web/support/support-screen.tsx'

const server = fakeServer()
const request: SupportRequest = {
  id: '01J00000000000000000000040',
  version: 2,
  creationDate: Date.UTC(2026, 10, 20),
  lastModificationDate: Date.UTC(2026, 10, 21),
  createdBy: 'Anna Exemple',
  modifiedBy: 'Carnet',
  userId: USER,
  user: 'Anna Exemple',
  subject: 'Relevé bancaire',
  message: 'Dans quel format ?',
  treated: false,
  answers: [{ side: 'support', name: 'Carnet', message: 'En CSV.', at: Date.UTC(2026, 10, 21) }],
}

test('a question is sent with its subject, and its thread is below', async () => {
  const sent: unknown[] = []
  server.use(
    ...session(),
    http.get(at(`/support/${USER}/mine`), () => ok([request])),
    http.post(at(`/support/${USER}`), async ({ request: asked }) => {
      sent.push(await asked.json())
      return ok({ id: request.id, version: 1, position: '1' })
    }),
  )
  await drawSignedIn(<SupportScreen />, { words: ['support'] })
  expect(await screen.findByText('En CSV.')).toBeDefined()
  await userEvent.type(await screen.findByRole('textbox', { name: /^Objet/ }), 'Facture')
  await userEvent.type(screen.getByRole('textbox', { name: /^Message/ }), 'Elle manque.')
  expect(screen.getByText('988 caractères restants')).toBeDefined()
  await userEvent.click(screen.getAllByRole('button', { name: 'Envoyer' })[0]!)
  await waitFor(() => expect(sent).toEqual([{ subject: 'Facture', message: 'Elle manque.' }]))
})

test('a message that could not be sent stays, with the reason', async () => {
  server.use(
    ...session(),
    http.get(at(`/support/${USER}/mine`), () => ok([])),
    http.post(at(`/support/${USER}`), () =>
      HttpResponse.json(
        { status: 503, result: { message: 'Indisponible', code: 'STORE_UNAVAILABLE' } },
        { status: 503 },
      ),
    ),
  )
  await drawSignedIn(<SupportScreen />, { words: ['support'] })
  await userEvent.type(await screen.findByRole('textbox', { name: /^Objet/ }), 'Facture')
  await userEvent.type(screen.getByRole('textbox', { name: /^Message/ }), 'Elle manque.')
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer' }))
  expect(
    await screen.findByText('Une erreur est survenue. Veuillez réessayer plus tard'),
  ).toBeDefined()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Message/ }).value).toBe(
    'Elle manque.',
  )
})

test('an administrator reads what waits, answers, and marks it as treated', async () => {
  const written: unknown[] = []
  const asked: string[] = []
  server.use(
    ...session(),
    http.get(at(`/support/${USER}/counts`), () => ok({ treated: 0, waiting: 1 })),
    http.get(at(`/support/${USER}/all`), ({ request: { url } }) => {
      asked.push(new URL(url).searchParams.get('treated') ?? '')
      return ok([
        request,
        { ...request, id: '01J00000000000000000000041', user: '', subject: 'Adieu' },
      ])
    }),
    http.put(at(`/support/${USER}/:id/treated`), async ({ request: put }) => {
      written.push(await put.json())
      return ok({ id: request.id, version: 3, position: '3' })
    }),
  )
  await drawSignedIn(<RequestsScreen />, { words: ['support'] })
  const gone = (await screen.findByRole('rowheader', { name: /Adieu/ })).closest('tr')!
  expect(within(gone).getByText('Utilisateur supprimé')).toBeDefined()
  await userEvent.click(await screen.findByRole('rowheader', { name: /Relevé bancaire/ }))
  const panel = await screen.findByRole('dialog', { name: 'Relevé bancaire' })
  expect(within(panel).getByText('Dans quel format ?')).toBeDefined()
  await userEvent.click(within(panel).getByRole('button', { name: 'Marquer comme traitée' }))
  await waitFor(() => expect(written).toEqual([{ treated: true }]))
  expect(asked[0]).toBe('false')
})
