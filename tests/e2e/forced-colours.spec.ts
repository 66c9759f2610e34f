import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/screens.ts'
import { settled } from './looks.ts'
import { expect, test } from './test.ts'

/** Parts of an element that a contrast theme leaves: its ground, its edges and its outline. */
const drawn = (one: Locator): Promise<string> =>
  one.evaluate((element) => {
    const { backgroundColor, color, outlineStyle, borderBlockEndWidth, borderBlockEndColor } =
      getComputedStyle(element)
    return JSON.stringify({
      backgroundColor,
      color,
      outlineStyle,
      borderBlockEndWidth,
      borderBlockEndColor,
    })
  })

/** A state and its opposite are drawn differently. */
async function toldApart(page: Page, on: string, off: string): Promise<void> {
  expect(await drawn(page.locator(on).first()), `${on} beside ${off}`).not.toBe(
    await drawn(page.locator(off).first()),
  )
}

test('a contrast theme tells what is chosen, done and drawn', async ({ open }) => {
  const page = await open('demo')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)

  await page.goto(paths.turnover.to())
  await settled(page)
  await toldApart(page, '.seg > :has(:checked)', '.seg > :not(:has(:checked))')
  await toldApart(page, '.tab[aria-current]', '.tab:not([aria-current])')
  await toldApart(page, '.nav-item[aria-current="page"]', '.nav-item:not([aria-current])')

  // Series of a chart, in its legend and its bars.
  await page.goto(paths.turnover.to({}, { view: 'movements' }))
  await settled(page)
  const fills = (inside: string) =>
    page
      .locator(`figure ${inside}`)
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).fill))])
  expect(await fills('figcaption rect')).toHaveLength(2)
  expect((await fills('.recharts-bar-rectangle path')).toSorted()).toEqual(
    (await fills('figcaption rect')).toSorted(),
  )

  // A meter's share has another ground than the rest of it.
  await page.goto(paths.contracts.to())
  await settled(page)
  await toldApart(page, '.meter > i', '.meter')

  await page.goto(paths.calendar.to())
  await settled(page)
  await page.locator('.chip-button').last().click()
  await toldApart(page, '.chip-button[aria-pressed="true"]', '.chip-button[aria-pressed="false"]')
})

test('a contrast theme tells switches, boxes and rows that are on', async ({ open }) => {
  const page = await open('demo')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(paths.contract.to({ id: 'new' }))
  await settled(page)
  await toldApart(page, '.switch[aria-checked="true"]', '.switch[aria-checked="false"]')

  await page.goto(paths.bills.to())
  await settled(page)
  const box = page.locator('tbody .check').first()
  const ground = () => box.evaluate((one) => getComputedStyle(one, '::before').backgroundColor)
  const before = await ground()
  await box.check()
  expect(await ground()).not.toBe(before)
  await toldApart(page, 'tr[aria-selected="true"]', 'tr[aria-selected="false"]')
})

/** Texts that have the colour of what is painted behind them. */
const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const canvas = document.createElement('i')
    canvas.style.color = 'Canvas'
    document.body.append(canvas)
    const ground = getComputedStyle(canvas).color
    canvas.remove()
    /** The system paints its own ground behind a text, unless the text keeps its colours. */
    const behind = (one: Element): string => {
      for (let at: Element | null = one; at !== null; at = at.parentElement) {
        const { backgroundColor, forcedColorAdjust } = getComputedStyle(at)
        if (forcedColorAdjust !== 'none') return ground
        if (!/^rgba.*, 0\)$/.test(backgroundColor)) return backgroundColor
      }
      return ground
    }
    return [...document.querySelectorAll('body *')].flatMap((one) => {
      const text = [...one.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim())
        .join('')
      const isSeen = text !== '' && one.checkVisibility() && one.getBoundingClientRect().width > 2
      return isSeen && getComputedStyle(one).color === behind(one) ? [text] : []
    })
  })

test('a contrast theme hides no words', async ({ open }) => {
  const page = await open('demo')
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of [paths.dashboard.to(), paths.contract.to({ id: 'new' }), paths.board.to()]) {
    await page.goto(path)
    await settled(page)
    expect(await hidden(page), path).toEqual([])
  }
  await page.goto(paths.bills.to())
  await settled(page)
  await page.locator('tbody .check').first().check()
  await expect(page.locator('.selection-bar')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await settled(page)
  expect(await hidden(page)).toEqual([])
})
