// @vitest-environment jsdom
import { drawSignedIn, fakeServer, session } from '../signed-in.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PICTURED } from '#web/help/pictured.ts'
import { LANGUAGES } from '#web/kernel/words/languages.ts'
import { HelpScreen } from '#web/help/help-screen.tsx'

const server = fakeServer()
const draw = () => {
  server.use(...session())
  return drawSignedIn(<HelpScreen />, { words: ['help'] })
}
const titles = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('the help is searched by all words, without accents, and leads to the screen', async () => {
  await draw()
  await screen.findByRole('heading', { level: 1, name: 'Aide' })
  expect(titles().length).toBeGreaterThan(5)
  await userEvent.type(
    screen.getByRole('searchbox', { name: 'Chercher dans l’aide' }),
    'emission AVOIR',
  )
  await waitFor(() => expect(titles()).toEqual(['Factures']), { timeout: 30_000 })
  expect(screen.getByRole('link', { name: /Ouvrir.*Facturation/ }).getAttribute('href')).toBe(
    '/admin/management/billing',
  )
})

test('a word that no page holds leads to the support', async () => {
  await draw()
  await userEvent.type(await screen.findByRole('searchbox'), 'hippopotame')
  expect(await screen.findByRole('link', { name: 'Écrire à l’assistance' })).toBeTruthy()
})

test('a page shows its screen in the language of its reader, and small files have it in every look', async () => {
  await draw()
  const picture = await screen.findAllByRole('img', { name: 'Une facture émise et son document' })
  expect(picture.map((one) => one.getAttribute('src'))).toEqual([
    expect.stringContaining('billing-fr-light-wide'),
    expect.stringContaining('billing-fr-dark-wide'),
  ])
  for (const name of PICTURED)
    for (const language of LANGUAGES)
      for (const look of ['light-wide', 'dark-wide', 'light-phone', 'dark-phone']) {
        const { size } = statSync(`web/pictures/help/${name}-${language}-${look}.avif`)
        expect([name, language, look, size > 1_000 && size < 30_000]).toEqual([
          name,
          language,
          look,
          true,
        ])
      }
})
