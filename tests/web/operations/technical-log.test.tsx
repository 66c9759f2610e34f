// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, refused, session, USER } from '../signed-in.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FailedEffect, LogEntry } from '#contract/operations/operations.contract.ts'
import { LogsScreen } from '#web/operations/logs-screen.tsx'

const server = fakeServer()
const NOON = Date.UTC(2026, 10, 20, 11, 5, 2)
const CONVERSATION = '01JD0000000000000000000000'
const line = (id: string, more: Partial<LogEntry> = {}): LogEntry => ({
  id,
  at: NOON,
  lastAt: NOON,
  level: 'Info',
  source: 'Insee',
  message: `Ligne ${id}`,
  correlationId: '',
  durationMs: null,
  repeated: 1,
  details: {},
  ...more,
})
const counts = { levels: { Error: 3, Warning: 0, Info: 10_000, Debug: 0 }, atLeast: ['Info'] }
const letter: FailedEffect = {
  id: '01JD0000000000000000000001',
  kind: 'mail',
  status: 'abandoned',
  attempts: 12,
  error: 'Le serveur de courriel ne répond pas.',
  detail: '421 4.3.2',
  requestedAt: NOON,
  requestedBy: 'Anna Exemple',
  stoppedAt: NOON,
  correlationId: CONVERSATION,
}

const failed = (...letters: readonly FailedEffect[]) =>
  http.get(at(`/effect/${USER}/failed`), () => ok(letters))
beforeEach(() =>
  server.use(
    failed(),
    http.get(at(`/logs/${USER}/counts`), () => ok(counts)),
    http.get(at(`/logs/${USER}/histogram`), () => ok([])),
  ),
)

