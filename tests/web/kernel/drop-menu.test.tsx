// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'

test('a menu does what was chosen, and closes', async () => {
  const chosen = vi.fn()
  render(
    <DropMenu
      label="Langue"
      entries={[
        { label: 'Français', chosen: true, onSelect: () => {} },
        { label: 'Deutsch', chosen: false, onSelect: chosen },
      ]}
    >
      FR
    </DropMenu>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Langue' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deutsch' }))
  expect(chosen).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
})

const languages = (
  <DropMenu
    label="Langue"
    entries={[
      { label: 'Français', onSelect: () => {} },
      { label: 'Deutsch', onSelect: () => {} },
    ]}
  >
    FR
  </DropMenu>
)

test.each(['{Enter}', ' ', '{ArrowDown}'])(
  'a menu opened by %s begins at its first entry',
  async (key) => {
    render(languages)
    await userEvent.tab()
    await userEvent.keyboard(key)
    const menu = await screen.findByRole('menu')
    const first = screen.getByRole('menuitem', { name: 'Français' })
    await waitFor(() => expect(menu.getAttribute('aria-activedescendant')).toBe(first.id))
  },
)

test('focus returns to the button of a menu that was closed', async () => {
  render(languages)
  await userEvent.click(screen.getByRole('button', { name: 'Langue' }))
  await screen.findByRole('menu')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Langue' }))
})

test('a menu that was closed opens again at one click', async () => {
  render(languages)
  const button = () => screen.getByRole('button', { name: 'Langue' })
  await userEvent.click(button())
  await screen.findByRole('menu')
  await userEvent.click(button())
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await userEvent.click(button())
  expect(await screen.findByRole('menu')).toBeTruthy()
})
