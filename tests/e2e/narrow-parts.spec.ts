import type { Page } from '@playwright/test'
import { LANGUAGES } from '#domain/kernel/languages.values.ts'
import { paths } from '#web/screens.ts'
import { business } from './fixture.ts'
import { settled } from './looks.ts'
import { register } from './sign-in.ts'
import { accessible, cutTexts, expect, overflow, test } from './test.ts'

/** Each count of a page's tabs: its rectangle beside those of the two neighbouring words. */
const countsOf = (page: Page) =>
  page.locator('main nav .tab:has(.tab-count)').evaluateAll((tabs) =>
    tabs.map((tab) => {
      // the locator asks for it
      const count = (tab.querySelector('.tab-count') as Element).getBoundingClientRect()
      const word = document.createRange()
      word.selectNodeContents(tab)
      word.setEndBefore(tab.querySelector('.tab-count') as Element)
      const text = word.getBoundingClientRect()
      const own = tab.getBoundingClientRect()
      const next = tab.nextElementSibling?.getBoundingClientRect()
      return {
        tab: tab.textContent,
        gap: document.dir === 'rtl' ? text.left - count.right : count.left - text.right,
        // The count is smaller and stands on the word's baseline: its middle is a few pixels lower.
        offMiddle: Math.abs((count.top + count.bottom) / 2 - (text.top + text.bottom) / 2),
        isInside: count.left >= own.left - 1 && count.right <= own.right + 1,
        isOverNext: next !== undefined && count.left < next.right && next.left < count.right,
      }
    }),
  )

for (const language of ['fr', 'ar'] as const)
  test(`the counts of tabs stand beside their words on a phone, in ${language}`, async ({
    open,
  }) => {
    const page = await open('demo', { width: 390, language })
    for (const path of [paths.bills.to(), paths.quotes.to(), paths.offers.to()]) {
      await page.goto(path)
      await settled(page)
      const counts = await countsOf(page)
      expect(counts.length, path).toBeGreaterThan(1)
      for (const { tab, gap, offMiddle, isInside, isOverNext } of counts) {
        expect([isInside, isOverNext], tab).toEqual([true, false])
        expect(gap, tab).toBeGreaterThanOrEqual(2)
        expect(gap, tab).toBeLessThan(16)
        expect(offMiddle, tab).toBeLessThan(5)
      }
    }
  })

for (const [language, width] of [
  ['fr', 390],
  ['ar', 300],
] as const)
  test(`the last tab is in sight on a phone where it is the one shown, in ${language}`, async ({
    open,
  }) => {
    const page = await open('demo', { width, language })
    await page.goto(paths.jobs.to({}, { view: 'created' }))
    await settled(page)
    // The browser scrolls by whole pixels.
    await expect(page.locator('main nav .tab[aria-current]')).toBeInViewport({ ratio: 0.95 })
    await expect(page.locator('main nav .tab').first()).not.toBeInViewport({ ratio: 0.99 })
  })

