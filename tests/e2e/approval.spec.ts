import type { Page } from '@playwright/test'
import { monthAway, monthKey } from './calendar.ts'
import { business } from './fixture.ts'
import type { Look } from './looks.ts'
import { accessible, expect, overflow, test } from './test.ts'

const LAST = monthAway(-1)
const MONTH = `/admin/management/timesheets?month=${monthKey(LAST)}`
const CLIENT = 'ines@brumaire.example'

/** The link in the newest mail, as the user's own list of mails shows it. */
async function newestLink(page: Page): Promise<string> {
  await page.goto('/admin/management/mails')
  await page.getByText('Feuille de temps').first().click()
  const linkIn = async () => {
    for (const frame of page.frames()) {
      const link = frame.locator('a[href*="/releve/"]').first()
      if ((await link.count()) > 0) return (await link.getAttribute('href')) ?? ''
    }
    return ''
  }
  await expect.poll(linkIn).not.toBe('')
  return new URL(await linkIn()).pathname
}

async function send(page: Page, verb: string): Promise<void> {
  await page.goto(MONTH)
  await page.getByRole('button', { name: verb }).click()
  const mail = page.getByRole('dialog')
  const recipients = mail.getByRole('textbox', { name: 'Destinataires' })
  if (verb === 'Envoyer au client') {
    await recipients.fill(CLIENT)
    await recipients.press('Enter')
  }
  await expect(mail.getByText('feuille-de-temps')).toBeVisible()
  await mail.getByRole('button', { name: 'Préparer', exact: true }).click()
  await expect(page.getByText('Courriel prêt : envoyez-le depuis votre logiciel')).toBeVisible()
}

test('a client approves a month without an account, its days are locked, and reopened with a reason (TS5)', async ({
  open,
}) => {
  const own = await business('approval')
  await own.fill(LAST, [own.contractId])
  const page = await open(own)
  await send(page, 'Envoyer au client')
  const link = await newestLink(page)
  await page.goto(MONTH)
  const region = page.getByRole('region', { name: 'Accord du client' })
  // Without a mail server the mail waits for its user.
  await expect(region.getByText('Prête à envoyer', { exact: true })).toBeVisible()

  const client = await open('visitor', { width: 390 })
  await client.goto(link)
  await expect(client.getByRole('heading', { level: 1 })).toContainText('Feuille de temps')
  await accessible(client)
  expect(await overflow(client)).toBeLessThanOrEqual(0)
  // The Enter key approves nothing.
  await client.getByLabel('Votre nom').fill('Inès Caron')
  await client.getByLabel('Votre nom').press('Enter')
  await expect(client.getByRole('button', { name: 'Approuver 1 jour' })).toBeVisible()
  await client.getByLabel('Commentaire').fill('Merci.')
  await client.getByRole('button', { name: 'Approuver 1 jour' }).click()
  await expect(client.getByText(/^Approuvée par Inès Caron.*ne changent plus/)).toBeVisible()
  await expect(client.getByRole('button', { name: /Approuver/ })).toBeHidden()

  // The answer comes by itself; the row is locked.
  await expect(region.getByText('Approuvée', { exact: true })).toBeVisible()
  await expect(region.getByText('Merci.')).toBeVisible()
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('rowheader', { name: /approuvé par le client/ })).toBeVisible()
  const filled = grid.locator('td:has(.jour)').first()
  await filled.focus()
  await page.keyboard.press('0')
  await expect(page.getByText('Le client a approuvé ces jours.')).toBeVisible()
  await expect(grid.locator('.jour')).toHaveCount(1)
  await accessible(page)

  await region.getByRole('button', { name: 'Rouvrir' }).click()
  await page.getByRole('dialog').getByLabel('Motif').fill('Une journée oubliée')
  await accessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Rouvrir' }).click()
  await expect(region.getByText('Rouverte', { exact: true })).toBeVisible()
  await filled.focus()
  await page.keyboard.press('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Enregistré à/)).toBeVisible()
  await expect(grid.locator('.jour')).toHaveCount(0)
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(grid.locator('.jour')).toHaveCount(1)

  await client.reload()
  await expect(client.getByRole('status')).toContainText('Une journée oubliée')
  await client.close()

  // Sent again, the link before opens nothing.
  await send(page, 'Renvoyer')
  const again = await newestLink(page)
  expect(again).not.toBe(link)
  const late = await open('visitor', { refused: [404] })
  await late.goto(link)
  await expect(late.getByText('Ce lien n’ouvre rien')).toBeVisible()
  await accessible(late)
})

