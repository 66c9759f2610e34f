// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { ProcessRun, ProcessTool } from '#contract/processes.schemas.ts'
import { ProcessScreen } from '#web/operations/process-screen.tsx'

const server = fakeServer()
const RUN = '01J00000000000000000000050'
const AT = Date.UTC(2026, 10, 20, 6)
const cleaner: ProcessTool = {
  name: 'log-cleaner',
  running: false,
  progress: null,
  nextRun: AT + 86_400_000,
  everyMs: 86_400_000,
  keptDays: 90,
  paused: false,
  lastRun: { runId: RUN, at: AT, result: 'done', dryRun: true, counts: { removed: 18_420, kept: 3_106 }, error: '' },
}
const run: ProcessRun = {
  ...cleaner.lastRun!,
  startedAt: AT,
  by: 'Admin',
  scheduled: false,
  days: 0,
  correlationId: RUN,
  steps: [{ at: AT, done: 1, of: 2, counts: {} }],
}
const RIGHTS = ['perm_process_center_menu', 'perm_process_center_manage']

async function drawn(tools: readonly ProcessTool[], permissions: readonly string[] = RIGHTS) {
  const sent: unknown[] = []
  server.use(
    ...session({ permissions }),
    http.get(at(`/process/${USER}/all`), () => ok(tools)),
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
const press = async (row: Awaited<ReturnType<typeof drawn>>['row'], name: string) =>
  userEvent.click(row.getByRole('button', { name }))

test('a tool says what it keeps and what a dry run counted; it runs once that is confirmed', async () => {
  const { row, sent } = await drawn([cleaner])
  expect(row.getByText('Garde 90 j, et l’audit pour toujours')).toBeDefined()
  expect(row.getByText(/^partiraient.: 18.420$/)).toBeDefined()
  await press(row, 'Essai à blanc')
  await waitFor(() => expect(sent).toEqual([{ dryRun: true }]))
  await press(row, 'Lancer')
  expect(row.getByText(/L’audit et les factures émises restent/)).toBeDefined()
  expect(sent).toHaveLength(1)
  await press(row, 'Lancer maintenant')
  await waitFor(() => expect(sent).toEqual([{ dryRun: true }, { dryRun: false }]))
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
  await press(row, 'Arrêter')
  await waitFor(() => expect(sent).toEqual(['cancel']))
})

test('a reader sees the tools and has no button that runs them', async () => {
  const { row } = await drawn([{ ...cleaner, paused: true, nextRun: 0 }], ['perm_process_center_menu'])
  expect(row.getByText(/^Suspendu/)).toBeDefined()
  expect(row.queryByRole('button', { name: 'Lancer' })).toBeNull()
})
