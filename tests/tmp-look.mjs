import { chromium, request } from '@playwright/test'
import { readFileSync } from 'node:fs'
const base = 'http://localhost:4871'
const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking'],
})
const http = await request.newContext({ baseURL: base })
const form = await http.get('/api/session/sign-in?returnTo=/admin')
await http.post(form.url(), { form: { login: 'demo', password: 'Carnet-demo-2026' } })
const state = await http.storageState()
const shot = async (name, options, work) => {
  const context = await browser.newContext({ baseURL: base, storageState: state, ...options })
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log(name, 'ERROR', e.message))
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()))
  await work(page)
  await page.waitForTimeout(600)
  await page.screenshot({ path: `/tmp/w/cvx/${name}.png`, fullPage: true })
  await page.evaluate(axeSource)
  const { violations } = await page.evaluate(() => window.axe.run())
  for (const v of violations) console.log(name, 'AXE', v.id, v.nodes.map((n) => n.html.slice(0, 140)).slice(0, 3))
  await context.close()
}
const upload = (file) => async (page) => {
  await page.goto('/admin/profile/cv/import')
  await page.locator('input[type=file]').setInputFiles(file)
  await page.locator('[data-row]').first().waitFor({ timeout: 60000 })
}
await shot('start', { viewport: { width: 1440, height: 900 } }, async (page) => {
  await page.goto('/admin/profile/cv/import')
  await page.locator('.file-drop').waitFor()
})
await shot('review', { viewport: { width: 1440, height: 1000 } }, async (page) => {
  await upload('/tmp/w/cvx/fr-2-columns.pdf')(page)
  console.log(page.url())
  await page.reload()
  await page.locator('[data-row]').first().waitFor()
  await page.locator('[data-verdict=keep]').nth(3).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
})
await shot('review-phone', { viewport: { width: 390, height: 844 } }, upload('/tmp/w/cvx/fr-1-plain.pdf'))
await shot(
  'review-dark',
  { viewport: { width: 1440, height: 1000 }, colorScheme: 'dark' },
  upload('/tmp/w/cvx/fr-1-docx.docx'),
)
await shot('review-edit', { viewport: { width: 1440, height: 1000 } }, async (page) => {
  await upload('/tmp/w/cvx/de-10-columns.pdf')(page)
  await page
    .getByRole('button', { name: /^Modifier Projektl/ })
    .first()
    .click()
})
await shot('failed', { viewport: { width: 1440, height: 900 } }, async (page) => {
  await page.goto('/admin/profile/cv/import')
  await page.locator('input[type=file]').setInputFiles('/tmp/w/cvx/enc.pdf')
  await page.getByRole('alert').waitFor({ timeout: 60000 })
})
await shot('review-ar', { viewport: { width: 1440, height: 1000 } }, async (page) => {
  await page.addInitScript(() => localStorage.setItem('carnet.language', 'ar'))
  await upload('/tmp/w/cvx/ar-5-plain.pdf')(page)
})
await browser.close()