const LOOKS: Readonly<Record<string, Look>> = {
  wide: {},
  phone: { width: 390 },
  dark: { theme: 'dark' },
  'arabic phone, dark': { width: 390, theme: 'dark', language: 'ar' },
}

test('the client’s page and the screen of the month fit every look', async ({ open }) => {
  const own = await business('approval-looks')
  await own.fill(LAST, [own.contractId])
  const page = await open(own)
  await send(page, 'Envoyer au client')
  const link = await newestLink(page)
  for (const look of Object.values(LOOKS)) {
    const client = await open('visitor', look)
    await client.goto(`${link}?lang=${look.language ?? 'fr'}`)
    await accessible(client)
    expect(await overflow(client)).toBeLessThanOrEqual(0)
    await client.close()
    const screen = await open(own, look)
    await screen.goto(MONTH)
    await expect(screen.locator('#approval-title')).toBeVisible()
    await accessible(screen)
    expect(await overflow(screen)).toBeLessThanOrEqual(0)
    await screen.close()
  }
})

test('a contract by the hour: its hours are typed, approved as hours, and billed as hours (OF104)', async ({
  open,
}) => {
  const own = await business('hours')
  const page = await open(own)
  await page.goto(`/admin/management/contracts/${own.contractId}`)
  const unit = page.getByRole('radiogroup', { name: 'Saisie du temps' })
  await unit.locator('label', { has: page.getByRole('radio', { name: 'Heures' }) }).click()
  await page.getByRole('button', { name: /^Unité du prix/ }).click()
  await page.getByRole('option', { name: 'Heure', exact: true }).click()
  await page.getByRole('textbox', { name: 'Prix HT par heure' }).fill('90')
  await accessible(page)
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Enregistrer' }).first().click()
  expect((await saved).status()).toBe(200)

  await page.goto(MONTH)
  const grid = page.getByRole('grid')
  const row = grid.locator('tbody tr').first()
  const working = row.locator('[data-cell]:not(.bg-surface-sunken):not(.hol)')
  await working.first().focus()
  await page.keyboard.type('7h20')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Arrondissez au quart d’heure.')
  await accessible(page)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('7h30')
  await page.keyboard.press('Enter')
  await working.nth(1).focus()
  await page.keyboard.type('2,25')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Enregistré à/)).toBeVisible()
  await expect(row).toContainText('9,75 h')
  await expect(row).toContainText('877,50')
  await page.reload()
  await expect(working.first().locator('.jour')).toHaveAttribute('data-figure', '7½')

  await send(page, 'Envoyer au client')
  const client = await open('visitor', { width: 390 })
  await client.goto(await newestLink(page))
  await expect(client.getByText('9,75 heures = 1,39 jour (1 jour = 7 heures)')).toBeVisible()
  expect(await overflow(client)).toBeLessThanOrEqual(0)
  await client.getByLabel('Votre nom').fill('Inès Caron')
  await client.getByRole('button', { name: 'Approuver 9,75 heures' }).click()
  await expect(client.getByText(/^Approuvée par Inès Caron.*ne changent plus/)).toBeVisible()

  await page.goto(MONTH)
  await page
    .getByRole('button', { name: /^Facturer/ })
    .first()
    .click()
  await page.waitForURL(/\/admin\/management\/billing\/\w+/)
  await expect(page.getByRole('textbox', { name: /Quantité/ }).first()).toHaveValue('9,75')
  await expect(page.getByText('877,50').first()).toBeVisible()
})
