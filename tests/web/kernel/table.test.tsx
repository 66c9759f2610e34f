// @vitest-environment jsdom
import { draw } from '../render.tsx'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { useActionKeys } from '#web/kernel/ui/actions.tsx'
import { ShortcutsDialog } from '#web/kernel/shell/shortcuts.tsx'
import { ApiProblem } from '#web/kernel/data/client.ts'
import type { Column } from '#web/kernel/table/columns.ts'
import type { DataTableProps } from '#web/kernel/table/table-props.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'

type Row = { id: string; name: string; cents: number }
const rows: Row[] = Array.from({ length: 12 }, (_, i) => ({
  id: `r${i}`,
  name: `Row ${String(i).padStart(2, '0')}`,
  cents: (i * 7919) % 5000,
}))
const columns: Column<Row>[] = [
  { id: 'name', head: 'Name', cell: (row) => row.name, sort: (row) => row.name },
  {
    id: 'amount',
    head: 'Amount',
    cell: (row) => <Amount minor={row.cents} />,
    sort: (row) => row.cents,
    align: 'fig',
    total: (all) => <Amount minor={all.reduce((sum, row) => sum + row.cents, 0)} />,
  },
]
const table = (more: Partial<DataTableProps<Row>> = {}) => (
  <DataTable
    caption="Things"
    columns={columns}
    source={{ kind: 'whole', rows }}
    error={null}
    onRetry={() => {}}
    rowId={(row) => row.id}
    rowName={(row) => row.name}
    empty={{
      title: 'No thing',
      body: 'Things will be here.',
      action: <button type="button">Add</button>,
    }}
    phone={(row) => ({ title: row.name })}
    defaultSort="name"
    {...more}
  />
)
const shown = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent)

describe('the ledger', () => {
  test('says how many rows there are when one page holds them all', async () => {
    await draw(table({ source: { kind: 'whole', rows: rows.slice(0, 3) } }))
    expect(screen.getByText('3 lignes')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Page suivante' })).toBeNull()
  })

  test('takes sort, size and page from the address', async () => {
    await draw(table(), { at: '/?sort=-name&size=10&page=2' })
    expect(shown()).toEqual(['Row 01', 'Row 00'])
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe(
      'descending',
    )
    expect(screen.getByText(/Lignes.*sur 12/).textContent).toContain('11–12')
  })

  test('writes them there, and leaves the defaults out', async () => {
    const { router } = await draw(table(), { at: '/?size=10' })
    await userEvent.click(screen.getByRole('button', { name: 'Amount' }))
    expect(router.state.location.search).toBe('?size=10&sort=amount')
    await userEvent.click(screen.getByRole('button', { name: 'Amount' }))
    expect(router.state.location.search).toBe('?size=10&sort=-amount')
    await userEvent.click(screen.getByRole('button', { name: 'Page suivante' }))
    expect(router.state.location.search).toBe('?size=10&sort=-amount&page=2')
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(router.state.location.search).toBe('?size=10')
  })

  test('a page that a filter emptied shows the last one', async () => {
    await draw(table({ source: { kind: 'whole', rows: rows.slice(0, 3) } }), { at: '/?page=9' })
    expect(shown()).toEqual(['Row 00', 'Row 01', 'Row 02'])
  })

  test('opens a row as a step that Back undoes', async () => {
    const { router } = await draw(table())
    await userEvent.click(screen.getByRole('row', { name: /Row 03/ }))
    expect(router.state.location.search).toBe('?open=r3')
    await act(() => router.navigate(-1))
    expect(router.state.location.search).toBe('')
  })

  test('leaves a combination of keys to whom it belongs', async () => {
    await draw(table({}))
    const [first, second] = [
      screen.getByRole('row', { name: /Row 00/ }),
      screen.getByRole('row', { name: /Row 01/ }),
    ]
    first.focus()
    await userEvent.keyboard('{Control>}j{/Control}')
    expect(document.activeElement).toBe(first)
    await userEvent.keyboard('j')
    expect(document.activeElement).toBe(second)
  })

  test('walks by J, K and the arrows, opens with Enter', async () => {
    const onOpen = vi.fn()
    await draw(table({ onOpen }))
    screen.getByRole('row', { name: /Row 00/ }).focus()
    await userEvent.keyboard('jj{ArrowDown}k{Enter}')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[2])
  })

  test('totals all the filtered rows, not the page', async () => {
    await draw(table())
    const total = rows.reduce((sum, row) => sum + row.cents, 0)
    expect(screen.getByRole('table').querySelector('tfoot')?.textContent).toContain(
      String(total / 100).replace('.', ','),
    )
  })

  test('drops the selection under another filter, and draws the same rows further', async () => {
    function Filtered() {
      const [narrowing, setNarrowing] = useState('')
      return (
        <>
          <button type="button" onClick={() => setNarrowing('q=row')}>
            narrow
          </button>
          {table({ narrowing, selection: { actions: () => null } })}
        </>
      )
    }
    await draw(<Filtered />)
    const row = screen.getByRole('row', { name: /Row 03/ })
    await userEvent.click(within(row).getByRole('checkbox'))
    expect(screen.getByRole('toolbar', { name: 'Sélection' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'narrow' }))
    expect(screen.queryByRole('toolbar', { name: 'Sélection' })).toBeNull()
    expect(screen.getByRole('row', { name: /Row 03/ })).toBe(row)
  })

  test('offers what can be done with the selection, and its sum', async () => {
    const act = vi.fn()
    await draw(
      table({
        selection: {
          sum: (chosen) => <>sum {chosen.length}</>,
          actions: (chosen, clear) => (
            <button type="button" onClick={() => (act(chosen.map((row) => row.id)), clear())}>
              Act
            </button>
          ),
        },
      }),
    )
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Row 01' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Row 04' }))
    expect(screen.getByRole('toolbar').textContent).toContain('2 lignes sélectionnées')
    await userEvent.click(screen.getByRole('button', { name: 'Act' }))
    expect(act).toHaveBeenCalledWith(['r1', 'r4'])
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  test('while it is read says so', async () => {
    const { container } = await draw(table({ source: { kind: 'whole', rows: undefined } }))
    expect(container.querySelector('[aria-busy="true"]')).not.toBeNull()
    // Quick loads say nothing.
    expect(screen.queryByText(/Chargement\s: Things/)).toBeNull()
    expect((await screen.findByText(/Chargement\s: Things/)).closest('output')).not.toBeNull()
  })

  test('with nothing in it offers the one thing to do', async () => {
    await draw(table({ source: { kind: 'whole', rows: [] } }))
    expect(screen.getByRole('heading', { name: 'No thing' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Add' })).toBeTruthy()
  })

  test('with nothing that matches offers to clear the filters instead', async () => {
    const onClearFilters = vi.fn()
    await draw(table({ source: { kind: 'whole', rows: [] }, onClearFilters }))
    await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }))
    expect(onClearFilters).toHaveBeenCalledOnce()
    expect(screen.queryByText('No thing')).toBeNull()
  })

  test('that could not be read says why, gives the reference and tries again', async () => {
    const onRetry = vi.fn()
    await draw(
      table({
        source: { kind: 'whole', rows: undefined },
        error: new ApiProblem(503, 'STORE_AWAY', 'The store is away.', [], 'R-42'),
        onRetry,
      }),
    )
    expect(screen.getByRole('alert').textContent).toContain('The store is away.')
    expect(screen.getByRole('alert').textContent).toContain('R-42')
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
    expect(onRetry).toHaveBeenCalledOnce()
  })
})

