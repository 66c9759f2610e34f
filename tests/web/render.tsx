import { QueryClientProvider } from '@tanstack/react-query'
import { render, renderHook } from '@testing-library/react'
import i18next from 'i18next'
import { type ReactElement, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { changeLanguage, startWords } from '#web/kernel/words/i18n.ts'
import type { Language } from '#web/kernel/words/languages.ts'
import { createQueries } from '#web/kernel/data/queries.ts'
import { useToasts } from '#web/kernel/data/toasts.ts'

/** The last notification: its words, or the error of a failed call. */
export const lastTold = () => renderHook(useToasts).result.current.past[0]?.what

let started = false

/** Draws a screen at an address, in a language; `other` is a second page to go to. */
export async function draw(
  element: ReactElement,
  options: {
    at?: string /** Pattern of the screen's address, for one that reads a part of it. */
    path?: string
    language?: Language
    words?: readonly string[]
    /** Words of what the test alone declares, by dictionary: none is missing on a screen. */
    invented?: Readonly<Record<string, object>>
  } = {},
) {
  if (!started) await startWords(['kernel', 'titles', ...(options.words ?? [])])
  started = true
  const language = options.language ?? 'fr'
  await changeLanguage(language)
  for (const [dictionary, words] of Object.entries(options.invented ?? {})) {
    await i18next.loadNamespaces(dictionary)
    i18next.addResourceBundle(language, dictionary, words, true, true)
  }
  const router = createMemoryRouter(
    [
      { path: options.path ?? '/', element },
      { path: '/elsewhere', element: <p>elsewhere</p> },
      { path: '/admin/*', element: <p>elsewhere</p> },
    ],
    { initialEntries: [options.at ?? '/'] },
  )
  const queries = createQueries()
  const view = render(
    <QueryClientProvider client={queries}>
      <Suspense fallback={null}>
        <RouterProvider router={router} />
      </Suspense>
    </QueryClientProvider>,
  )
  return { ...view, router, queries }
}
