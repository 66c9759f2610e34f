import { AxeBuilder } from '@axe-core/playwright'
import {
  test as base,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { contextFor, type Look } from './looks.ts'
import type { Reader } from './sign-in.ts'

/**
 * @param refused statuses of expected refusals: the browser notes each such answer in the console
 */
export type Open = (
  who: Reader | 'visitor',
  look?: Look & { readonly refused?: readonly number[] },
) => Promise<Page>

/**
 * A test opens pages as one reader or another. Its end closes them, and their consoles must be
 * clean.
 */
export const test = base.extend<{ open: Open }>({
  open: async ({ browser }, use, testInfo) => {
    const opened: Page[] = []
    const said: string[] = []
    await use(async (who, { refused, ...look } = {}) => {
      const page = await (await contextFor(browser, who, look)).newPage()
      listen(page.context(), said, refused)
      opened.push(page)
      return page
    })
    await Promise.all(opened.map((page) => page.context().close()))
    // The cause was reported already.
    if (testInfo.status === testInfo.expectedStatus)
      expect(said, 'what the console said').toEqual([])
  },
})

/** Notes what the consoles of a context's pages must not say. */
export function listen(
  context: BrowserContext,
  said: string[],
  refused: readonly number[] = [],
): void {
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    // Playwright says so itself where it blocks the worker.
    if (message.text().includes('Service Worker registration blocked by Playwright')) return
    if (refused.some((status) => message.text().includes(`status of ${status}`))) return
    said.push(`${message.text()} ${message.location().url}`)
  })
  context.on('weberror', (thrown) => said.push(String(thrown.error())))
}

/**
 * No violation for axe in the page. @param only these rules, where all the others are known to
 * hold
 */
export async function accessible(page: Page, only?: readonly string[]): Promise<void> {
  // A changing colour has not its contrast yet. Endless rotations are no transition.
  await page.evaluate(async () => {
    const changing = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(changing.map((one) => one.finished))
  })
  // No page has a frame, which is what the slower way is for; and what passes need not be
  // described.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (only === undefined ? axe : axe.withRules([...only])).analyze()
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html)
          .join(' | ')}`,
    ),
  ).toEqual([]) // prettier-ignore
}

/**
 * Replaces a field's value by keystrokes, as a user does. A focused field shows its figure without
 * grouping.
 */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/** Texts of a page: visible ones, those of screen readers, tooltips and the tab's title. */
export async function saidIn(page: Page): Promise<string> {
  const said = await page.evaluate(() =>
    [...document.querySelectorAll('main, main *, [role="dialog"], [role="dialog"] *')]
      .flatMap((one) =>
        ['title', 'aria-label', 'aria-description', 'value'].map(
          (name) => one.getAttribute(name) ?? '',
        ),
      )
      .concat(
        document.title,
        ...[...document.querySelectorAll('main, [role="dialog"]')].map((one) => one.textContent),
      )
      .join(' '),
  )
  // 0,50 is the rounding's rule.
  return said.replace('0,50', '')
}

/** Whether something stands wider than the window. @unit pixels beyond it */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/**
 * Controls smaller than 24 px in a direction, each once (WCAG 2.5.8). A link within a sentence is
 * as high as its line.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 23.5
    const seen = (one: Element) => one.checkVisibility({ visibilityProperty: true })
    const boxOf = (one: Element) => {
      const boxes = [one, ...((one as HTMLInputElement).labels ?? [])].map((part) =>
        part.getBoundingClientRect(),
      )
      return {
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
        // A text for readers of screens is drawn as a point.
        isDrawn: boxes.some(({ width, height }) => width > 2 && height > 2),
      }
    }
    const small = [
      ...document.querySelectorAll(
        'button, a[href], input, select, textarea, summary, [role="button"], [role="option"], [role="menuitem"], [role="slider"]',
      ),
    ].flatMap((one) => {
      if (!seen(one) || getComputedStyle(one).display === 'inline') return []
      const { width, height, isDrawn } = boxOf(one)
      if (!isDrawn || (width >= LEAST && height >= LEAST)) return []
      const name = one.getAttribute('aria-label') ?? one.textContent.trim().slice(0, 40)
      return [
        `${one.tagName.toLowerCase()}.${one.className} "${name}" ${Math.round(width)}×${Math.round(height)}`,
      ]
    })
    return [...new Set(small)]
  })

/** Texts of lists that lose their end, with what their cell has room for. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page
    .locator('main :is(.ledger tbody, .phone-list) :is(.clip, .clip *, .truncate)')
    .evaluateAll((all) =>
      all.flatMap((one) => {
        const isWider = one.scrollWidth > one.clientWidth + 1
        const isHigher = one.scrollHeight > one.clientHeight + 1
        const isCut =
          one.clientWidth > 2 &&
          getComputedStyle(one).overflowX === 'hidden' &&
          (isWider || isHigher) &&
          one.checkVisibility()
        return isCut ? [`${one.textContent}: ${one.scrollWidth} in ${one.clientWidth} px`] : []
      }),
    )

/** Texts that are cut at their start: they are seen, and their first letter is not. */
export const lostStarts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const lost: string[] = []
    const cutting = '.clip, .truncate'
    for (const one of document.querySelectorAll(`:is(${cutting}), :is(${cutting}) bdi`)) {
      const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode()
      const box = one.closest(cutting)
      if (!text?.textContent?.trim() || !box?.checkVisibility({ visibilityProperty: true }))
        continue
      const range = document.createRange()
      const boxOf = (end: number) => {
        range.setStart(text, 0)
        range.setEnd(text, end)
        return range.getBoundingClientRect()
      }
      const [letter, all, around] = [
        boxOf(1),
        boxOf(text.textContent.length),
        box.getBoundingClientRect(),
      ]
      const isSeen = all.right > around.left + 1 && all.left < around.right - 1
      const isCut = letter.left < around.left - 1 || letter.right > around.right + 1
      if (isSeen && isCut && around.width > 2 && letter.width > 0) lost.push(text.textContent)
    }
    return [...new Set(lost)]
  })

/** Heads of columns that do not fit their column, with both widths. */
export const narrowHeads = (page: Page): Promise<string[]> =>
  page
    .locator('main thead th')
    .evaluateAll((heads) =>
      heads.flatMap((head) =>
        head.checkVisibility() && head.textContent !== '' && head.scrollWidth > head.clientWidth + 1
          ? [`${head.textContent} ${head.scrollWidth} in ${head.clientWidth} px`]
          : [],
      ),
    )

export { expect }
