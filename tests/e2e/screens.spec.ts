import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { contextFor, type Look, screens, show } from './screens.ts'

/** Every screen, as its reader finds it: nothing serious for axe, nothing in the console, nothing that scrolls sideways on a phone. */
const LOOKS: readonly (Look & { name: string })[] = [
  { name: 'light', theme: 'light' },
  { name: 'dark', theme: 'dark' },
  { name: 'arabic', language: 'ar' },
  { name: 'phone', width: 390 },
]

for (const look of LOOKS)
  for (const screen of screens)
    test(`${screen.name}, ${look.name}`, async ({ browser }) => {
      const context = await contextFor(browser, screen.who, look)
      const page = await context.newPage()
      const said: string[] = []
      page.on('console', (message) => ['error', 'warning'].includes(message.type()) && said.push(message.text()))
      page.on('pageerror', (error) => said.push(String(error)))
      await show(page, screen)

      const { violations } = await new AxeBuilder({ page }).analyze()
      const serious = violations
        .filter((v) => v.impact === 'serious' || v.impact === 'critical')
        .map(
          (v) =>
            `${v.id}: ${v.nodes
              .map((n) => n.target.join(' '))
              .slice(0, 3)
              .join(' | ')}`,
        )
      expect(serious).toEqual([])
      // The document that says "not found" is itself one.
      expect(said.filter((text) => !(screen.name === 'unknown' && text.includes('404')))).toEqual([])
      await expect(page.locator('html')).toHaveAttribute('dir', look.language === 'ar' ? 'rtl' : 'ltr')
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
      await context.close()
    })
