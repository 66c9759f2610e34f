// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { startTransition, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { Tabs } from '#web/kernel/ui/page.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { draw } from '../render.tsx'

function TwoWords() {
  const [{ year, client }, set] = useUrlState({ year: '', client: '' })
  const [, other] = useUrlState({ client: '' })
  return (
    <>
      <button
        type="button"
        onClick={() => {
          set({ year: '2026' })
          other({ client: 'c1' })
        }}
      >
        both
      </button>
      <p>{`${year} ${client}`}</p>
    </>
  )
}

/** A search whose value comes behind the typing, when it is let go. */
function Late({ echoes }: { echoes: (() => void)[] }) {
  const [value, setValue] = useState('')
  const [seen, setSeen] = useState('')
  return (
    <>
      <SearchBox
        label="find"
        value={value}
        onChange={(to) => {
          setSeen(to)
          echoes.push(() => setValue(to))
        }}
      />
      <button type="button" onClick={() => setValue('')}>
        elsewhere
      </button>
      <p>{`sent: ${seen}`}</p>
    </>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'find' })

describe('words in the address', () => {
  test('two changes before the page is drawn again are both kept', async () => {
    const { router } = await draw(<TwoWords />)
    await userEvent.click(await screen.findByRole('button', { name: 'both' }))
    expect(await screen.findByText('2026 c1')).toBeTruthy()
    expect(router.state.location.search).toBe('?year=2026&client=c1')
  })
})

test('a plain click on a tab takes the newest address; another one is the link’s own', async () => {
  const chosen = vi.fn()
  const items = [{ to: '/elsewhere', label: 'Drafts', current: false, onSelect: chosen }]
  const { router } = await draw(<Tabs label="views" items={items} />)
  const tab = await screen.findByRole('link', { name: 'Drafts' })
  fireEvent.click(tab, { ctrlKey: true })
  expect(chosen).not.toHaveBeenCalled()
  fireEvent.click(tab)
  expect(chosen).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe('/')
})

describe('a search', () => {
  test('drops no letter when its value comes later', async () => {
    const echoes: (() => void)[] = []
    await draw(<Late echoes={echoes} />)
    await userEvent.type(await screen.findByRole('searchbox'), 'cab')
    expect(field().value).toBe('cab')
    expect(await screen.findByText('sent: cab')).toBeTruthy()
    for (const echo of echoes) {
      startTransition(echo)
      await waitFor(() => expect(field().value).toBe('cab'))
    }
  })

  test('takes a value from elsewhere', async () => {
    const echoes: (() => void)[] = []
    await draw(<Late echoes={echoes} />)
    await userEvent.type(await screen.findByRole('searchbox'), 'ca')
    await screen.findByText('sent: ca')
    for (const echo of echoes) startTransition(echo)
    await userEvent.click(screen.getByRole('button', { name: 'elsewhere' }))
    await waitFor(() => expect(field().value).toBe(''))
  })

  test('is emptied by its button', async () => {
    const echoes: (() => void)[] = []
    await draw(<Late echoes={echoes} />)
    await userEvent.type(await screen.findByRole('searchbox'), 'c')
    await userEvent.click(screen.getByRole('button', { name: /effacer|retirer/i }))
    expect(field().value).toBe('')
    expect(await screen.findByText('sent:')).toBeTruthy()
  })
})
