// @vitest-environment jsdom
import { DAY_MS } from '#domain/kernel/time.ts'
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { OwnExport } from '#contract/identity/own-data.contract.ts'
import type { UsagePart } from '#contract/subscription/usage.contract.ts'
import { AccountNotices } from '#web/kernel/shell/account-notices.tsx'
import { OwnDataScreen } from '#web/profile/own-data-screen.tsx'

const server = fakeServer()
const ID = '01J00000000000000000000040'
const written = { id: USER, version: 2, position: '1' }

/** Records that administrators have opened: one of a known user, and one of a removed user. */
const ACCESSES = [
  {
    id: 'a2',
    at: Date.UTC(2026, 10, 20, 9),
    who: 'root',
    reason: 'Demande du 20 novembre',
    entity: 'company',
    recordId: 'c1',
    name: 'Atelier Brumaire',
  },
  {
    id: 'a1',
    at: Date.UTC(2026, 10, 19, 9),
    who: '',
    reason: 'Contrôle d’un virement',
    entity: 'company',
    recordId: 'c2',
    name: '',
  },
]

/** Requests to the server, by method and path. */
function answers(
  leaving: object,
  exports: readonly OwnExport[] = [],
  usage: readonly UsagePart[] = [],
): string[] {
  const sent: string[] = []
  const take =
    (data: object) =>
    ({ request }: { request: Request }) => {
      sent.push(`${request.method} ${new URL(request.url).pathname.replace(/^.api./, '')}`)
      return ok(data)
    }
  server.use(
    http.get(at(`/users/${USER}/me/deletion`), () =>
      ok({
        deletionDate: 0,
        delayDays: 14,
        bills: 3,
        quotes: 1,
        keptUntil: Date.UTC(2037, 0, 1),
        ...leaving,
      }),
    ),
    http.get(at(`/export/${USER}/all`), () => ok(exports)),
    http.get(at(`/usage/${USER}`), () => ok({ plan: 'free', parts: usage })),
    http.get(at(`/audit/${USER}/accesses`), () => ok(ACCESSES)),
    http.post(at(`/export/${USER}`), take({ id: ID })),
    http.delete(at(`/users/${USER}/me`), take({ ...written, deletionDate: 1 })),
    http.put(at(`/users/${USER}/me/keep`), take(written)),
  )
  return sent
}

test('the deletion says what stays and until when, and asks before it is requested', async () => {
  const sent = answers({})
  server.use(...session())
  await drawSignedIn(<OwnDataScreen />, { words: ['profile'] })
  expect(await screen.findByText(/3 factures émises.*janvier 2037/)).toBeDefined()
  expect(screen.getByText(/1 devis accepté, avec qui l’a accepté.*janvier 2037/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer mon compte' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(sent).toEqual([])
  await userEvent.type(dialog.getByLabelText(/^Mot de passe actuel/), 'lampe verte')
  await userEvent.click(dialog.getByRole('button', { name: 'Demander la suppression' }))
  await waitFor(() => expect(sent).toEqual([`DELETE users/${USER}/me`]))
})

test('a refusal is told in the question', async () => {
  answers({})
  server.use(
    ...session(),
    http.delete(at(`/users/${USER}/me`), () => refused(409, 'LAST_ADMIN')),
  )
  await drawSignedIn(<OwnDataScreen />, { words: ['profile'] })
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer mon compte' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Mot de passe actuel/), 'lampe verte')
  await userEvent.click(dialog.getByRole('button', { name: 'Demander la suppression' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('LAST_ADMIN')
})

test('a requested deletion is cancelled on the screen and in the notice above every screen', async () => {
  const deletionDate = Date.UTC(2026, 11, 4, 9)
  const sent = answers({ deletionDate })
  server.use(...session({ deletionDate }))
  await drawSignedIn(
    <>
      <AccountNotices />
      <OwnDataScreen />
    </>,
    { words: ['profile'] },
  )
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Garder mon compte' })).toHaveLength(2),
  )
  const keeps = screen.getAllByRole('button', { name: 'Garder mon compte' })
  expect(screen.getByText(/seront effacés le .*4 décembre 2026/)).toBeDefined()
  for (const keep of keeps) await userEvent.click(keep)
  await waitFor(() =>
    expect(sent).toEqual([`PUT users/${USER}/me/keep`, `PUT users/${USER}/me/keep`]),
  )
})

test('exports are shown with their progress, and with their link once they are ready', async () => {
  const ready = {
    id: ID,
    state: 'ready',
    progress: 100,
    startedAt: 1,
    expires: DAY_MS,
    url: '/api/it',
  } as const
  const running = { ...ready, id: USER, state: 'running', progress: 40, url: '' } as const
  const sent = answers({}, [ready])
  server.use(...session())
  await drawSignedIn(<OwnDataScreen />, { words: ['profile'] })
  expect((await screen.findByRole('link', { name: 'Télécharger' })).getAttribute('href')).toBe(
    '/api/it',
  )
  server.use(http.get(at(`/export/${USER}/all`), () => ok([running, ready])))
  await userEvent.click(screen.getByRole('button', { name: 'Préparer l’export' }))
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar', {
    name: 'Export en préparation',
  })
  expect(bar.value).toBe(40)
  expect(sent).toEqual([`POST export/${USER}`])
})

const subscription = {
  state: 'freeTrial',
  trialEnds: 0,
  renewsOn: 0,
  canceledOn: 0,
  priceId: '',
  daysLeft: 4,
  freeDays: 30,
  mayWrite: true,
  hasPortal: false,
}
test.each([
  ['a trial', {}, /Essai gratuit.: 4 jours restants/],
  ['an end', { state: 'ended', mayWrite: false, daysLeft: 0 }, /Votre accès est terminé/],
  ['a plan that is paid', { state: 'active' }, null],
])('the notice tells of %s what the server counts', async (_, more, text) => {
  server.use(
    ...session({ freeUntil: DAY_MS }),
    http.get(at(`/subscription/${USER}`), () => ok({ ...subscription, ...more })),
  )
  const { container } = await drawSignedIn(<AccountNotices />)
  if (text === null) await waitFor(() => expect(container.textContent).toBe(''))
  else {
    expect(await screen.findByText(text)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Voir les formules' })).toBeDefined()
  }
})

test('what administrators have opened is told with its reason', async () => {
  answers({})
  server.use(...session())
  await drawSignedIn(<OwnDataScreen />, { words: ['profile', 'customers'] })
  const link = await screen.findByRole('link', { name: /Atelier Brumaire/ })
  expect(link.getAttribute('href')).toBe('/admin/history/company/c1')
  expect(screen.getByText(/Par root\. Motif.*Demande du 20 novembre/)).toBeDefined()
  expect(screen.getByText(/^Motif.*Contrôle d’un virement/)).toBeDefined()
})

test('a part of the space that is nearly used up says so, and the others do not', async () => {
  answers(
    {},
    [],
    [
      { part: 'records', used: 15_999, most: 20_000, nearly: false },
      { part: 'bytes', used: 4_000_000_000, most: 5_000_000_000, nearly: true },
    ],
  )
  server.use(...session())
  await drawSignedIn(<OwnDataScreen />, { words: ['profile'] })
  const files = (await screen.findByText('Taille des fichiers')).closest('li')
  const records = screen.getByText('Fiches').closest('li')
  expect(files?.textContent).toContain('Bientôt au maximum')
  expect(files?.textContent).toMatch(/4.Go sur 5.Go/)
  expect(records?.textContent).not.toContain('Bientôt au maximum')
})
