import { homePaths } from '#web/home/links.ts'
import type { Look } from './looks.ts'
import { contextFor, settled } from './looks.ts'
import { loadingOf, measureLoading, readToEnd } from './loading.ts'
import { productUrl } from './sign-in.ts'
import { expect, overflow, test } from './test.ts'

/** Budgets of a public page, as its reader's browser counts them. */
const SCRIPT_BYTES = 60_000
const SHIFT = 0.02
/**
 * Time of the largest paint on 4G, simulated like Lighthouse from round trips and bytes, not from
 * this machine's time. `npm run bench` measures it in a browser with a throttled network. @unit
 * milliseconds
 */
const LARGEST_PAINT_MS = 1_200
/** The profile 4G of WebPageTest. @unit milliseconds, bits a millisecond */
const FOUR_G = { roundTrip: 170, bitsPerMs: 9_000 }
/** The connection; the page; what it names in its head, all at once. */
const ROUND_TRIPS = 3
/** Resources that a browser loads before it paints text. The module script runs after it. */
const BLOCKING = ['Document', 'Stylesheet', 'Font', 'Script']

/** A landing page read to its end, with its pictures and fonts. @unit bytes */
const LANDING_BYTES = 700_000

const LOOKS: readonly { readonly name: string; readonly look: Look }[] = [
  { name: 'wide', look: {} },
  { name: 'phone', look: { width: 390 } },
  { name: 'dark', look: { theme: 'dark' } },
  { name: 'arabic phone', look: { language: 'ar', width: 390 } },
]
const PAGES = [
  homePaths.home,
  homePaths.prices,
  homePaths.compare,
  homePaths.verify,
  homePaths.blogs,
  homePaths.terms,
]

for (const { name, look } of LOOKS)
  test(`public pages load little, nothing from elsewhere, and do not move: ${name}`, async ({
    browser,
  }) => {
    const context = await contextFor(browser, 'visitor', look)
    try {
      for (const path of PAGES) {
        const page = await context.newPage()
        const protocol = await context.newCDPSession(page)
        await protocol.send('Network.enable')
        await protocol.send('Network.setCacheDisabled', { cacheDisabled: true })
        const types = new Map<string, { readonly url: string; readonly type: string }>()
        const received = new Map<string, number>()
        protocol.on('Network.requestWillBeSent', ({ requestId, request, type }) =>
          types.set(requestId, { url: request.url, type: type ?? '' }),
        )
        protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
          received.set(requestId, encodedDataLength),
        )
        await measureLoading(page)
        await page.goto(path.to({}, { lang: look.language ?? 'fr' }))
        await settled(page)
        const where = page.url()
        const { largest } = await loadingOf(page)
        // Text: its paint waits for no picture.
        expect(largest, where).not.toMatch(/^IMG/)
        const blocking = [...types].filter(([, { type }]) => BLOCKING.includes(type))
        const bits = blocking.reduce((sum, [id]) => sum + (received.get(id) ?? 0), 0) * 8
        expect(bits, `${where}: bits before text`).toBeGreaterThan(100_000)
        const paint = ROUND_TRIPS * FOUR_G.roundTrip + bits / FOUR_G.bitsPerMs
        expect(paint, `${where}: largest paint`).toBeLessThanOrEqual(LARGEST_PAINT_MS)
        await readToEnd(page)
        await settled(page)
        const foreign = [...types.values()].filter(
          ({ url }) => !url.startsWith(productUrl()) && !url.startsWith('data:'),
        )
        expect(foreign, where).toEqual([])
        const bytesOf = (wanted?: string) =>
          [...types]
            .filter(([, { type }]) => wanted === undefined || type === wanted)
            .reduce((sum, [id]) => sum + (received.get(id) ?? 0), 0)
        expect(bytesOf('Script'), `${where}: bytes of script`).toBeGreaterThan(1_000)
        expect(bytesOf('Script'), `${where}: bytes of script`).toBeLessThanOrEqual(SCRIPT_BYTES)
        expect(bytesOf(), `${where}: bytes of all`).toBeLessThanOrEqual(LANDING_BYTES)
        const { shift, shifted } = await loadingOf(page)
        expect(shift, `${where}: ${shifted.join(', ')}`).toBeLessThanOrEqual(SHIFT)
        expect(await overflow(page)).toBeLessThanOrEqual(0)
        await page.close()
      }
    } finally {
      await context.close()
    }
  })

test('the landing page loads its pictures in one theme and one form', async ({ open }) => {
  for (const [look, ending] of [
    [{}, '-fr-light-wide'],
    [{ theme: 'dark' }, '-fr-dark-wide'],
    [{ width: 390 }, '-fr-light-phone'],
  ] as const) {
    const page = await open('visitor', look)
    const asked: string[] = []
    page.on(
      'request',
      (request) => request.url().endsWith('.avif') && asked.push(new URL(request.url()).pathname),
    )
    await page.goto('/?lang=fr')
    await readToEnd(page)
    await settled(page)
    expect(asked).toHaveLength(5)
    expect(asked.filter((one) => !one.includes(ending))).toEqual([])
    const shown = page.locator('main picture img:visible')
    await expect(shown).toHaveCount(5)
    for (const image of await shown.all())
      expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(300)
  }
})

test('a public page reads without a script', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: productUrl(),
    locale: 'fr-FR',
  })
  try {
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Créer mon compte' }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Comparer' }).first().click()
    await expect(page.getByRole('heading', { level: 2, name: 'Dolibarr' })).toBeVisible()
  } finally {
    await context.close()
  }
})

test('sample articles have their covers, in the list and above the text', async ({ open }) => {
  const page = await open('visitor')
  await page.goto('/blogs?lang=fr')
  const covers = page.locator('main article img')
  await expect(covers).toHaveCount(2)
  const article = page.getByRole('article').filter({ has: page.locator('img') })
  await article.first().getByRole('link').click()
  const cover = page.locator('main article img')
  await expect(cover).toBeVisible()
  expect(await cover.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(760)
})
