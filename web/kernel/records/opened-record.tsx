import { useTranslation } from 'react-i18next'
import { type RecordRow, type RecordType, titleOf } from '#contract/kernel/records.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { useOpened } from '#web/kernel/list/use-opened.ts'
import { dictionariesOf, recordWord } from '#web/kernel/words/record-words.ts'
import type { RecordScreenProps } from './record-props.ts'
import { oneRecordQuery } from './records.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

/** The form and its libraries, which load while the list is read. */
export const loadRecordPanel = () => import('./record-panel.tsx')
const RecordPanel = late(async () => (await loadRecordPanel()).RecordPanel)

const isRow = (id: string) => id !== 'new'

/** The record that `?open=` names. @param rows those on screen; undefined while they are read */
export const useOpenedRecord = (type: RecordType, rows: readonly RecordRow[] | undefined) =>
  useOpened(rows, (id) => oneRecordQuery(type, id), isRow)

/** The panel of the record that the address opens, or of a new one. */
export function OpenedRecord({
  opened: { openId, row, isKnown },
  ...props
}: RecordScreenProps & { opened: ReturnType<typeof useOpenedRecord> }) {
  const { type, variant, read } = props
  // dictionary names are data; they are loaded here
  useTranslation([...dictionariesOf(type)] as 'kernel'[])
  const [{ view }, setOpen] = useUrlState({ open: '', view: '' })
  const word = (key: string) => recordWord(type, key, { variant }) ?? key
  if (openId !== 'new' && !isKnown) return null
  return (
    <RecordPanel
      key={openId}
      {...props}
      row={row ?? null}
      missing={openId !== 'new' && !row}
      title={openId === 'new' ? word('new') : row ? titleOf(type, row) : word('title')}
      view={view === 'history' ? 'history' : read && row && view !== 'form' ? 'read' : 'form'}
      onView={(to) => setOpen({ view: to === 'history' || (to === 'form' && read) ? to : '' })}
      onClose={() => setOpen({ open: '', view: '' })}
    />
  )
}
