// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { monthQuery, useMonth } from '#web/timesheets/month.queries.ts'

const NOVEMBER = { year: 2026, month: 11 }

/** Whether the month has its days at each drawing. */
function drawings(read: object | null): readonly boolean[] {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  if (read) queries.setQueryData(monthQuery('p1', NOVEMBER).queryKey, read as never)
  const ready: boolean[] = []
  renderHook(() => ready.push(useMonth('p1', NOVEMBER).state.ready), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    ),
  })
  return ready
}

test('a month that is read already is drawn with its days at once', () =>
  expect(drawings({ version: 3, activities: [] })[0]).toBe(true))

test('a month that is not read has none yet', () => expect(drawings(null)).not.toContain(true))
