// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { Machinery, ProcessRun, ProcessTool } from '#contract/operations/processes.contract.ts'
import { ProcessScreen } from '#web/operations/process-screen.tsx'

const server = fakeServer()
const RUN = '01J00000000000000000000050'
const AT = Date.UTC(2026, 10, 20, 6)
const cleaner: ProcessTool = {
  name: 'log-cleaner',
  running: false,
  progress: null,
  nextRun: AT + 86_400_000,
  scheduled: true,
  everyMs: 86_400_000,
  keptDays: 90,
  options: ['days'],
  paused: false,
  lastRun: {
    runId: RUN,
    at: AT,
    result: 'done',
    dryRun: true,
    counts: { removed: 18_420, kept: 3_106 },
    error: '',
  },
}
const run: ProcessRun = {
  ...cleaner.lastRun!,
  startedAt: AT,
  by: 'Admin',
  scheduled: false,
  days: 0,
  account: '',
  correlationId: RUN,
  steps: [{ at: AT, done: 1, of: 2, counts: {} }],
}
const place = (at: number) => String(at).padStart(20, '0')
const machinery: Machinery = {
  head: place(900),
  projections: [
    {
      name: 'users',
      version: 5,
      state: 'live',
      position: place(900),
      behind: 0,
      more: false,
      seconds: 0,
      failure: null,
    },
    {
      name: 'bills',
      version: 9,
      state: 'stopped',
      position: place(850),
      behind: 50,
      more: false,
      seconds: 60,
      failure: { position: place(851), tries: 3, nextTryAt: AT },
    },
  ],
  queues: [{ topic: 'project', waiting: 2, active: 1, failed: 0 }],
  works: [
    { list: 'plans-due', due: 0, nextAt: AT + 86_400_000, failed: 0, nextTryAt: 0 },
    { list: 'reminder-rounds', due: 4, nextAt: 0, failed: 4, nextTryAt: AT },
  ],
}
const RIGHTS = ['perm_process_center_menu', 'perm_process_center_manage']

async function drawn(tools: readonly ProcessTool[], permissions: readonly string[] = RIGHTS) {
  const sent: unknown[] = []
  server.use(
    ...session({ permissions }),
    http.get(at(`/process/${USER}/all`), () => ok(tools)),
    http.get(at(`/process/${USER}/machinery`), () => ok(machinery)),
    http.put(at(`/process/${USER}/projections/bills/retry`), () => {
      sent.push('retry bills')
      return ok({ name: 'bills' })
    }),
    http.put(at(`/process/${USER}/work-lists/reminder-rounds/retry`), () => {
      sent.push('retry reminder-rounds')
      return ok({ name: 'reminder-rounds' })
    }),
    http.get(at(`/process/${USER}/log-cleaner/runs`), () => ok([run])),
    http.post(at(`/process/${USER}/log-cleaner/run`), async ({ request }) => {
      sent.push(await request.json())
      return ok({ id: 'log-cleaner', version: 1, position: '1', runId: RUN })
    }),
    http.put(at(`/process/${USER}/log-cleaner/runs/${RUN}/cancel`), () => {
      sent.push('cancel')
      return refused(409, 'PROCESS_RUN_ENDED')
    }),
  )
  await drawSignedIn(<ProcessScreen />, { words: ['operations'] })
  const row = await screen.findByRole('region', { name: 'Nettoyage des journaux' })
  return { row: within(row), sent }
}
const press = async (row: Awaited<ReturnType<typeof drawn>>['row'], name: string | RegExp) =>
  userEvent.click(row.getByRole('button', { name }))

const ERASE = /^Effacer 18.420 lignes$/

test('a tool says what it keeps and what a dry run counted; it runs once that is confirmed', async () => {
  const { row, sent } = await drawn([cleaner])
  expect(row.getByText('Garde 90 j, et l’audit pour toujours')).toBeDefined()
  expect(row.getByText(/^seraient retirées.: 18.420$/)).toBeDefined()
  await press(row, 'Essai à blanc')
  await waitFor(() => expect(sent).toEqual([{ dryRun: true, options: {} }]))
  await press(row, ERASE)
  expect(row.getByText(/L’audit et les factures émises restent/)).toBeDefined()
  expect(sent).toHaveLength(1)
  await press(row, 'Lancer maintenant')
  await waitFor(() =>
    expect(sent).toEqual([
      { dryRun: true, options: {} },
      { dryRun: false, options: {} },
    ]),
  )
})

test('the last runs tell who asked for them, and their steps', async () => {
  const { row } = await drawn([cleaner])
  await press(row, 'Derniers passages')
  expect(await row.findByText(/^demandé par .Admin.$/)).toBeDefined()
  expect(row.getByText(/1 sur 2/)).toBeDefined()
})

