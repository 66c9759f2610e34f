import type { Page } from '@playwright/test'
import { paths } from '#web/screens.ts'
import { contextFor, type Look, settled } from './looks.ts'
import { screens, show } from './screens.ts'
import {
  accessible,
  expect,
  listen,
  lostStarts,
  narrowHeads,
  overflow,
  smallTargets,
  test,
} from './test.ts'

/**
 * Every screen, as its reader finds it. No violation for axe, nothing in the console. Nothing
 * scrolls sideways, no target is below 24 px, no head of a column is over the next one.
 */
const LOOKS: readonly { name: string; look: Look }[] = [
  { name: 'light and dark', look: {} },
  { name: 'arabic', look: { language: 'ar' } },
  { name: 'phone', look: { width: 390 } },
  { name: 'arabic phone', look: { language: 'ar', width: 390 } },
]
/**
 * A wide window, in light and dark, sees a third of the screens; Arabic and the phone see an
 * eighth. Another share is seen each day; `SCREENS=all` sees all of them.
 */
const SHARES = { wide: 3, other: 8 }
const today = Number(process.env['SHARE_DAY'])
const isSeen = (screen: string, look: Look): boolean =>
  process.env['SCREENS'] === 'all' ||
  (Array.from(screen).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) + today) %
    (Object.keys(look).length === 0 ? SHARES.wide : SHARES.other) ===
    0

/** Rules that depend on colours; the rest of a page is the same in the dark. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block']

async function darken(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
  // Colours load nothing: two frames without a change are enough.
  await settled(page, 50)
}
const ink = (page: Page) => page.evaluate(() => getComputedStyle(document.body).color)

test('every address of the application is among the screens that are looked at', () => {
  const seen = screens.map(({ path }) => path.split('?')[0] ?? '')
  const opened = {
    [paths.admin.pattern]: 'leads on',
    [paths.error.pattern]: 'as the unknown page',
    [paths.bill.pattern]: 'opened from the list',
    [paths.quote.pattern]: 'opened from the list',
    [paths.plan.pattern]: 'opened from the prices',
    [paths.recordHistory.pattern]: 'of the first company',
  }
  const unseen = Object.values(paths).filter(
    ({ pattern }) =>
      !(pattern in opened) &&
      !seen.some((path) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)),
  )
  expect(unseen.map(({ pattern }) => pattern)).toEqual([])
})

for (const { name, look } of LOOKS)
  for (const who of ['visitor', 'demo', 'admin'] as const)
    test.describe(`${name}, ${who}`, () => {
      // One browser context for all of them, one after another: scripts and fonts are read once.
      test.describe.configure({ mode: 'default' })
      const said: string[] = []
      let page: Page
      test.beforeAll(async ({ browser }) => {
        page = await (await contextFor(browser, who, look)).newPage()
        listen(page.context(), said)
      })
      test.afterAll(() => page.context().close())

      for (const screen of screens.filter((one) => one.who === who && isSeen(one.name, look)))
        test(screen.name, async () => {
          said.length = 0
          await show(page, screen)
          await accessible(page)
          await expect(page.locator('html')).toHaveAttribute(
            'dir',
            look.language === 'ar' ? 'rtl' : 'ltr',
          )
          expect(await overflow(page)).toBeLessThanOrEqual(0)
          expect(await lostStarts(page), 'texts that are cut at their start').toEqual([])
          expect(await smallTargets(page), 'targets below 24 px').toEqual([])
          expect(await narrowHeads(page), 'heads wider than their column').toEqual([])
          if (name === 'light and dark') {
            const light = await ink(page)
            await darken(page)
            expect(await ink(page)).not.toBe(light)
            await accessible(page, OF_COLOUR)
            await page.emulateMedia({ colorScheme: 'light' })
          }
          // The document that says "not found" is itself one.
          expect(
            said.filter((text) => !(screen.name.startsWith('unknown') && text.includes('404'))),
          ).toEqual([])
        })
    })
