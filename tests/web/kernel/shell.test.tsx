// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { may } from '#web/kernel/data/ability.ts'
import { type Action, useAction, useActionKeys } from '#web/kernel/ui/actions.tsx'
import { itemOf, menu, permittedMenu } from '#web/kernel/shell/menu.ts'
import { paths } from '#web/screens.ts'
import { setPreferences } from '#web/kernel/words/preferences.ts'
import { Toaster } from '#web/kernel/shell/toaster.tsx'
import { get } from '#contract/kernel/contract.ts'
import { ApiProblem, call } from '#web/kernel/data/client.ts'
import { createQueries } from '#web/kernel/data/queries.ts'
import { notifyDone, notifyFailure, notifySuccess } from '#web/kernel/data/toasts.ts'
import { Amount } from '#web/kernel/ui/values.tsx'

const namesFor = (...permissions: string[]) => {
  const granted = new Set(permissions)
  return permittedMenu((permission) => may(granted, permission)).flatMap((group) =>
    group.items.map((item) => item.name),
  )
}

test('the menu shows what is permitted and nothing else', () => {
  expect(namesFor('perm_billing_menu', 'perm_dashboard_menu', 'perm_billing_add')).toEqual([
    'support',
    'help',
    'dashboard',
    'bills',
    'mails',
    'ownData',
  ])
  expect(namesFor(), 'these need no permission').toEqual(['support', 'help', 'ownData'])
})

test('perm_admin opens all of it', () =>
  expect(namesFor('perm_admin')).toEqual(
    menu.flatMap((group) => group.items.map((item) => item.name)),
  ))

test('a page below a screen belongs to its menu item', () => {
  expect(itemOf(paths.bill.to({ id: 'x' }))?.name).toBe('bills')
  expect(itemOf(paths.jobSources.to({}))?.name).toBe('jobs')
  expect(itemOf('/admin/nowhere')).toBeUndefined()
})

test('a path is filled in and its query left out when empty', () => {
  expect(paths.bill.to({ id: 'a/b' })).toBe('/admin/management/billing/a%2Fb')
  expect(paths.bills.to({}, { status: 'late', page: undefined })).toBe(
    '/admin/management/billing?status=late',
  )
})

test('discreet mode takes the figure off the page and says so', async () => {
  const { container } = await draw(<Amount minor={1_248_000} />)
  expect(container.textContent).toBe('12\u00A0480,00\u00A0€')
  act(() => setPreferences({ discreet: true }))
  expect(container.textContent).toBe('montant masqué')
  act(() => setPreferences({ discreet: false }))
})

function Keys({ action }: { action: Action }) {
  useActionKeys()
  useAction(action)
  return <input aria-label="text" />
}

test('a key acts where one reads, and rests while one types', async () => {
  const run = vi.fn()
  await draw(<Keys action={{ id: 'n', label: 'New', keys: 'n', run }} />)
  await userEvent.keyboard('n')
  expect(run).toHaveBeenCalledOnce()
  await userEvent.type(screen.getByRole('textbox'), 'nn')
  await userEvent.keyboard('{Shift>}n{/Shift}')
  expect(run).toHaveBeenCalledOnce()
})

test('a combination with Ctrl acts while one types too', async () => {
  const run = vi.fn()
  await draw(<Keys action={{ id: 'k', label: 'Search', keys: 'Mod+k', run }} />)
  await userEvent.click(screen.getByRole('textbox'))
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(run).toHaveBeenCalledOnce()
})

test('a success leaves after 5 seconds, a failure after 20, and pointing at one stops its clock', async () => {
  await draw(<Toaster onReadFailures={() => {}} />)
  vi.useFakeTimers()
  try {
    act(() => {
      notifySuccess('Facture envoyée')
      notifyFailure('Envoi refusé')
    })
    act(() => void vi.advanceTimersByTime(5_100))
    expect(screen.queryByText('Facture envoyée')).toBeNull()
    const failure = screen.getByRole('alert')
    const { fireEvent } = await import('@testing-library/react')
    fireEvent.pointerEnter(failure)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByText('Envoi refusé')).toBeTruthy()
    fireEvent.pointerLeave(failure)
    act(() => void vi.advanceTimersByTime(15_000))
    expect(screen.queryByText('Envoi refusé')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test.each([
  ['added', 'Ajouté avec succès'],
  ['changed', 'Mis à jour avec succès'],
  ['deleted', 'Supprimé avec succès'],
] as const)(
  'what was %s is said in the product’s words, and which record under them',
  async (kind, headline) => {
    await draw(<Toaster onReadFailures={() => {}} />)
    act(() => notifyDone({ kind, name: 'Société Atelier Brumaire' }))
    const said = (await screen.findAllByRole('status')).at(-1)
    expect(said?.textContent).toBe(`${headline}Société Atelier Brumaire`)
  },
)

/** A read that fails. @param key by which it is known @param problem its answer */
const failed = (
  key: string,
  problem = new ApiProblem(500, 'INTERNAL', 'Le registre dort. Réessayez.'),
  meta?: { refusal: 'silent' },
) =>
  createQueries()
    .fetchQuery({
      queryKey: [key],
      queryFn: () => Promise.reject(problem),
      retry: false,
      ...(meta && { meta }),
    })
    .catch(() => {})

test.each([
  ['refused', new ApiProblem(403, 'FORBIDDEN', 'Vous n’y avez pas accès.'), 0],
  ['not there', new ApiProblem(404, 'NOT_FOUND', 'Introuvable.'), 0],
  ['failed', new ApiProblem(500, 'INTERNAL', 'Le serveur ne sait plus.'), 1],
  ['cut off', new ApiProblem(0, 'TIMEOUT', 'Trop long.'), 1],
])(
  'a read that only helps and is %s is told unless the server says no',
  async (_, problem, times) => {
    await draw(<Toaster />)
    await act(() => failed('suggestions', problem, { refusal: 'silent' }))
    expect(screen.queryAllByRole('alert')).toHaveLength(times)
    for (const close of screen.queryAllByRole('button', { name: 'Fermer' }))
      await userEvent.click(close)
    await act(() => failed('companies', problem))
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Fermer' }))
  },
)

test('a failed read is told once for all that fail of one cause', async () => {
  await draw(<Toaster onReadFailures={() => {}} />)
  await act(() => Promise.all([failed('companies'), failed('contacts')]))
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.getByRole('alert').textContent).toContain(
    'Erreur\u00A0: Le registre dort.Réessayez.',
  )
})

test('a list that came without a record says which, once', async () => {
  const plans = get('/plans', { summary: 'Plans', access: 'public', reply: z.array(z.string()) })
  await draw(<Toaster onReadFailures={() => {}} />)
  vi.stubGlobal('fetch', async () =>
    Response.json({ status: 0, result: { data: [] } }, { headers: { 'x-unreadable': 'hall' } }),
  )
  try {
    await act(() => call(plans))
    await act(() => call(plans))
  } finally {
    vi.unstubAllGlobals()
  }
  const said = screen
    .getAllByRole('alert')
    .filter(({ textContent }) => textContent?.includes('hall'))
  expect(said.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('1 élément de cette liste ne peut pas être lu'),
  ])
})
