import type { Route } from '@playwright/test'
import { contextFor } from './looks.ts'
import { register } from './sign-in.ts'
import { accessible, expect, test } from './test.ts'

/** The quotes, whose code the board does not load. */
const quotes = { name: 'Devis', path: /\/admin\/management\/quotes$/ }

test('a page that is open while the server is upgraded is loaded anew, where its user went', async ({
  browser,
}) => {
  const context = await contextFor(browser, await register('upgraded'), {})
  const page = await context.newPage()
  await page.goto('/admin/management/board')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  let documents = 0
  await page.route(/\/assets\/[^/]+\.js$/, (route: Route) =>
    documents === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.route(/\/admin\//, async (route: Route) => {
    if (route.request().resourceType() === 'document') documents++
    if (documents > 0 || route.request().resourceType() !== 'fetch') return route.continue()
    const answer = await route.fetch()
    return route.fulfill({
      response: answer,
      body: (await answer.text()).replace(
        /(<script type="module" crossorigin src=")[^"]+/,
        '$1/assets/a.js',
      ),
    })
  })
  await page.getByRole('navigation').getByRole('link', { name: quotes.name }).click()
  await expect(page).toHaveURL(quotes.path)
  await expect(page.getByRole('heading', { level: 1, name: quotes.name })).toBeVisible()
  expect(documents).toBe(1)
  await context.close()
})

test('a screen that cannot be loaded says so beside the menu, and is loaded once the server answers', async ({
  browser,
}) => {
  const context = await contextFor(browser, await register('unloaded'), {})
  const page = await context.newPage()
  await page.goto('/admin/management/board')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const lost = (route: Route) => route.abort()
  await page.route(/\/assets\/|\/admin\//, lost)
  const link = page.getByRole('navigation').getByRole('link', { name: quotes.name })
  await link.click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Cette page n’a pas pu s’afficher')
  await expect(alert).toContainText('Le serveur ne répond pas')
  await expect(link).toBeVisible()
  await accessible(page)

  await page.unroute(/\/assets\/|\/admin\//, lost)
  await alert.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: quotes.name })).toBeVisible()
  await context.close()
})
