import type { Page } from '@playwright/test'

/** Figures of a page from the browser. @unit milliseconds; a shift has none */
export type Loading = {
  readonly largestPaint: number
  readonly largest: string
  readonly shift: number
  readonly shifted: readonly string[]
}
type Measured = {
  readonly measured?: { largestPaint: number; largest: string; shift: number; shifted: string[] }
}

/**
 * Measures every page that is opened from now on. @source web.dev: largest contentful paint, layout
 * shift
 */
export const measureLoading = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    type Shift = PerformanceEntry & {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly { readonly node: Node | null }[]
    }
    type Paint = PerformanceEntry & { readonly element: Element | null }
    const measured = { largestPaint: 0, largest: '', shift: 0, shifted: [] as string[] }
    Object.assign(window, { measured })
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName}.${node.className}` : 'a text'
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Paint[]) {
        measured.largestPaint = entry.startTime
        measured.largest = nameOf(entry.element)
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    // All shifts of the page: at least those of its worst five seconds, which the metric counts.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (!entry.hadRecentInput) {
          measured.shift += entry.value
          measured.shifted.push(...entry.sources.map(({ node }) => nameOf(node)))
        }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** @throws Error when the page was opened before `measureLoading` */
export async function loadingOf(page: Page): Promise<Loading> {
  const measured = await page.evaluate(() => (window as typeof window & Measured).measured)
  if (measured === undefined) throw new Error('The page was opened before it was measured')
  return measured
}

/** Scrolls to the end as a reader does, so that what loads late has loaded. */
export async function readToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += window.innerHeight / 2) {
      window.scrollTo(0, top)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)))
    }
  })
}
