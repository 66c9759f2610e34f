// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/kernel/time.values.ts'
import type { Health, Upkeep } from '#contract/operations/operations.contract.ts'
import { InstallationScreen } from '#web/operations/installation-screen.tsx'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const NOW = Date.UTC(2026, 10, 20, 9)
const health: Health = {
  at: NOW,
  ready: true,
  engines: [{ name: 'events', ok: true, detail: 'embedded' }],
  projections: [],
  memory: { used: 1, total: 2 },
  disk: { used: 1, total: 10 },
  encrypted: true,
  uptime: 60,
  hours: [],
}
const installation = (
  state: { health?: Partial<Health>; upkeep?: Partial<Upkeep>; waiting?: number } = {},
) =>
  server.use(
    ...session({ profileId: 0 }),
    http.get(at(`/system/${USER}/health`), () => ok({ ...health, ...state.health })),
    http.get(at(`/system/${USER}/upkeep`), () =>
      ok({ missingRates: [], backupAt: NOW - DAY_MS, ...state.upkeep }),
    ),
    http.get(at(`/process/${USER}/all`), () => ok([])),
    http.get(at(`/process/${USER}/machinery`), () =>
      ok({ head: '1', projections: [], queues: [], works: [] }),
    ),
    http.get(at(`/effect/${USER}/failed`), () => ok([])),
    http.get(at(`/support/${USER}/counts`), () => ok({ treated: 4, waiting: state.waiting ?? 0 })),
    http.get(at(`/users/${USER}`), () => ok([])),
  )
const heading = async () => (await screen.findByRole('heading', { level: 1 })).textContent

test('the installation’s dashboard counts what waits, and each point leads to its screen', async () => {
  installation({ waiting: 3, upkeep: { missingRates: ['2026-H2'] } })
  await drawSignedIn(<InstallationScreen />, { words: ['operations', 'identity'] })
  expect(await screen.findByText('3 demandes sans réponse')).toBeDefined()
  expect(await heading()).toBe('2 points attendent un administrateur')
  expect(
    screen.getByRole('link', { name: 'Saisir, Taux des pénalités de retard' }).getAttribute('href'),
  ).toBe('/admin/settings/late-rates?open=new')
  expect(screen.getByText(/2026-H2/)).toBeDefined()
})

test('nothing waits in an installation that is whole', async () => {
  installation()
  await drawSignedIn(<InstallationScreen />, { words: ['operations', 'identity'] })
  expect(await screen.findByText('Tous les semestres ont leurs taux')).toBeDefined()
  expect(await heading()).toBe('0 point attend un administrateur')
})

test('an engine that is away is a point, with the way to the health of the installation', async () => {
  installation({ health: { engines: [{ name: 'events', ok: false, detail: 'embedded' }] } })
  await drawSignedIn(<InstallationScreen />, { words: ['operations', 'identity'] })
  expect(await screen.findByText('1 composant ne répond pas')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ouvrir, Santé' }).getAttribute('href')).toBe(
    '/admin/access/health',
  )
})

test('a disk at its limit is a point, one below it is none', async () => {
  installation({ health: { disk: { used: 91, total: 100 } } })
  await drawSignedIn(<InstallationScreen />, { words: ['operations', 'identity'] })
  expect(await screen.findByText(/disque est plein/)).toBeDefined()
})

test('a backup that is old or was never made is a point, those of servers are none', async () => {
  const drawn = async (backupAt: number | null) => {
    installation({ upkeep: { backupAt } })
    const { unmount } = await drawSignedIn(<InstallationScreen />, {
      words: ['operations', 'identity'],
    })
    await screen.findByText('Tous les semestres ont leurs taux')
    const title = await heading()
    const words = screen.queryByText(/sauvegarde\b.*[:.]/)?.textContent ?? null
    unmount()
    return [title, words]
  }
  const [none, one] = ['0 point attend un administrateur', '1 point attend un administrateur']
  expect(await drawn(NOW - DAY_MS)).toEqual([none, 'Dernière sauvegarde : 19 nov., 10:00'])
  expect(await drawn(NOW - 3 * DAY_MS)).toEqual([one, 'Dernière sauvegarde : 17 nov., 10:00'])
  expect((await drawn(0))[1]).toMatch(/^Aucune sauvegarde/)
  expect(await drawn(null)).toEqual([none, null])
})
