// @vitest-environment jsdom
import '../dom.ts'
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