test('a run under way shows how far it is, and is stopped', async () => {
  const progress = { runId: RUN, done: 3, of: 9, cancelling: false }
  const { row, sent } = await drawn([{ ...cleaner, running: true, progress }])
  expect(row.getByRole('progressbar').getAttribute('value')).toBe('3')
  expect(row.getByText('3 sur 9')).toBeDefined()
  expect(row.getByText(/^33.%, encore .+ min$/)).toBeDefined()
  await press(row, 'Arrêter')
  await waitFor(() => expect(sent).toEqual(['cancel']))
})

test('a reader sees the tools and has no button that runs them', async () => {
  const { row } = await drawn(
    [{ ...cleaner, paused: true, nextRun: 0 }],
    ['perm_process_center_menu'],
  )
  expect(row.getByText(/^Suspendu/)).toBeDefined()
  expect(row.queryByRole('button', { name: ERASE })).toBeNull()
})

test('what removes is offered after a dry run that finds something, and other tools at once', async () => {
  const run = { ...cleaner.lastRun!, counts: { removed: 0, kept: 9 } }
  const scraper: ProcessTool = {
    ...cleaner,
    name: 'job-scraper',
    keptDays: null,
    everyMs: 0,
    options: ['account'],
  }
  const { row } = await drawn([
    { ...cleaner, lastRun: { ...run, dryRun: false } },
    { ...scraper, lastRun: null },
  ])
  expect(row.getAllByRole('button').map((one) => one.textContent)).not.toContain('Lancer')
  const reader = within(screen.getByRole('region', { name: 'Lecture des annonces' }))
  expect(reader.getByRole('button', { name: 'Lancer' })).toBeDefined()
  expect(reader.getByRole('button', { name: 'Suspendre' })).toBeDefined()
})

test('a tool that runs by hand alone is not held back', async () => {
  const lastRun = { ...cleaner.lastRun!, counts: { accounts: 2 } }
  await drawn([
    cleaner,
    { ...cleaner, name: 'demo-reset', scheduled: false, everyMs: 0, keptDays: null, lastRun },
  ])
  const demo = within(screen.getByRole('region', { name: 'Remise à zéro de la démonstration' }))
  expect(demo.queryByRole('button', { name: 'Suspendre' })).toBeNull()
  expect(demo.getByRole('button', { name: 'Remettre 2 comptes à zéro' })).toBeDefined()
})

test('the choices of a run are checked before it, and are those of its dry run too', async () => {
  const { row, sent } = await drawn([cleaner])
  await press(row, 'Options du traitement')
  const days = row.getByLabelText('Garder (jours)')
  expect(row.queryByLabelText('Un seul compte')).toBeNull()
  await userEvent.type(days, '3')
  expect(row.getByRole('alert').textContent).toContain('de 7 à 3650')
  await press(row, 'Essai à blanc')
  expect(sent).toEqual([])
  // The count belongs to other days.
  expect(row.queryByRole('button', { name: ERASE })).toBeNull()
  await userEvent.type(days, '0')
  await press(row, 'Essai à blanc')
  await press(row, ERASE)
  expect(row.getByText(/Les lignes de plus de 30 j/)).toBeDefined()
  await press(row, 'Lancer maintenant')
  await waitFor(() =>
    expect(sent).toEqual([
      { dryRun: true, options: { days: 30 } },
      { dryRun: false, options: { days: 30 } },
    ]),
  )
})

test('read models, work and queues stand beside the tools, and what failed is tried again', async () => {
  const { sent } = await drawn([cleaner])
  const models = within(await screen.findByRole('region', { name: 'Modèles de lecture' }))
  expect(models.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^bills.*lu jusqu’à 850.*50 faits de retard.*851, essais.: 3/),
    'users',
  ])
  expect(models.getByText(/^1 modèle à jour · Dernier fait.: 900$/)).toBeDefined()
  await userEvent.click(models.getByRole('button', { name: 'Réessayer' }))
  const work = within(screen.getByRole('region', { name: 'Travaux et échéances' }))
  expect(work.getByText('Relances de factures').parentElement?.textContent).toBe(
    'Relances de factures reminder-rounds',
  )
  expect(work.getByText(/^à faire.: 4$/)).toBeDefined()
  await userEvent.click(work.getByRole('button', { name: 'Réessayer' }))
  await waitFor(() => expect(sent).toEqual(['retry bills', 'retry reminder-rounds']))
  const queues = within(screen.getByRole('region', { name: 'Files d’attente' }))
  expect(queues.getByRole('listitem').textContent).toMatch(
    /Mise à jour des modèles de lecture project.*en attente.: 2.*en cours.: 1/,
  )
})
