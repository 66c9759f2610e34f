// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { ReadClient } from '#contract/customers/client-imports.contract.ts'
import { ClientImport } from '#web/customers/client-import.tsx'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const client = (id: string, name: string, more: Partial<ReadClient> = {}): ReadClient => ({
  id: `01J0000000000000000000000${id}`,
  act: 'add',
  name,
  siren: '',
  siret: '',
  TvaNumber: '',
  email: '',
  website: '',
  address: { street: '', postalCode: '', city: '', country: '' },
  more: [],
  wrong: [],
  ...more,
})

test('the user sees what a list of clients brings and lacks, and adds those that are chosen', async () => {
  const sent: { ids?: string[] }[] = []
  server.use(
    ...session({ permissions: ['perm_company_menu', 'perm_company_add'] }),
    http.post(at(`/company/${USER}/import/read`), () =>
      ok({
        clients: [
          client('1', 'Un', { wrong: ['email'], more: ['dir@exemple.fr'] }),
          client('2', 'Deux', { act: 'known' }),
          client('3', 'Trois'),
        ],
        nameless: [4],
        others: ['Humeur'],
      }),
    ),
    http.post(at(`/company/${USER}/import`), async ({ request }) => {
      sent.push((await request.json()) as { ids: string[] })
      return ok({ added: 1, known: 0, position: '0000000000000000000a' })
    }),
  )
  await drawSignedIn(<ClientImport onClose={() => {}} />, { words: ['customers'] })
  const input = await screen.findByLabelText('Liste de clients')
  await userEvent.upload(input, new File(['a;b'], 'a.csv', { type: 'text/csv' }))
  await screen.findByText(/Adresse e-mail/)
  screen.getByText(/Contacts.: dir@exemple.fr/)
  screen.getByText(/Humeur/)
  await userEvent.click(screen.getByRole('checkbox', { name: /Trois/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter 1 client' }))
  await waitFor(() => expect(sent).toMatchObject([{ ids: [client('1', '').id] }]))
})
