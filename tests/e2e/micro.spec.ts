import { monthAway, monthKey } from './calendar.ts'
import { business } from './fixture.ts'
import { expect, overflow, test } from './test.ts'

const MICRO = {
  legalStatus: 'micro-entrepreneur',
  rcs: '',
  shareCapital: 0,
  tvaRegime: 'franchise',
  TvaNumber: '',
  activity: 'bncSsi',
  urssafPeriodicity: 'monthly',
}

test('a micro-entrepreneur’s month on a phone: a day, its bill, its payment, and the Urssaf declared', async ({
  open,
}) => {
  const past = monthAway(-1)
  const last = new Date(Date.UTC(past.year, past.month, 0))
  const lastDay = last.toLocaleDateString('fr-FR', { timeZone: 'UTC' })
  const page = await open(await business('micro', { profile: MICRO, contract: { tva: 0 } }), {
    width: 390,
  })
  const dialog = page.getByRole('dialog')

  await test.step('a day of the past month', async () => {
    await page.goto(`/admin/management/timesheets?month=${monthKey(past)}`)
    await page.getByRole('button', { name: 'Semaine suivante' }).tap()
    await page
      .getByRole('button', { name: /^Saisir / })
      .first()
      .tap()
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && /\/timesheet\//.test(answer.url()),
    )
    const choices = dialog.getByRole('radiogroup').first()
    await choices.locator('label', { has: page.getByRole('radio', { name: 'un jour' }) }).tap()
    await page.getByRole('button', { name: 'Terminé' }).tap()
    await expect(page.locator('.entry:not(.entry-new)')).toHaveCount(1)
    expect((await saved).ok()).toBe(true)
  })

  await test.step('its bill, dated of the month’s last day', async () => {
    await page.goto(`/admin/management/billing?new=month&month=${monthKey(past)}`)
    await dialog.getByRole('button', { name: 'Créer le brouillon' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Facture pour')
    await page.getByRole('textbox', { name: /^Émise le|^Date d’émission/ }).fill(lastDay)
    await page.keyboard.press('Tab')
    await page
      .getByRole('button', { name: /Émettre$/ })
      .first()
      .tap()
    await dialog.getByRole('button', { name: /^Émettre/ }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Facture 2\d{3}-0001$/)
    await expect(page.getByText(/293 B/).first()).toBeAttached()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })

  await test.step('its payment on that day', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Enregistrer un paiement' }).tap()
    await dialog.getByRole('textbox', { name: 'Date du paiement' }).fill(lastDay)
    await dialog.getByRole('button', { name: 'Enregistrer un paiement' }).tap()
    await expect(page.locator('.tag')).toHaveText('Payée')
  })

  await test.step('the Urssaf of the month, declared', async () => {
    await page.goto('/admin/portfolio/declarations')
    const first = page.getByRole('region', { name: /^Urssaf, / }).first()
    await expect(first).toContainText('650')
    // A period that is declared stands behind those that are to be declared.
    const name = (await first.getAttribute('aria-label')) ?? ''
    const urssaf = page.getByRole('region', { name, exact: true })
    await urssaf.getByRole('button', { name: 'Noter comme déclarée' }).tap()
    await expect(page.getByText('Déclaration notée')).toBeVisible()
    await expect(urssaf).toContainText('déclarée')
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
})