describe('a list that the server pages', () => {
  const paged = (more: Partial<DataTableProps<Row>> = {}) =>
    table({
      source: {
        kind: 'paged',
        rows: rows.slice(3, 6).toReversed(),
        total: 240,
        totals: { amount: '9 000' },
      },
      ...more,
    })

  test('shows its rows in the order they came, and how many there are in all', async () => {
    await draw(paged(), { at: '/?sort=name&page=2&size=100' })
    expect(shown()).toEqual(['Row 05', 'Row 04', 'Row 03'])
    expect(screen.getByText(/Lignes.*sur 240/).textContent).toContain('101–200')
  })

  test('tells the totals that came with it, not those of the page', async () => {
    await draw(paged())
    expect(screen.getByText('9 000')).toBeDefined()
  })
})

test('a row that a link opens is shown on its page', async () => {
  await draw(table(), { at: '/?open=r11&size=10' })
  expect(shown()).toEqual(['Row 10', 'Row 11'])
})

/** The list under `?`. */
function WithKeys({ children }: { children?: ReactNode }) {
  return (
    <>
      {children}
      <ShortcutsDialog open onClose={() => {}} />
    </>
  )
}

/** Hears keys as the shell does. */
function KeysOnly({ children }: { children: ReactNode }) {
  useActionKeys()
  return (
    <>
      <button type="button">elsewhere</button>
      {children}
    </>
  )
}

describe('the keys of a table', () => {
  test('J goes from anywhere to the first row, K to the last', async () => {
    const { unmount } = await draw(
      <KeysOnly>{table({ source: { kind: 'whole', rows: rows.slice(0, 3) } })}</KeysOnly>,
    )
    screen.getByRole('button', { name: 'elsewhere' }).focus()
    await userEvent.keyboard('j')
    expect(document.activeElement?.textContent).toContain('Row 00')
    await userEvent.keyboard('j')
    expect(document.activeElement?.textContent).toContain('Row 01')
    screen.getByRole('button', { name: 'elsewhere' }).focus()
    await userEvent.keyboard('k')
    expect(document.activeElement?.textContent).toContain('Row 02')
    unmount()
  })

  test('are listed where there is a table, and nowhere else', async () => {
    const without = await draw(<WithKeys />)
    await screen.findByRole('dialog')
    expect(screen.queryByText('Ligne suivante, précédente')).toBeNull()
    without.unmount()
    await draw(<WithKeys>{table()}</WithKeys>)
    expect(await screen.findByText('Ligne suivante, précédente')).toBeDefined()
  })
})