describe('the technical log', () => {
  test('tells each line by hour, level, source, sentence and duration, and folds what was repeated', async () => {
    server.use(
      ...session(),
      http.get(at(`/logs/${USER}`), () =>
        ok([
          line('a', {
            level: 'Error',
            source: 'Gmail',
            message: 'Courriel abandonné',
            repeated: 3,
            durationMs: 10_000,
          }),
          line('b', { durationMs: 42 }),
        ]),
      ),
    )
    await drawSignedIn(<LogsScreen />, { at: '/?view=technical', words: ['operations'] })
    const table = within(await screen.findByRole('table'))
    const [, , first, second] = table.getAllByRole('row')
    expect(within(first!).getByText('Erreur')).toBeDefined()
    expect(first?.textContent).toMatch(/12:05:02.*Gmail.*Courriel abandonné× 3.*10,0\s?s/)
    expect(second?.textContent).toMatch(/Info.*Insee.*42\s?ms/)
    expect(screen.getByText('en direct')).toBeDefined()
  })

  test('unfolds the details of a line, with the way to both logs of its request', async () => {
    server.use(
      ...session(),
      http.get(at(`/logs/${USER}`), () =>
        ok([
          line('a', { correlationId: CONVERSATION, details: { reason: 'status 500', attempt: 2 } }),
        ]),
      ),
    )
    await drawSignedIn(<LogsScreen />, { at: '/?view=technical', words: ['operations'] })
    const table = within(await screen.findByRole('table'))
    const sentence = table.getByRole('button', { name: 'Ligne a' })
    expect(sentence.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(sentence)
    expect(sentence.getAttribute('aria-expanded')).toBe('true')
    expect(table.getByText('status 500')).toBeDefined()
    const day = Date.UTC(2026, 10, 20)
    expect(table.getByRole('link', { name: 'Faits de la même demande' }).getAttribute('href')).toBe(
      `/?correlation=${CONVERSATION}&from=${day - 86_400_000}&to=${day + 86_400_000}`,
    )
    expect(
      table.getByRole('link', { name: 'Lignes de la même demande' }).getAttribute('href'),
    ).toBe(`/?view=technical&q=${CONVERSATION}`)
    await userEvent.click(sentence)
    expect(table.queryByText('status 500')).toBeNull()
  })

  test('is narrowed by level, whose chips say how much there is, and keeps that in the address', async () => {
    const asked: string[] = []
    server.use(
      ...session(),
      http.get(at(`/logs/${USER}`), ({ request }) => {
        asked.push(new URL(request.url).search)
        return ok([line('a')])
      }),
    )
    const { router } = await drawSignedIn(<LogsScreen />, {
      at: '/?view=technical',
      words: ['operations'],
    })
    const error = await screen.findByRole('button', { name: /Erreur\s*3/ })
    expect(screen.getByRole('button', { name: /Info\s*10\s000\+/ })).toBeDefined()
    await userEvent.click(error)
    await userEvent.click(screen.getByRole('button', { name: /Avertissement/ }))
    expect(error.getAttribute('aria-pressed')).toBe('true')
    await waitFor(() => expect(asked.at(-1)).toBe('?level=Error%2CWarning&limit=50'))
    expect(router.state.location.search).toBe('?view=technical&level=Error%2CWarning')
    await userEvent.click(error)
    await waitFor(() => expect(asked.at(-1)).toBe('?level=Warning&limit=50'))
  })

  test('filters by words, source and days of the reader’s time zone, and resets when nothing matches', async () => {
    const asked: string[] = []
    server.use(
      ...session(),
      http.get(at(`/logs/${USER}`), ({ request }) => {
        asked.push(new URL(request.url).search)
        return ok([])
      }),
    )
    const day = Date.UTC(2026, 10, 20)
    const { router } = await drawSignedIn(<LogsScreen />, {
      at: `/?view=technical&source=Gmail&q=remis&from=${day}&to=${day}`,
      words: ['operations'],
    })
    await screen.findByRole('heading', { name: /Aucune ligne ne correspond/ })
    // Paris is an hour ahead of UTC in November.
    const here = Date.UTC(2026, 10, 19, 23)
    expect(asked[0]).toBe(`?source=Gmail&q=remis&from=${here}&to=${here + 86_400_000 - 1}&limit=50`)
    await userEvent.click(screen.getByText('Effacer les filtres'))
    expect(router.state.location.search).toBe('?view=technical')
    expect(
      await screen.findByRole('heading', { name: 'Le journal technique est vide' }),
    ).toBeDefined()
  })

  test('reads older lines by the cursor, and is then no longer live', async () => {
    server.use(
      ...session(),
      http.get(at(`/logs/${USER}`), ({ request }) =>
        new URL(request.url).searchParams.get('cursor') === null
          ? HttpResponse.json(
              { status: 0, result: { data: [line('b')] } },
              { headers: { 'x-next-cursor': '7' } },
            )
          : ok([line('a')]),
      ),
    )
    await drawSignedIn(<LogsScreen />, { at: '/?view=technical', words: ['operations'] })
    await userEvent.click(await screen.findByRole('button', { name: 'Lignes plus anciennes' }))
    const table = within(await screen.findByRole('table'))
    expect(await table.findByRole('rowheader', { name: /Ligne a/ })).toBeDefined()
    expect(screen.queryByText('en direct')).toBeNull()
  })

  test('says what failed', async () => {
    server.use(
      ...session(),
      http.get(at(`/logs/${USER}`), () => refused(503, 'STORE_UNAVAILABLE')),
    )
    await drawSignedIn(<LogsScreen />, { at: '/?view=technical', words: ['operations'] })
    expect(await screen.findByRole('alert')).toBeDefined()
    expect(screen.queryByText('en direct')).toBeNull()
  })

  test('reads in Arabic', async () => {
    server.use(
      ...session({ language: 'ar' }),
      http.get(at(`/logs/${USER}`), () => ok([line('a', { level: 'Error' })])),
    )
    await drawSignedIn(<LogsScreen />, {
      at: '/?view=technical',
      language: 'ar',
      words: ['operations'],
    })
    const table = within(await screen.findByRole('table'))
    expect(table.getByText('خطأ')).toBeDefined()
    expect(screen.getByRole('link', { name: 'السجل التقني' }).getAttribute('aria-current')).toBe(
      'page',
    )
  })
})

describe('failed work', () => {
  test('is counted on its tab, told with why, and retried', async () => {
    let letters: FailedEffect[] = [
      letter,
      { ...letter, id: '01JD0000000000000000000002', status: 'unknown', attempts: 1 },
    ]
    const retried: string[] = []
    server.use(
      ...session(),
      http.get(at(`/effect/${USER}/failed`), () => ok(letters)),
      http.put(at(`/effect/${USER}/:id/retry`), ({ params }) => {
        const id = String(params['id'])
        retried.push(id)
        letters = letters.filter((one) => one.id !== id)
        return ok({ id, version: 9, position: '00000000000000000009' })
      }),
    )
    await drawSignedIn(<LogsScreen />, { at: '/?view=failed', words: ['operations'] })
    expect(await screen.findByRole('link', { name: /Travaux en échec\s*2/ })).toBeDefined()
    const [first] = await screen.findAllByRole('listitem')
    expect(first?.textContent).toMatch(
      /CourrielAbandonné.*ne répond pas.*421 4\.3\.2.*Anna Exemple.*12 essais/,
    )
    expect(screen.getByText('Issue inconnue')).toBeDefined()
    await userEvent.click(within(first!).getByRole('button', { name: 'Réessayer' }))
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: 'Réessayer' })).toHaveLength(1),
    )
    expect(retried).toEqual([letter.id])
  })

  test('says that there is none, and is not shown without the permission', async () => {
    server.use(...session())
    const { unmount } = await drawSignedIn(<LogsScreen />, {
      at: '/?view=failed',
      words: ['operations'],
    })
    expect(await screen.findByRole('heading', { name: 'Aucun travail en échec' })).toBeDefined()
    unmount()
    server.use(
      ...session({ permissions: ['perm_access_logs_menu'] }),
      http.get(at(`/audit/${USER}`), () => ok([])),
    )
    await drawSignedIn(<LogsScreen />, { at: '/?view=failed', words: ['operations'] })
    await screen.findByRole('heading', { name: /Rien n’est encore écrit/ })
    expect(screen.queryByRole('link', { name: /Travaux en échec/ })).toBeNull()
  })
})
