import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { ChevronDown, ChevronUp, Columns3, Minus, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '#web/kernel/ui/button.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { moveToAccount, useColumnChoice } from './column-choice.ts'
import { fitColumns, nameOf, NAME_WIDTH } from './fitted.ts'
import type { Column } from './columns.ts'

/** Step and least width of a column. @unit pixels */
const STEP = 24
const LEAST = 64

type Shown = Pick<Column<never>, 'id' | 'head' | 'width' | 'leaves' | 'names' | 'align'>

/** Choice, order and widths of a list's columns, kept for the user. */
export function ColumnsMenu({ columns }: { columns: readonly Shown[] }) {
  const { t } = useTranslation('kernel')
  const session = useSession()
  useEffect(() => void moveToAccount(session), [session])
  return (
    <Popover className="max-md:hidden">
      <PopoverButton className="btn btn-sm">
        <Columns3 size={16} />
        {t('table.columns')}
      </PopoverButton>
      <PopoverPanel
        as="dialog"
        open
        focus
        anchor={{ to: 'bottom end', gap: 6, padding: 8 }}
        aria-label={t('table.columns')}
        className="menu w-[360px]"
      >
        <Arrangement columns={columns} />
      </PopoverPanel>
    </Popover>
  )
}

function Arrangement({ columns }: { columns: readonly Shown[] }) {
  const { t } = useTranslation('kernel')
  const [choice, choose] = useColumnChoice()
  const { hidden, order, widths } = choice
  const name = nameOf(columns)
  const ordered = fitColumns(
    columns,
    { width: 0, margin: 0, actions: false },
    {},
    { order },
  ).columns
  const move = (index: number, by: -1 | 1) => {
    const ids = ordered.map(({ id }) => id)
    const [moved] = ids.splice(index, 1)
    if (moved !== undefined) ids.splice(index + by, 0, moved)
    choose({ ...choice, order: ids })
  }
  const resize = (id: string, by: number) => {
    const head = document.querySelector(`th[data-column="${CSS.escape(id)}"]`)
    const now = widths[id] ?? Math.round(head?.getBoundingClientRect().width ?? NAME_WIDTH)
    const least = id === name ? NAME_WIDTH : LEAST
    choose({ ...choice, widths: { ...widths, [id]: Math.max(least, now + by) } })
  }
  return (
    <>
      <ul>
        {ordered.map(({ id, head }, index) => (
          <li key={id} className="flex items-center gap-1 ps-2">
            <label className="flex min-h-8 min-w-0 grow items-center gap-2.5">
              <input
                type="checkbox"
                className="check"
                checked={id === name || !hidden.includes(id)}
                disabled={id === name}
                onChange={({ target }) =>
                  choose({
                    ...choice,
                    hidden: target.checked ? hidden.filter((one) => one !== id) : [...hidden, id],
                  })
                }
              />
              <span className="truncate">{head}</span>
            </label>
            <IconButton
              icon={ChevronUp}
              size={15}
              label={t('table.columnBefore', { name: head })}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              icon={ChevronDown}
              size={15}
              label={t('table.columnAfter', { name: head })}
              disabled={index === ordered.length - 1}
              onClick={() => move(index, 1)}
            />
            <IconButton
              icon={Minus}
              size={15}
              label={t('table.columnNarrower', { name: head })}
              onClick={() => resize(id, -STEP)}
            />
            <IconButton
              icon={Plus}
              size={15}
              label={t('table.columnWider', { name: head })}
              onClick={() => resize(id, STEP)}
            />
          </li>
        ))}
      </ul>
      <div className="border-t border-line p-2">
        <Button size="sm" onClick={() => choose(null)}>
          {t('table.usualColumns')}
        </Button>
      </div>
    </>
  )
}
