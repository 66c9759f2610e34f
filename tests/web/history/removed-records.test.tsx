// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, ok, session, USER } from '../signed-in.tsx'
import { toldHistory } from '../told-history.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { RecordHistoryScreen } from '#web/history/record-history-screen.tsx'
import { RemovedScreen } from '#web/history/removed-screen.tsx'

const server = fakeServer()
const REMOVED = new Date(2026, 10, 20, 12, 5).getTime()
const words = ['history', 'stock', 'fields'] as const

test('removed records are listed with a link to each history', async () => {
  server.use(
    ...session(),
    http.get(at(`/history/${USER}/product`), () =>
      ok([{ id: 'p1', name: 'Audit éclair', at: REMOVED, who: 'Anna Exemple' }]),
    ),
  )
  await drawSignedIn(<RemovedScreen />, {
    path: '/admin/history/:entity',
    at: '/admin/history/product',
    words: [...words],
  })
  const link = await screen.findByRole('link', { name: 'Audit éclair' })
  expect(link.getAttribute('href')).toBe('/admin/history/product/p1')
  expect(link.closest('li')?.textContent).toContain('Anna Exemple')
})

test('a list without removed records says what would stand there', async () => {
  server.use(
    ...session(),
    http.get(at(`/history/${USER}/product`), () => ok([])),
  )
  await drawSignedIn(<RemovedScreen />, {
    path: '/admin/history/:entity',
    at: '/admin/history/product',
    words: [...words],
  })
  expect(await screen.findByText('Rien n’a été supprimé ici.')).toBeTruthy()
})

test('the history of a removed record shows its last state in words', async () => {
  server.use(
    ...session(),
    http.get(at(`/history/${USER}/product/p1`), () =>
      ok(
        toldHistory({
          entity: 'product',
          id: 'p1',
          title: 'Audit éclair',
          facts: [
            {
              version: 2,
              type: 'ProductRemoved',
              at: REMOVED,
              actor: { kind: 'user', id: USER, name: 'Anna Exemple' },
              cause: 'user',
              isEdit: false,
              changes: [],
              position: '2',
            },
          ],
          last: { name: 'Audit éclair', sellingPrice: 1200 },
          kinds: { sellingPrice: 'money' },
        }),
      ),
    ),
  )
  await drawSignedIn(<RecordHistoryScreen />, {
    path: '/admin/history/:entity/:id',
    at: '/admin/history/product/p1',
    words: [...words],
  })
  expect(await screen.findByRole('heading', { level: 1, name: /Audit éclair/ })).toBeTruthy()
  expect(screen.getByText('Son dernier état, avant la suppression.')).toBeTruthy()
  expect(document.body.textContent?.replaceAll('\u00A0', ' ')).toContain('1 200,00 €')
  expect(await within(screen.getByRole('complementary')).findByText('Suppression')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Ouvrir la fiche' })).toBeNull()
})

test.each([
  ['transaction', 'TransactionRemoved', 'label', 'finance'],
  ['charge', 'ScheduleRemoved', 'label', 'schedules'],
  ['scheduledTransaction', 'ScheduleRemoved', 'label', 'schedules'],
  ['calendarEvent', 'CalendarEventRemoved', 'title', 'planning'],
  ['company', 'CompanyRemoved', 'name', 'customers'],
] as const)(
  'a removed %s is brought back from its history',
  async (entity, type, field, context) => {
    const restored = vi.fn<() => void>()
    server.use(
      ...session(),
      http.get(at(`/history/${USER}/${entity}/t1`), () =>
        ok(
          toldHistory({
            entity,
            id: 't1',
            title: 'Écran',
            facts: [
              {
                version: 2,
                type,
                at: REMOVED,
                actor: { kind: 'user', id: USER, name: 'Anna Exemple' },
                cause: 'user',
                isEdit: false,
                changes: [],
                position: '2',
              },
            ],
            last: { [field]: 'Écran' },
          }),
        ),
      ),
      http.put(at(`/${entity === 'calendarEvent' ? 'event' : entity}/${USER}/t1/restore`), () => {
        restored()
        return ok({ id: 't1', version: 3, position: '00000000000000000009' })
      }),
    )
    await drawSignedIn(<RecordHistoryScreen />, {
      path: '/admin/history/:entity/:id',
      at: `/admin/history/${entity}/t1`,
      words: [...words, context],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Rétablir' }))
    await waitFor(() => expect(restored).toHaveBeenCalledOnce())
  },
)
