import Fastify from 'fastify'
import { digestPages } from '#api/planning/digest-pages.ts'
import { accessible, expect, test } from './test.ts'
import { productUrl } from './sign-in.ts'

test('the page that ends the mails of reminders asks, says what it did, and is for everyone', async ({
  open,
}) => {
  // The product's own pages behind a secret that a test cannot have: the mail with it comes the
  // next morning.
  const pages = Fastify()
  const stopped: string[] = []
  await digestPages(pages, {
    opens: async (_, secret) => secret === 'known',
    stop: async (secret, { owner }) => stopped.push(`${owner} ${secret}`),
  })
  for (const look of [{}, { theme: 'dark' }, { language: 'ar', width: 390 }] as const) {
    const page = await open('visitor', { ...look, refused: [404] })
    await page.route('**/mail/stop/**', async (route) => {
      const request = route.request()
      const answer = await pages.inject({
        method: request.method() === 'POST' ? 'POST' : 'GET',
        url: request.url().slice(productUrl().length),
        headers: {
          'content-type': request.headers()['content-type'] ?? 'text/plain',
          'accept-language': 'fr',
        },
        payload: request.postData() ?? '',
      })
      await route.fulfill({
        status: answer.statusCode,
        contentType: String(answer.headers['content-type']),
        body: answer.body,
      })
    })
    const language = 'language' in look ? look.language : 'fr'
    await page.goto(`/mail/stop/anna/known?lang=${language}`)
    await accessible(page)
    await page.getByRole('button').last().click()
    await expect(page.getByRole('status')).toBeVisible()
    await accessible(page)
    await page.goto(`/mail/stop/anna/other?lang=${language}`)
    await expect(page.getByRole('alert')).toBeVisible()
    await accessible(page)
  }
  expect(stopped).toEqual(Array.from({ length: 3 }, () => 'anna known'))
  await pages.close()
})
