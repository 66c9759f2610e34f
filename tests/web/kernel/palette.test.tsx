// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, PROFILE, session, USER } from '../signed-in.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { Palette } from '#web/kernel/shell/palette.tsx'
import { searches } from '#web/kernel/shell/palette-sources.ts'

const server = fakeServer()
const asked: string[] = []
/** Every list that is looked into; each answers one record of its kind, whatever is asked. */
const answers = (permissions?: readonly string[]) => {
  asked.length = 0
  const list = (path: string, row: object) =>
    http.get(at(path), ({ request }) => {
      asked.push(new URL(request.url).pathname.split('/')[2] ?? '')
      return ok([{ id: `of ${path}`, ...row }])
    })
  server.use(
    ...session(permissions ? { permissions } : {}),
    list(`/company/${USER}/all`, { name: 'Brumaire atelier', kind: 'customer' }),
    list(`/bill/${USER}/all/${PROFILE}`, { ref: '2026-0001', client: 'Brumaire' }),
    list(`/project/${USER}/all/${PROFILE}`, { ref: 'C-1', client: 'Brumaire' }),
    list(`/contact/${USER}/all`, { firstName: 'Ada', lastName: 'Brumaire', company: '' }),
    list(`/product/${USER}/all`, { name: 'Brumaire en verre' }),
    list(`/transaction/${USER}/${PROFILE}/5`, { reference: '2026-0001', client: 'Brumaire' }),
    list(`/professionalInfo/${USER}/all`, { name: 'Fontanel Conseil', siren: '732829320' }),
    list(`/users/${USER}`, { userName: 'brumaire', firstName: '', lastName: '' }),
    list(`/role/${USER}/all`, { name: 'Comptable' }),
  )
}
const headings = () => [...document.querySelectorAll('[cmdk-group-heading]')].map((heading) => heading.textContent)
const look = (text: string) => userEvent.type(screen.getByRole('combobox'), text)

test('finds records of every kind (SH1)', async () => {
  answers()
  await drawSignedIn(<Palette onClose={() => {}} />)
  await screen.findByRole('combobox')
  await look('brumaire')
  await waitFor(() =>
    expect(headings()).toEqual([
      'Sociétés clientes',
      'Facturation',
      'Contrats',
      'Contacts',
      'Produits',
      'Transactions',
      'Utilisateurs',
    ]),
  )
  expect(new Set(asked).size).toBe(searches.length)
})

test.each([
  ['fontanel', 'Vos sociétés', 'Fontanel Conseil'],
  ['compta', 'Rôles', 'Comptable'],
])('a short list is searched here: %s', async (typed, heading, found) => {
  answers()
  const { router } = await drawSignedIn(<Palette onClose={() => {}} />)
  await screen.findByRole('combobox')
  await look(typed)
  await waitFor(() => expect(headings()).toContain(heading))
  await userEvent.click(screen.getByText(found.slice(0, typed.length)).closest('[cmdk-item]') as Element)
  expect(router.state.location.search).toContain('of+%2F')
})

test('looks into nothing that is not permitted, and offers to begin only what is', async () => {
  answers(['perm_company_menu', 'perm_company_add'])
  await drawSignedIn(<Palette onClose={() => {}} />)
  await screen.findByRole('combobox')
  await look('ajouter')
  expect(await screen.findByText('une société', { exact: false })).toBeTruthy()
  expect(screen.queryByText('un contact', { exact: false })).toBeNull()
  expect(new Set(asked)).toEqual(new Set(['company']))
})

test('an action from anywhere: a language, a new contract, the way out', async () => {
  answers()
  const close = vi.fn()
  const { router } = await drawSignedIn(<Palette onClose={close} />)
  await screen.findByRole('combobox')
  expect(screen.getByText('Langue : Deutsch')).toBeTruthy()
  expect(screen.getByText('Se déconnecter')).toBeTruthy()
  await userEvent.click(screen.getByText('Nouveau contrat'))
  expect(close).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe('/admin/management/contracts/new')
})
