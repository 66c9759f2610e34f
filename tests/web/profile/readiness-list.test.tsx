// @vitest-environment jsdom
import { drawSignedIn, fakeServer, session } from '../signed-in.tsx'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ReadinessList } from '#web/profile/readiness-list.tsx'

const server = fakeServer()
const draw = async (missing: readonly string[], computed: string) => {
  const taken: string[] = []
  server.use(...session())
  await drawSignedIn(
    <ReadinessList
      readiness={{ ready: false, missing: [...missing], advised: [] }}
      computed={computed}
      onFill={() => undefined}
      onTake={(path, value) => taken.push(`${path} ${value}`)}
    />,
    { words: ['profile'] },
  )
  return taken
}

test('a missing VAT number is taken from the SIREN in one click', async () => {
  const taken = await draw(['TvaNumber'], 'FR44732829320')
  await userEvent.click(await screen.findByRole('button', { name: /^Prendre FR/ }))
  expect(taken).toEqual(['TvaNumber FR44732829320'])
})

test('without a SIREN, or for another field, there is nothing to take', async () => {
  await draw(['TvaNumber', 'name'], '')
  expect(await screen.findAllByRole('button', { name: /^Remplir/ })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Prendre/ })).toBeNull()
})