for (const language of LANGUAGES)
  test(`the calendar is no wider than a narrow phone, in ${language}`, async ({ open }) => {
    const page = await open('demo', { width: 360, language })
    await page.goto(paths.calendar.to())
    await settled(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

test('long words of forms and of the health page fit a narrow window', async ({ open }) => {
  for (const [who, path, width] of [
    ['demo', paths.profiles.to(), 360],
    ['demo', paths.contract.to({ id: 'new' }), 360],
    ['admin', paths.health.to(), 360],
    ['admin', paths.health.to(), 768],
    ['admin', paths.logs.to(), 320],
  ] as const) {
    const page = await open(who, { width, language: 'de' })
    await page.goto(path)
    await settled(page)
    expect(await overflow(page), path).toBeLessThanOrEqual(0)
  }
})

test('the clients on a phone say what they owe', async ({ open }) => {
  const page = await open('demo', { width: 390 })
  await page.goto(paths.companies.to())
  await settled(page)
  const row = page.getByRole('button', { name: /Coopérative Lampadaire/ })
  await expect(row).toContainText(/3\s120,00.*En retard.*3\s120,00/)
  await expect(page.getByRole('button', { name: /Atelier Brumaire/ })).not.toContainText('€')
})

test('sessions that can be ended fit a phone', async ({ open }) => {
  const account = await register('appareils')
  const page = await open(account, { width: 390 })
  // A program that signs in by itself is a second one.
  const signedIn = await page.request.post('/api/users/authenticate', {
    headers: { 'x-api-key': 'public' },
    data: account,
  })
  expect(signedIn.ok()).toBe(true)
  await page.goto(paths.personal.to())
  await expect(page.getByRole('region', { name: 'sessions' }).getByRole('listitem')).toHaveCount(2)
  await settled(page)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('keys are hinted at where there is a keyboard, not on a phone or a tablet', async ({
  open,
}) => {
  const account = await register('touches')
  for (const [look, isHinted] of [
    [{}, true],
    [{ width: 390 }, false],
    [{ touch: true }, false],
  ] as const) {
    const page = await open(account, look)
    await page.goto(paths.companies.to())
    await expect(page.locator('main h2.lead')).toBeVisible()
    await expect(page.getByText('ou la touche')).toBeVisible({ visible: isHinted })
    expect((await page.locator('kbd:visible').count()) > 0).toBe(isHinted)
  }
})

test('a dialog opens on a phone without faults of what nobody has filled yet', async ({ open }) => {
  const page = await open('demo', { width: 390 })
  for (const path of [paths.quotes.to(), paths.bills.to()]) {
    await page.goto(path)
    await settled(page)
    await page.locator('main .btn-primary').first().tap()
    await expect(page.locator('.dialog')).toBeVisible()
    await settled(page)
    await expect(page.locator('[role="dialog"] [aria-invalid="true"]')).toHaveCount(0)
  }
})

test('a draft ends at the lower edge of a phone, by way of its first open point', async ({
  open,
}) => {
  const who = await business('finish')
  // Without a client's contract nor lines: the checklist has open points.
  const id = await who.write('POST', 'bill/me', {
    profileId: who.profileId,
    clientId: who.clientId,
  })
  const page = await open(who, { width: 390 })
  await page.goto(paths.bill.to({ id }))
  await settled(page)
  const bar = page.getByRole('region', { name: 'Fin du brouillon' })
  await expect(bar).toBeInViewport({ ratio: 0.99 })
  await expect(bar).toContainText(/\d+ points? · 0,00/)
  await expect(page.getByRole('button', { name: 'Émettre' })).toHaveCount(1)
  // The button cannot act yet: its press leads to the reason.
  await bar.getByRole('button', { name: 'Émettre' }).click({ force: true })
  await expect(page.locator('[data-first-of]')).toBeInViewport()
  expect(
    await page.evaluate(() => document.activeElement?.closest('[data-first-of]') !== null),
  ).toBe(true)
})

test('the VAT of a draft is one line, and its lines have room for their text', async ({ open }) => {
  const who = await business('fold')
  const id = await who.write('POST', 'bill/me', {
    profileId: who.profileId,
    clientId: who.clientId,
    lines: [{ description: 'Conseil', quantity: 1, unitPrice: 650, tva: 20 }],
  })
  const page = await open(who)
  await page.goto(paths.bill.to({ id }))
  await settled(page)
  const line = page.getByText('Prestation de services · avec TVA')
  await expect(line).toBeVisible()
  const lines = page.getByRole('button', { name: 'Ajouter une ligne' })
  expect((await lines.boundingBox())?.y).toBeLessThan((await line.boundingBox())?.y ?? 0)
  await expect(page.getByRole('switch', { name: 'Facturer la TVA' })).toBeHidden()
  const text = page.getByRole('textbox', { name: /Désignation/ })
  for (const width of [1440, 1366, 900]) {
    await page.setViewportSize({ width, height: 900 })
    expect((await text.boundingBox())?.width, String(width)).toBeGreaterThanOrEqual(180)
  }
  await line.click()
  await page.getByRole('switch', { name: 'Facturer la TVA' }).click()
  await expect(page.getByText('Prestation de services · sans TVA')).toBeVisible()
})

test('an open menu lies within a landmark', async ({ open }) => {
  const page = await open('demo')
  await page.goto(paths.bills.to())
  await settled(page)
  for (const times of [1, 2]) {
    await page.locator('[aria-haspopup="menu"]').first().click()
    await expect(page.getByRole('menu'), String(times)).toBeVisible()
    expect(
      await page
        .getByRole('menu')
        .evaluate((menu) => menu.closest('section[aria-label]')?.getAttribute('aria-label')),
    ).toBe('Menus et dialogues')
    await page.keyboard.press('Escape')
  }
})

test('a month of 31 days stands beside the menu, its worth on a wider page', async ({ open }) => {
  const page = await open('demo', { width: 1280 })
  await page.goto(paths.timesheets.to({}, { month: '2026-10' }))
  await settled(page)
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('columnheader')).toHaveCount(33)
  const wider = () =>
    grid.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0))
  expect(await wider()).toBeLessThanOrEqual(0)
  const name = await grid.locator('tbody .first-column').first().boundingBox()
  expect(name?.width).toBeGreaterThanOrEqual(150)
  await accessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await settled(page)
  await expect(grid.getByRole('columnheader')).toHaveCount(34)
  expect(await wider()).toBeLessThanOrEqual(0)
})

/** The width of the column that says what a row is. */
const nameWidth = async (page: Page) =>
  (await page.locator('main table thead .first-column').first().boundingBox())?.width ?? 0

test('tables of a tablet say what each row is, and the folded menu parts its groups by lines', async ({
  open,
}) => {
  for (const [who, path] of [
    ['demo', paths.vat.to()],
    ['admin', paths.logs.to()],
    ['admin', paths.roles.to()],
  ] as const) {
    const page = await open(who, { width: 768, language: 'de' })
    await page.goto(path)
    await settled(page)
    expect(await nameWidth(page), path).toBeGreaterThanOrEqual(180)
    const lines = await page
      .locator('.nav-group > summary')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...lines)).toBeLessThanOrEqual(1)
    const table = await page.locator('main table').first().boundingBox()
    const sheet = await page.locator('main').boundingBox()
    expect(table?.width).toBeCloseTo(sheet?.width ?? 0, -1)
    await accessible(page)
  }
})

