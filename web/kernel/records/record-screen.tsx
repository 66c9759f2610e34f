import { useQuery } from '@tanstack/react-query'
import { History as HistoryIcon, Pencil, Plus } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecordRow, recordRoutes, type RecordType, referenceName } from '#contract/records.ts'
import { useAction } from '#web/kernel/shell/actions.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { CsvButton } from '#web/kernel/table/csv-button.tsx'
import { fieldLabel, useEntityWords } from '#web/kernel/words/record-words.ts'
import { PageHead, Row } from '#web/kernel/ui/page.tsx'
import { foldText } from '#web/kernel/words/fold-text.ts'
import { recordQuery } from './records.queries.ts'
import { titleOf } from './record-type.ts'
import { RecordValue } from './record-value.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { useSession } from '#web/kernel/data/session.tsx'
import { type Column, DataTable, useOpenRow } from '#web/kernel/table/table.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { findKey, translateKey } from '#web/kernel/words/translate-key.ts'
import { permissionTo, type RecordScreenProps } from './record-props.ts'

/** The form and its libraries come after the list, while it is read. */
const loadPanel = () => import('./record-panel.tsx')
const RecordPanel = lazy(async () => ({ default: (await loadPanel()).RecordPanel }))

const at = (row: Readonly<Record<string, unknown>>, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], row)

/** A whole screen from a record's declaration: list, search, CSV, panel with form, history, deletion. */
export function RecordScreen(props: RecordScreenProps) {
  const { type, fixed = {}, variant, hidden = [], filter } = props
  const { t } = useTranslation('kernel')
  useEntityWords(type.name)
  const { can } = useSession()
  const [{ q }, setFilter] = useUrlState({ q: '' })
  const asked = useDeferredValue(q)
  const { openId, openRow, closeRow } = useOpenRow()
  const list = useQuery(recordQuery(type, fixed))
  const word = (key: string) =>
    (variant && findKey(type.context, `${type.name}.${variant}.${key}`)) ??
    translateKey(type.context, `${type.name}.${key}`)
  const mayAdd = can(permissionTo(type, 'add'))
  const isRead = list.isSuccess
  useEffect(() => {
    if (isRead) void loadPanel()
  }, [isRead])
  const add = () => openRow('new')
  useAction(mayAdd ? { id: 'record.new', label: word('new'), icon: Plus, keys: 'n', run: add } : null)

  const shownFields = type.listed.filter((key) => !(key in fixed) && !hidden.includes(key))
  const declared = columnsOf(type, shownFields)
  const columns = props.columns?.(declared) ?? declared
  const found = list.data?.filter(
    (row) =>
      (!filter?.on || filter.keeps(row)) &&
      (asked.trim() === '' ||
        type.searched.some((path) => foldText(plainText(at(row, path))).includes(foldText(asked.trim())))),
  )
  // With nothing to search and nothing to export, what is left is the one thing to do.
  const none = list.data?.length === 0
  const titleKey = type.listed[0] ?? 'id'
  const title = (row: RecordRow) => titleOf(type, row)
  const open = openId === 'new' ? null : list.data?.find((row) => row.id === openId)

  return (
    <>
      <PageHead
        title={word('title')}
        {...(none
          ? { ruled: true }
          : { sub: list.data && translateKey(type.context, `${type.name}.count`, { count: list.data.length }) })}
        actions={
          !none && (
            <>
              <CsvButton
                route={recordRoutes(type).list}
                input={{ query: { ...fixed, ...(filter?.on && filter.query), ...(q && { q }) } } as never}
                fileName={type.name}
              />
              {mayAdd && (
                <Button variant="primary" icon={Plus} onClick={add}>
                  {word('new')}
                </Button>
              )}
            </>
          )
        }
      />
      {!none && (
        <Row className="pb-3" ruled={props.above !== undefined}>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <SearchBox value={q} onChange={(to) => setFilter({ q: to })} label={t('table.search')} />
            {filter?.bar}
          </div>
        </Row>
      )}
      {found && found.length > 0 && props.above?.(found)}
      <DataTable
        caption={word('title')}
        columns={columns}
        rows={found}
        error={list.error}
        onRetry={list.refetch}
        rowId={(row) => row.id}
        rowName={title}
        defaultSort={titleKey}
        empty={{
          title: word('empty.title'),
          body: word('empty.body'),
          action: mayAdd && (
            <Button variant="primary" icon={Plus} onClick={add}>
              {word('new')}
            </Button>
          ),
          ...(mayAdd && { actionKey: 'N' }),
          sample: props.sample,
        }}
        onClearFilters={
          (q || filter?.on) && list.data?.length
            ? () => {
                if (q) setFilter({ q: '' })
                filter?.clear()
              }
            : undefined
        }
        phone={(row) => ({
          title: title(row),
          ...(props.phone?.(row) ?? {
            note: shownFields[1] && <RecordValue row={row} name={shownFields[1]} type={type} />,
          }),
        })}
        actions={(row) => [
          { label: t('action.edit'), icon: Pencil, onSelect: () => openRow(row.id) },
          { label: t('action.history'), icon: HistoryIcon, onSelect: () => openRow(row.id) },
        ]}
      />
      {openId !== '' && (openId === 'new' || list.data) && (
        <Suspense fallback={null}>
          <RecordPanel
            key={openId}
            {...props}
            fixed={fixed}
            row={open ?? null}
            missing={openId !== 'new' && !open}
            title={openId === 'new' ? word('new') : open ? title(open) : word('title')}
            onClose={closeRow}
          />
        </Suspense>
      )}
    </>
  )
}

/** Of what is never longer; the rest shares what is left. */
const WIDTHS: Readonly<Record<string, string>> = {
  siren: '132px',
  money: '132px',
  integer: '132px',
  day: '132px',
  vatNumber: '168px',
  email: '224px',
  phone: '140px',
}

function columnsOf(type: RecordType, shown: readonly string[]): readonly Column<RecordRow>[] {
  return shown.map((key, index) => {
    const field = type.fields[key]
    const kind = field?.kind ?? type.derived[key]?.kind ?? 'text'
    const figure = kind === 'money' || kind === 'integer'
    return {
      id: key,
      head: fieldLabel(type.name, key),
      cell: (row) => <RecordValue row={row} name={key} type={type} />,
      sort: (row) => {
        const value =
          kind === 'reference' ? row[referenceName(key)] : kind === 'address' ? at(row, `${key}.city`) : row[key]
        return typeof value === 'string' ? value : Number(value ?? 0)
      },
      ...(figure ? { align: 'fig' as const } : kind === 'day' ? { align: 'end' as const } : {}),
      ...(index > 2 ? { leaves: 'opt-1' as const } : index > 1 ? { leaves: 'opt-2' as const } : {}),
      ...(index > 0 && { className: 'text-ink-muted' }),
      ...(WIDTHS[kind] && { width: WIDTHS[kind] }),
    }
  })
}
