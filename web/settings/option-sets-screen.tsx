import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SHIPPED_OPTIONS } from '#contract/settings/settings.records.ts'
import { OPTION_FIELDS, type OptionList } from '#contract/settings/settings.values.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import type { Column } from '#web/kernel/table/columns.ts'
import { DataTable } from '#web/kernel/table/table.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { Segments } from '#web/kernel/ui/segments.tsx'
import { SwatchDot } from '#web/kernel/ui/swatch-dot.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { Code, Figure, None } from '#web/kernel/ui/values.tsx'
import { useOptionSets } from '#web/kernel/data/option-sets.ts'
import type { OptionRow } from '#web/kernel/data/read-option-sets.ts'
import { fieldLabel, optionLabel, useEntityWords } from '#web/kernel/words/record-words.ts'
import { late } from '#web/kernel/ui/late.tsx'

const OptionDialog = late(async () => (await import('./option-dialog.tsx')).OptionDialog)

const LISTS = Object.keys(OPTION_FIELDS) as OptionList[] // Object.keys forgets the key type
const KINDS = { shipped: 'draft', changed: 'paid', added: 'collected', retired: 'stop' } as const

/**
 * A value of a list: a shipped one, an administrator's, or a shipped one that an administrator has
 * changed.
 */
type Line = {
  readonly value: string
  readonly word: string
  readonly state: keyof typeof KINDS
  readonly row: OptionRow | null
}

const partsOf = (list: OptionList): readonly [string, string] => {
  const [entity = '', field = ''] = OPTION_FIELDS[list][0].split('.')
  return [entity, field]
}

function linesOf(list: OptionList, rows: readonly OptionRow[]): readonly Line[] {
  const own = new Map(rows.filter((row) => row.list === list).map((row) => [row.value, row]))
  const shipped = SHIPPED_OPTIONS[list]
  const [entity, field] = partsOf(list)
  return [...new Set([...shipped, ...own.keys()])].map((value) => {
    const row = own.get(value) ?? null
    const state = row?.retired
      ? 'retired'
      : !shipped.includes(value)
        ? 'added'
        : row === null
          ? 'shipped'
          : 'changed'
    return { value, word: optionLabel(entity, field, value), state, row }
  })
}

const Word = ({ word, row }: Pick<Line, 'word' | 'row'>) => (
  <>
    {row?.color ? <SwatchDot number={row.color} /> : null}
    <bdi>{word}</bdi>
  </>
)

/**
 * Route `/admin/settings/optionSet`: the values of lists that administrators add to, translate,
 * hide or restore.
 */
export function OptionSetsScreen() {
  const { t } = useTranslation(['settings', 'kernel'])
  useEntityWords('company', 'mission', 'settings')
  const { can } = useSession()
  const [{ list: listName, open }, set] = useUrlState({ list: '', open: '' })
  const list = LISTS.find((one) => one === listName) ?? 'company.sector'
  const sets = useOptionSets(true)
  const lines = sets.data && linesOf(list, sets.data)
  const opened =
    open === '' ? undefined : lines?.find(({ value, row }) => value === open || row?.id === open)
  const columns: readonly Column<Line>[] = [
    {
      id: 'word',
      head: t('column.word'),
      sort: ({ word }) => word,
      cell: (line) => <Word {...line} />,
    },
    {
      id: 'order',
      head: fieldLabel('settings', 'order'),
      sort: ({ row }) => row?.order || Number.MAX_SAFE_INTEGER,
      cell: ({ row }) => (row?.order ? <Figure value={row.order} digits={0} /> : <None />),
      align: 'fig',
      leaves: 'opt-1',
      width: '104px',
    },
    {
      id: 'value',
      head: fieldLabel('settings', 'value'),
      sort: ({ value }) => value,
      cell: ({ value }) => <Code value={value} />,
      className: 'text-ink-muted',
      leaves: 'opt-1',
      width: '240px',
    },
    {
      id: 'state',
      head: t('column.state'),
      sort: ({ state }) => state,
      cell: ({ state }) => <Status kind={KINDS[state]}>{t(`state.${state}`)}</Status>,
      width: '168px',
    },
  ]
  return (
    <>
      <PageHead
        title={t('settings.title')}
        sub={lines && t('sub', { count: lines.filter(({ state }) => state !== 'retired').length })}
        actions={
          can('perm_option_set_add') && (
            <Button variant="primary" icon={Plus} onClick={() => set({ open: 'new' }, 'push')}>
              {t('settings.new')}
            </Button>
          )
        }
      />
      <Row className="pb-3">
        <Segments
          label={t('lists')}
          value={list}
          onChange={(to) => set({ list: to, open: '' })}
          options={LISTS.map((one) => ({ value: one, label: t(`list.${one}`) }))}
        />
        <p className="mt-3 text-sm text-ink-muted">{t(`used.${list}`)}</p>
      </Row>
      <DataTable
        caption={t(`list.${list}`)}
        columns={columns}
        source={{ kind: 'whole', rows: lines }}
        error={sets.error}
        onRetry={sets.refetch}
        rowId={({ value }) => value}
        rowName={({ word }) => word}
        onOpen={({ value }) => set({ open: value }, 'push')}
        defaultSort="word"
        empty={{ title: t('settings.empty.title'), body: t('settings.empty.body') }}
        phone={({ word, value, state, row }) => ({
          title: <Word word={word} row={row} />,
          status: <Status kind={KINDS[state]}>{t(`state.${state}`)}</Status>,
          note: <Code value={value} />,
        })}
      />
      {open === 'new' && (
        <OptionDialog list={list} option={null} onClose={() => set({ open: '' })} />
      )}
      {opened && (
        <OptionDialog
          key={opened.value}
          list={list}
          option={opened}
          onClose={() => set({ open: '' })}
        />
      )}
    </>
  )
}
