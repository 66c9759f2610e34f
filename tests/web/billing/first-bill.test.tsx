// @vitest-environment jsdom
import { at, drawSignedIn, fakeServer, PROFILE, session, USER } from '../signed-in.tsx'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FirstBill } from '#web/billing/first-bill.tsx'
import { today } from '#web/kernel/words/formats.ts'
import { bill } from './answers.ts'

const server = fakeServer()
// Noon, which is the same day everywhere that the session may be.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 20, 12) }))
afterEach(() => void vi.useRealTimers())
const draw = async (issued: number, more: Parameters<typeof bill>[1] = {}) => {
  const asked: string[] = []
  server.use(
    ...session(),
    http.get(at(`/bill/${USER}/all/${PROFILE}`), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(
        { status: 0, result: { data: [] } },
        { headers: { 'x-total-count': String(issued) } },
      )
    }),
  )
  const first = { ...bill(1, { ref: '2026-0001', ...more }), issueDate: today(), ...more }
  await drawSignedIn(<FirstBill bill={first} />, { words: ['billing'] })
  return asked
}

test('the first bill of a profile is told by its number on its day', async () => {
  const asked = await draw(1)
  expect(await screen.findByText('Votre première facture est émise.')).toBeTruthy()
  expect(screen.getByText('2026-0001')).toBeTruthy()
  expect(asked).toEqual(['?status=issued&limit=1'])
})

test('the first of a year after others, or of another day, is told as any bill', async () => {
  const asked = await draw(12)
  await expect.poll(() => asked).toHaveLength(1)
  expect(screen.queryByText('2026-0001')).toBeNull()
  expect(await draw(1, { issueDate: today() - 86_400_000 })).toEqual([])
})
