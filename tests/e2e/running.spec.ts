import { filesNaming } from '#workers/operations/forget.ts'
import { type AiServer, aiServer } from '../doubles/ai-server.ts'
import { PASSWORDS } from '../kernel/product-process.ts'
import { contextFor } from './looks.ts'
import { type OwnProduct, ownProduct } from './own-product.ts'
import { type Account, productUrl, register, unique } from './sign-in.ts'
import { accessible, expect, overflow, test } from './test.ts'

// One product for all of them, in which one test after another works.
test.describe.configure({ mode: 'serial' })

let model: AiServer
let product: OwnProduct
test.beforeAll(async () => {
  model = await aiServer()
  product = await ownProduct({ AI_URL: model.url, AI_MODEL: 'scripted', AI_DAILY_TOKENS: '900000' })
})
test.afterAll(async () => {
  await product.stop()
  await model.close()
})

test('the assistant answers with links, and what it proposes is written once it is confirmed', async ({
  open,
}) => {
  const page = await open(await register('question'))
  await page.goto('/admin/management/board')
  await page.getByRole('button', { name: 'Assistant' }).click()
  const panel = page.getByRole('dialog', { name: 'Assistant' })
  await expect(panel.getByText(/partent vers le modèle scripted/)).toBeVisible()

  model.script = [
    { tool: 'help', input: { words: 'avoir' } },
    { text: 'Une erreur se corrige par un avoir [R1].' },
  ]
  await panel.getByLabel('Votre question').fill('Comment corriger une facture ?')
  await panel.getByLabel('Votre question').press('Enter')
  await expect(panel.getByText(/Une erreur se corrige par un avoir/).first()).toBeVisible()
  await expect(panel.getByRole('link', { name: /^1 / })).toHaveAttribute(
    'href',
    /\/admin\/help#billing/,
  )

  model.script = [
    { tool: 'propose_task', input: { title: 'Relancer Hydravion' } },
    { text: 'Voici une tâche.' },
  ]
  await panel.getByLabel('Votre question').fill('Rappelle-moi de relancer Hydravion')
  await panel.getByLabel('Votre question').press('Enter')
  const card = panel.getByRole('group', { name: 'Nouvelle tâche' })
  await expect(card.getByText('Relancer Hydravion')).toBeVisible()
  await expect(page.locator('.slip')).toHaveCount(0)
  await accessible(page)
  await card.getByRole('button', { name: 'Confirmer la création' }).click()
  await expect(card.getByText('Créé')).toBeVisible()
  await expect(page.locator('.slip', { hasText: 'Relancer Hydravion' })).toHaveCount(1)

  await page.reload()
  await page.getByRole('button', { name: 'Assistant' }).click()
  await expect(card.getByText('Créé')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Confirmer la création' })).toHaveCount(0)
})

for (const [name, look] of Object.entries({
  dark: { theme: 'dark' },
  arabic: { language: 'ar' },
  phone: { width: 390 },
} as const))
  test(`the assistant's panel looks right: ${name}`, async ({ browser }) => {
    const context = await contextFor(browser, await register(`look-${name}`), look)
    const page = await context.newPage()
    await page.goto('/admin/management/board')
    await page.locator('[data-assistant]').click()
    model.script = [
      { tool: 'propose_task', input: { title: 'Relancer Hydravion' } },
      { text: 'Voici une tâche, et le nombre 98 765.' },
    ]
    const panel = page.getByRole('dialog')
    await panel.getByRole('textbox').fill('Rappelle-moi de relancer Hydravion')
    await panel.getByRole('textbox').press('Enter')
    await expect(panel.locator('mark')).toHaveText('98 765')
    await expect(panel.getByRole('group').getByRole('button')).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await accessible(page)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await context.close()
  })

test('criteria are filled from a text, each with its passage, taken back, and saved by the person alone', async ({
  open,
}) => {
  const page = await open(await register('criteres'), { width: 390 })
  await page.goto('/admin/prospecting/offer/search-criteria')
  await page.getByRole('button', { name: 'Ajouter des critères' }).first().click()
  const form = page.getByRole('dialog', { name: 'Ajouter des critères' })
  await form.getByRole('button', { name: 'Remplir depuis un texte' }).click()
  await expect(form.getByText(/part vers le modèle scripted/)).toBeVisible()
  const fields = [
    { name: 'skills', value: ['RGAA', 'Inventé'], evidence: 'audits RGAA' },
    { name: 'sectors', value: ['public'], evidence: 'le secteur public' },
    { name: 'TjmHT', value: 620, evidence: '620 € par jour' },
  ]
  model.script = [{ text: JSON.stringify({ fields }) }]
  await form
    .getByLabel(/^Texte à lire/)
    .fill('Des audits RGAA pour le secteur public, 620 € par jour.')
  await form.getByRole('button', { name: 'Lire', exact: true }).click()
  await expect(form.locator('q', { hasText: /^le secteur public$/ })).toBeVisible()
  await expect(form.getByText('Inventé')).toHaveCount(0)
  const rate = form.getByRole('textbox', { name: /TJM|Tarif|jour/i }).first()
  await expect(rate).toHaveValue(/620/)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await accessible(page)
  await form.getByRole('button', { name: 'Annuler' }).first().click()
  await expect(rate).not.toHaveValue(/620/)
  await form.getByRole('button', { name: 'Lire', exact: true }).click()
  await expect(rate).toHaveValue(/620/)
  await form.getByRole('textbox', { name: 'Nom' }).fill('Public')
  await form.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(
    page.getByText('Public', { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible()
})

test('a role is changed while its user works: menu and screen follow at once', async ({ open }) => {
  const guest = await register('collegue')
  const role = unique('Lecture')
  const root = await open('admin')
  await root.goto('/admin/access/roles')
  await root.getByRole('button', { name: 'Nouveau rôle' }).click()
  await root.getByRole('textbox', { name: /Nom du rôle/ }).fill(role)
  await root.getByRole('dialog').getByRole('button', { name: 'Ajouter' }).click()
  await expect(root.getByRole('heading', { level: 1, name: role })).toBeVisible()
  await root.getByRole('checkbox', { name: 'Transactions, ajouter' }).check()
  await root.getByRole('button', { name: 'Enregistrer 2 changements' }).click()
  await expect(root.getByText('Mis à jour avec succès')).toBeVisible()
  const address = root.url()
  await root.goto(`/admin/access/users?q=${guest.userName}`)
  await root.getByRole('row', { name: new RegExp(`${guest.userName}@carnet.example`) }).click()
  const panel = root.getByRole('dialog')
  await expect(panel.getByRole('checkbox', { name: role })).toBeVisible()
  for (const box of await panel.getByRole('checkbox').all()) await box.uncheck()
  await panel.getByRole('checkbox', { name: role }).check()
  await panel.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(root.getByText('Mis à jour avec succès')).toBeVisible()

  const theirs = await open(guest)
  await theirs.goto('/admin/profile/data')
  const menu = theirs.getByRole('navigation', { name: 'Menu principal' })
  await expect(menu.getByRole('link', { name: 'Transactions' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Contacts' })).toHaveCount(0)

  await root.goto(address)
  await root.getByRole('checkbox', { name: 'Contacts, ouvrir l’écran' }).check()
  await root.getByRole('checkbox', { name: 'Transactions, ouvrir l’écran' }).uncheck()
  await root.getByRole('button', { name: /^Enregistrer \d/ }).click()
  // The page stands still, and is not loaded again.
  await expect(menu.getByRole('link', { name: 'Contacts' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Transactions' })).toHaveCount(0)
})

test('the demo account is reset by its user, and by an administrator', async ({ open }) => {
  const demo = await open('demo')
  const add = async (name: string) => {
    await demo.goto('/admin/customer/company')
    await demo
      .getByRole('button', { name: /Ajouter/ })
      .first()
      .click()
    await demo
      .getByRole('textbox', { name: /Dénomination|Nom/ })
      .first()
      .fill(name)
    await demo.getByRole('button', { name: 'Ajouter', exact: true }).click()
    await expect(demo.getByText(name).first()).toBeVisible()
  }
  await add('Visiteuse SARL')
  await demo.goto('/admin/profile/data')
  await demo.getByRole('button', { name: 'Remettre à zéro' }).click()
  await demo.getByRole('dialog').getByRole('button', { name: 'Remettre à zéro' }).click()
  // A year is written: seconds, and more on a busy machine.
  await expect(demo.getByText('Démonstration remise à zéro')).toBeVisible({ timeout: 60_000 })
  await demo.goto('/admin/customer/company')
  await expect(demo.getByText('Atelier Brumaire').first()).toBeVisible()
  await expect(demo.getByText('Visiteuse SARL')).toHaveCount(0)

  await add('Visiteuse SAS')
  const root = await open('admin')
  await root.goto('/admin/access/process-center')
  const tool = root.getByRole('region', { name: 'Remise à zéro de la démonstration' })
  await tool.getByRole('button', { name: 'Options du traitement' }).click()
  await tool.getByLabel('Un seul compte').fill('demo')
  await tool.getByRole('button', { name: 'Essai à blanc' }).click()
  await expect(tool.getByText(/comptes.: 1/)).toBeVisible()
  await tool.getByRole('button', { name: 'Remettre 1 compte à zéro' }).click()
  await tool.getByRole('button', { name: 'Lancer maintenant' }).click()
  await expect(tool.getByText('Terminé').first()).toBeVisible()
  await tool.getByRole('button', { name: 'Derniers passages' }).click()
  await expect(tool.getByText(/Compte .demo. seul/).first()).toBeVisible()
  await expect(async () => {
    await demo.goto('/admin/customer/company')
    await expect(demo.getByText('Atelier Brumaire').first()).toBeVisible()
    await expect(demo.getByText('Visiteuse SAS')).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
})

let subscriber: Account

test('a trial becomes a plan though its webhook is late, is cancelled in the portal, and ends', async ({
  open,
}) => {
  subscriber = await register('abonne')
  const page = await open(subscriber)
  await page.goto('/admin/profile/subscription')
  await expect(page.getByText(/30 jours restent sur 30/)).toBeVisible()
  await accessible(page)
  await page
    .getByRole('button', { name: /^Choisir / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Payer, prévenir Carnet plus tard' }).click()
  await page.waitForURL(/\/admin\/profile\/subscription/)
  await expect(page.getByText(/^Se renouvelle le/)).toBeVisible()

  await page.getByRole('button', { name: 'Gérer le paiement' }).click()
  await page.getByRole('button', { name: 'Résilier à la fin de la période' }).click()
  await page.getByRole('link', { name: 'Revenir à Carnet' }).click()
  await expect(page.getByText(/^Résiliée, active jusqu’au/)).toBeVisible()

  await page.getByRole('button', { name: 'Réactiver l’abonnement' }).click()
  await page.getByRole('button', { name: 'Terminer tout de suite' }).click()
  await page.getByRole('link', { name: 'Revenir à Carnet' }).click()
  // The thirty days of the trial go on.
  await expect(page.getByText(/30 jours restent sur 30/)).toBeVisible()
})

test('a user asks for the own deletion, changes their mind, asks again, and is in no file weeks later', async ({
  open,
}) => {
  const leaver = await register('adieu')
  const page = await open(leaver)
  await page.goto('/admin/prospecting/contact')
  await page
    .getByRole('button', { name: /Ajouter/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Nom/ }).first().fill('Canariensis')
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText('Canariensis').first()).toBeVisible()
  const ask = async () => {
    await page.goto('/admin/profile/data')
    await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Mot de passe actuel').fill(leaver.password)
    await dialog.getByRole('button', { name: 'Demander la suppression' }).click()
    await expect(page.getByText('Suppression demandée')).toBeVisible()
  }
  await ask()
  await page.getByRole('button', { name: 'Garder mon compte' }).first().click()
  await expect(page.getByRole('button', { name: 'Supprimer mon compte' })).toBeVisible()
  await ask()
  await page.close()

  const day = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10)
  await product.restart(day)
  await expect(async () => {
    const answer = await fetch(`${productUrl()}/api/users/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'public' },
      body: JSON.stringify(leaver),
    })
    expect(answer.status).toBe(401)
    expect(await filesNaming(product.dataDir, new Set(['Canariensis', leaver.userName]))).toEqual(
      [],
    )
  }).toPass({ timeout: 60_000 })
  const others = await fetch(`${productUrl()}/api/users/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'public' },
    body: JSON.stringify({ userName: 'demo', password: PASSWORDS.demo }),
  })
  expect(others.status, 'another user signs in as before').toBe(200)
})

test('after trial and plan a user reads and exports everything, and is told why nothing is added', async ({
  open,
}) => {
  const page = await open(subscriber, { refused: [402, 403, 409] })
  await page.goto('/admin/profile/subscription')
  await expect(page.getByText('Vous lisez et exportez tout', { exact: true })).toBeVisible()
  await page.goto('/admin/prospecting/contact')
  await page
    .getByRole('button', { name: /Ajouter/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Nom/ }).first().fill('Tardif')
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await expect(page.getByText(/formule/).first()).toBeVisible()
  await page.goto('/admin/profile/data')
  await page.getByRole('button', { name: 'Préparer l’export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Télécharger' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^carnet-.*\.zip$/)
})
