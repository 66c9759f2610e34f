import { business } from './fixture.ts'
import { accessible, expect, overflow, test } from './test.ts'

test('a product keeps a part of its picture, is sold in one step with its income, and is taken back', async ({
  open,
}) => {
  const who = await business('products')
  await who.write('POST', 'product/me', {
    name: 'Chaise de bureau',
    purchasePrice: 40,
    sellingPrice: 90,
  })
  const page = await open(who)
  await page.goto('/admin/portfolio/products')
  await page.getByRole('row', { name: /Chaise de bureau/ }).click()
  const panel = page.getByRole('dialog', { name: 'Chaise de bureau' })
  await panel.getByRole('button', { name: 'Modifier' }).click()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 180 } })
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'chaise.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Recadrer' }).click()
  const crop = page.getByRole('dialog', { name: 'Recadrer l’image' })
  await crop.getByText('Carrée').click()
  await crop.getByRole('slider', { name: 'Agrandissement' }).fill('2')
  await accessible(page)
  await crop.getByRole('button', { name: 'Garder cette partie' }).click()
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(panel).toHaveCount(0)
  await page.getByRole('row', { name: /Chaise de bureau/ }).click()
  const photo = panel.locator('img')
  await expect(photo).toBeVisible()
  expect(
    await photo.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight),
  ).toBeCloseTo(1, 1)

  await panel.getByRole('button', { name: 'Marquer vendu' }).click()
  const sale = page.getByRole('dialog', { name: /^Vendre/ })
  await expect(
    sale.getByRole('checkbox', { name: 'Inscrire la recette dans les transactions' }),
  ).toBeChecked()
  await accessible(page)
  await sale.getByRole('button', { name: 'Marquer vendu' }).click()
  await expect(page.getByText('Produit vendu, recette inscrite')).toBeVisible()
  await page.goto('/admin/portfolio/transactions')
  await expect(page.getByRole('row', { name: /Chaise de bureau/ })).toContainText('90,00')

  const phone = await open(who, { language: 'ar', width: 390 })
  await phone.goto('/admin/portfolio/products?sales=1')
  const sales = phone.getByRole('dialog')
  await expect(sales.getByRole('table')).toBeVisible()
  await accessible(phone)
  expect(await overflow(phone)).toBeLessThanOrEqual(0)

  await page.goto('/admin/portfolio/products?state=sold')
  await page.getByRole('row', { name: /Chaise de bureau/ }).click()
  await panel.getByRole('button', { name: 'Annuler la vente' }).click()
  await page
    .getByRole('dialog', { name: 'Annuler la vente' })
    .getByRole('button', { name: 'Annuler la vente' })
    .click()
  await expect(page.getByText('Vente annulée')).toBeVisible()
  await page.goto('/admin/portfolio/transactions')
  await expect(page.getByRole('row', { name: /Chaise de bureau/ })).toHaveCount(0)
})
