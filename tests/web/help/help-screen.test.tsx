// @vitest-environment jsdom
import { drawSignedIn, fakeServer, session } from '../signed-in.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { HelpScreen } from '#web/help/help-screen.tsx'

const server = fakeServer()
const draw = () => {
  server.use(...session())
  return drawSignedIn(<HelpScreen />, { words: ['help'] })
}
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

test('the help is searched by all words, without accents, and leads to the screen', async () => {
  await draw()
  await screen.findByRole('heading', { level: 1, name: 'Aide' })
  expect(titles().length).toBeGreaterThan(5)
  await userEvent.type(screen.getByRole('searchbox', { name: 'Chercher dans l’aide' }), 'emission AVOIR')
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