test('a draft of a contract does not move while the contract is read', async ({ open }) => {
  const who = await business('still', { contract: { soldDays: 30 } })
  const id = await who.write('POST', 'bill/me', {
    profileId: who.profileId,
    clientId: who.clientId,
    projectId: who.contractId,
  })
  const page = await open(who, { width: 390 })
  await page.route(/\/api\/project\//, async (route) => {
    await page.waitForTimeout(1500)
    await route.continue()
  })
  await page.goto(paths.bill.to({ id }))
  const place = async () => (await page.locator('input[name="serviceName"]').boundingBox())?.y
  await page.locator('input[name="serviceName"]').waitFor()
  const before = await place()
  await settled(page)
  expect(await place()).toBe(before)
  await expect(page.getByText('Reste à facturer sur ce contrat')).toBeVisible()
})

for (const language of ['de', 'ar'] as const)
  test(`lists say their texts whole at every width, in ${language}`, async ({ open }) => {
    for (const [who, ...lists] of [
      ['demo', paths.bills, paths.quotes, paths.transactions, paths.mails, paths.publications],
      ['admin', paths.articles, paths.users],
    ] as const) {
      const page = await open(who, { language })
      for (const path of lists) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(path.to())
        await settled(page)
        for (const width of [1440, 1280, 1024, 900, 768, 390, 320]) {
          await page.setViewportSize({ width, height: 900 })
          await settled(page, 200)
          expect(await cutTexts(page), `${path.pattern} at ${width} px`).toEqual([])
          expect(await overflow(page), `${path.pattern} at ${width} px`).toBeLessThanOrEqual(0)
        }
      }
    }
  })

test('a long month fits the margin of a tablet on one line', async ({ open }) => {
  const page = await open('demo', { width: 1024 })
  await page.goto(paths.dashboard.to())
  await settled(page)
  const lines = await page
    .locator('main .sheet-margin:has(.folio)')
    .first()
    .evaluate((margin) => {
      const month = margin.appendChild(document.createElement('p'))
      month.textContent = 'septembre'
      return month.clientHeight / Number.parseFloat(getComputedStyle(month).lineHeight)
    })
  expect(lines).toBe(1)
})
