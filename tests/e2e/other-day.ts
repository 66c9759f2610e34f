/**
 * The product, its pages and the tests on another day, to find what rests on the date:
 * `E2E_TODAY=2028-02-29 npx playwright test`. The day lies ahead, because a browser drops expired
 * cookies. The server reads this file before its own (`product.ts`). Pages get `moveDate` as a
 * script (`looks.ts`), and tests import it.
 */

/**
 * Moves what `Date` says. Stands alone, as it is also sent to the pages. @param byMs kept for good:
 * time goes on from there
 */
export function moveDate(byMs: number): void {
  const now = Date.now.bind(Date)
  globalThis.Date = new Proxy(Date, {
    construct: (real, given, target) =>
      Reflect.construct(real, given.length === 0 ? [now() + byMs] : given, target) as Date, // what `Date` constructs
    apply: (real) => new real(now() + byMs).toString(),
    get: (real, key, receiver) =>
      key === 'now' ? () => now() + byMs : Reflect.get(real, key, receiver),
  })
}

/**
 * @returns milliseconds from the true day to the wished one, at the same time of day; 0 without a
 * wish
 */
function aheadBy(wished: string | undefined): number {
  if (!wished) return 0
  const by =
    Date.parse(`${wished}T00:00:00Z`) -
    Date.parse(`${new Date().toISOString().slice(0, 10)}T00:00:00Z`)
  if (!(by >= 0))
    throw new Error(`E2E_TODAY is a day from today on, such as 2028-02-29, not ${wished}`)
  return by
}

export const AHEAD_MS = aheadBy(process.env['E2E_TODAY'])
if (AHEAD_MS > 0) moveDate(AHEAD_MS)
