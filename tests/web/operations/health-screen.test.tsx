// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import type { Health } from '#contract/operations/operations.contract.ts'
import { HealthScreen } from '#web/operations/health-screen.tsx'
import { HOUR_MS } from '#domain/kernel/time.ts'
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'

const server = fakeServer()
const NOW = Date.UTC(2026, 10, 20, 9)
const levels = (Error: number) => ({ Error, Warning: 0, Info: 4, Debug: 0 })
const health: Health = {
  at: NOW,
  ready: false,
  engines: [
    { name: 'event store', ok: true, detail: 'sqlite' },
    { name: 'read store', ok: false, detail: 'does not answer' },
    { name: 'disk', ok: true, detail: '28610 MiB free in /data' },
  ],
  projections: [
    { name: 'users', ok: true, state: 'live', behind: 0, seconds: 0 },
    { name: 'bills', ok: false, state: 'stopped', behind: 3, seconds: 12 },
  ],
  memory: { used: 2_000_000_000, total: 8_000_000_000 },
  disk: { used: 10_000_000_000, total: 40_000_000_000 },
  encrypted: false,
  uptime: 60,
  hours: [
    { from: NOW - 2 * HOUR_MS, to: NOW - HOUR_MS - 1, levels: levels(2) },
    { from: NOW - HOUR_MS, to: NOW - 1, levels: levels(0) },
  ],
}

test('what does not answer or is behind is named, beside memory, disk and the errors of each hour', async () => {
  server.use(
    ...session(),
    http.get(at(`/system/${USER}/health`), () => ok(health)),
    http.get(at(`/effect/${USER}/failed`), () => ok([])),
  )
  await drawSignedIn(<HealthScreen />, { words: ['operations'] })
  expect(
    await screen.findByText('Un composant ou un modèle de lecture ne répond pas'),
  ).toBeDefined()
  expect(screen.getByText('ne répond pas')).toBeDefined()
  expect(screen.queryByText(/MiB/)).toBeNull()
  expect(screen.getAllByText('10 Go sur 40 Go')).toHaveLength(2)
  expect(screen.getByText('bills')).toBeDefined()
  expect(screen.getByText('3 faits de retard')).toBeDefined()
  expect(screen.getByText('1 modèle à jour')).toBeDefined()
  expect(screen.getByText('non chiffré par cette machine')).toBeDefined()
  const bars = within(
    screen.getByRole('list', { name: 'Erreurs et avertissements par heure' }),
  ).getAllByRole('listitem')
  expect(bars.map((bar) => bar.textContent)).toEqual([
    expect.stringContaining('2 lignes'),
    expect.stringContaining('0 ligne'),
  ])
})
