import type { Page } from '@playwright/test'
import { paths } from '#web/screens.ts'
import { business } from './fixture.ts'
import { settled } from './looks.ts'
import { accessible, expect, test } from './test.ts'

/** Goes on with Tab until a control of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let times = 0; times < 150; times++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const one = document.activeElement
      if (one === null) return ''
      const labelled = one.getAttribute('aria-labelledby')?.split(' ') ?? []
      const labels =
        'labels' in one ? [...((one as HTMLInputElement).labels ?? [])] : ([] as Element[])
      return [
        one.getAttribute('aria-label') ?? '',
        ...[...labelled.map((id) => document.getElementById(id)), ...labels].map(
          (label) => label?.textContent ?? '',
        ),
        one.textContent,
      ]
        .filter(Boolean)
        .join(' ')
        .trim()
    })
    if (name.test(focused)) return
  }
  throw new Error(`Tab does not lead to ${name.source}`)
}

test('a bill is made, issued, mailed and paid by the keyboard alone', async ({ open }) => {
  const page = await open(await business('bill-keys'))
  const keys = page.keyboard
  const dialog = page.getByRole('dialog')
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/admin/management/billing')
  await expect(title).toHaveText('Facturation')

  await test.step('a draft with a line', async () => {
    await keys.press('n')
    await expect(dialog.getByRole('combobox', { name: /^Client/ })).toBeFocused()
    await keys.type('Atelier')
    await expect(page.getByRole('option', { name: /^Atelier Brumaire/ })).toBeVisible()
    await keys.press('Enter')
    await tabTo(page, /^Créer le brouillon/)
    await keys.press('Enter')
    await expect(title).toHaveText('Facture pour Atelier Brumaire')
    await tabTo(page, /^Ajouter une ligne/)
    await keys.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Désignation, ligne 1' })).toBeFocused()
    await keys.type('Conception')
    await tabTo(page, /^Prix HT, ligne 1/)
    await keys.type('300')
    await keys.press('Tab')
    await expect(page.getByText(/^Enregistré/).first()).toBeVisible()
  })

  await test.step('issued', async () => {
    await tabTo(page, /^Dater du jour de l’émission/)
    await keys.press('Enter')
    await expect(page.getByRole('heading', { name: 'Tout est en règle' })).toBeVisible()
    await tabTo(page, /^Émettre/)
    await keys.press('Enter')
    await expect(dialog.getByRole('article', { name: 'Document' })).toBeVisible()
    await keys.press('Control+Enter')
    await expect(title).toHaveText(/^Facture 2\d{3}-0001$/)
  })

  await test.step('sent by a mail', async () => {
    await tabTo(page, /^Envoyer/)
    await keys.press('Enter')
    await tabTo(page, /^Destinataires/)
    await keys.type('compta@brumaire.example')
    await keys.press('Enter')
    await keys.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Prête à envoyer', { exact: true })).toBeVisible({
      timeout: 60_000,
    })
  })

  await test.step('paid', async () => {
    await tabTo(page, /^Enregistrer un paiement/)
    await keys.press('Enter')
    await expect(dialog.getByRole('textbox', { name: /^Montant reçu/ })).toBeVisible()
    await tabTo(page, /^Enregistrer un paiement/)
    await keys.press('Enter')
    await expect(page.locator('.tag')).toHaveText('Payée')
    await accessible(page)
  })
})

test('a mail is written, sent and read again by the keyboard alone', async ({ open }) => {
  const page = await open(await business('mail-keys'))
  const keys = page.keyboard
  const dialog = page.getByRole('dialog')
  await page.goto('/admin/management/mails')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await keys.press('n')
  await tabTo(page, /^Destinataires/)
  await keys.type('compta@brumaire.example')
  await keys.press('Enter')
  await tabTo(page, /^Objet/)
  await keys.type('Point du mois')
  await tabTo(page, /^Texte/)
  await keys.type('Bonjour, voici le point du mois.')
  await keys.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Point du mois').first()).toBeVisible()
  await tabTo(page, /Point du mois/)
  await keys.press('Enter')
  await expect(dialog.getByText('Bonjour, voici le point du mois.')).toBeVisible()
  await keys.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the palette always names the line that Enter takes', async ({ open }) => {
  const page = await open('demo')
  await page.goto(paths.dashboard.to())
  await settled(page)
  await page.keyboard.press('Control+k')
  const field = page.locator('[cmdk-input]')
  for (const words of ['', 'Brumaire', 'zzzqqq', 'Brumaire']) {
    await field.fill(words)
    await settled(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    const id = await page.locator('[cmdk-item][aria-selected="true"]').getAttribute('id')
    await expect(field, words).toHaveAttribute('aria-activedescendant', id ?? '')
  }
  await field.fill('zzzqqq')
  await settled(page)
  await expect(page.locator('[cmdk-item][aria-selected="true"]')).toHaveCount(1)
  await accessible(page)
})

test('letters typed while a part loads reach its field, on a phone too', async ({ open }) => {
  for (const width of [390, 1280]) {
    const page = await open('demo')
    await page.setViewportSize({ width, height: 800 })
    await page.goto(paths.dashboard.to())
    await settled(page)
    await page.route('**/assets/*.js', async (route) => {
      await page.waitForTimeout(400)
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Brx')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('umaire')
    await expect(page.locator('[cmdk-input]')).toHaveValue('Brumaire')
    await expect(page.locator('[cmdk-input]')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+j')
    await page.keyboard.type('mes factures')
    await expect(page.getByRole('textbox', { name: 'Votre question' })).toHaveValue('mes factures')
  }
})
