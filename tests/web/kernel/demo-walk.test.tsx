// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { DemoWalk } from '#web/kernel/shell/demo-walk.tsx'
import { drawSignedIn, fakeServer, session } from '../signed-in.tsx'

const server = fakeServer()
beforeEach(() => {
  localStorage.removeItem('carnet.walk')
  server.use(...session({ demoUntil: Date.UTC(2026, 10, 23, 17, 40) }))
})

const heading = (name: string) => screen.findByRole('heading', { name })

test('a guest reads until when the demo lasts, and walks through a month step by step', async () => {
  const user = userEvent.setup()
  await drawSignedIn(<DemoWalk />, { path: '/admin/*', at: '/admin/dashboard/default' })
  expect(await screen.findByText(/à vous jusqu’à 18:40/)).toBeTruthy()
  await heading('Le matin, ce qui attend')
  expect(screen.getByText('Un mois en 6 pas, pas 1')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Continuer' }))
  expect(document.activeElement).toBe(await heading('Les jours, au clavier'))
  for (let step = 3; step <= 6; step++)
    await user.click(screen.getByRole('button', { name: 'Continuer' }))
  await heading('Et après\u202f?')
  const [, own] = screen.getAllByRole('link', { name: 'Créer mon compte' })
  expect(own?.getAttribute('href')).toBe(
    '/api/session/sign-in?returnTo=%2Fbienvenue&lang=fr&screen=register',
  )
})

test('the walk is skipped by a key, and resumed where it was', async () => {
  const user = userEvent.setup()
  await drawSignedIn(<DemoWalk />, { path: '/admin/*', at: '/admin/dashboard/default' })
  await user.click(await screen.findByRole('button', { name: 'Continuer' }))
  await heading('Les jours, au clavier')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('heading')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Reprendre la visite' }))
  await heading('Les jours, au clavier')
})
