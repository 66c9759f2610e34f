import type { Page } from '@playwright/test'

export type Point = { readonly x: number; readonly y: number }

/**
 * The middle of what is found by a selector, or of a part of it. @throws Error when nothing is
 * drawn there
 */
export async function middleOf(found: ReturnType<Page['locator']>): Promise<Point> {
  const box = await found.boundingBox()
  if (box === null) throw new Error(`${String(found)} is not drawn`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Steps of a way: a finger passes over what lies between. */
const STEPS = 6

/**
 * A finger on a page of Chromium: touches as its screen would tell them. The look of the page has
 * `touch`.
 */
export async function finger(page: Page) {
  const client = await page.context().newCDPSession(page)
  let at: Point = { x: 0, y: 0 }
  const tell = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] })
  return {
    async press(to: Point) {
      at = to
      await tell('touchStart', [at])
    },
    async lead(to: Point) {
      const from = at
      for (let step = 1; step <= STEPS; step++) {
        const part = step / STEPS
        at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
        await tell('touchMove', [at])
      }
    },
    lift: () => tell('touchEnd', []),
  }
}
