// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { watchParts } from '#web/kernel/data/parts.ts'
import { late } from '#web/kernel/ui/late.tsx'

beforeAll(watchParts)

/** Fails as an import does whose file is not answered, until there is a network again. */
function loading(network: { there: boolean }) {
  return async () => {
    if (network.there)
      return ({ onClose }: { onClose?: () => void }) => (
        <button type="button" onClick={onClose}>
          part
        </button>
      )
    const error = new Error('Failed to fetch dynamically imported module')
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
    throw error
  }
}

function quiet(): void {
  // React tells errors that a boundary has caught.
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => told.mockRestore())
}

test('a dialog that cannot be loaded closes, the screen stays, and it opens once it can', async () => {
  quiet()
  const network = { there: false }
  const Dialog = late(loading(network))
  function Screen() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          {open ? 'opening' : 'open'}
        </button>
        <Suspense fallback={null}>{open && <Dialog onClose={() => setOpen(false)} />}</Suspense>
      </>
    )
  }
  await draw(<Screen />)
  await userEvent.click(screen.getByRole('button', { name: 'open' }))
  expect(await screen.findByRole('button', { name: 'open' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'part' })).toBeNull()
  network.there = true
  await userEvent.click(screen.getByRole('button', { name: 'open' }))
  expect(await screen.findByRole('button', { name: 'part' })).toBeTruthy()
})

test('another part says in its place that it cannot be loaded, and is loaded by a retry', async () => {
  quiet()
  const network = { there: false }
  const Chart = late(loading(network))
  await draw(
    <Suspense fallback={null}>
      <Chart />
    </Suspense>,
  )
  const retry = await screen.findByRole('button', { name: 'Réessayer' })
  network.there = true
  await userEvent.click(retry)
  expect(await screen.findByRole('button', { name: 'part' })).toBeTruthy()
})
