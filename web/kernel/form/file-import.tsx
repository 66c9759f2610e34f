import { FileInput } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { base64Of } from '#web/kernel/data/base64.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { Dialog } from '#web/kernel/ui/dialog.tsx'

/** Words of an import. */
export type ImportWords = {
  readonly title: string
  readonly body: string
  readonly file: string
  readonly review: string
  readonly none: string
  readonly add: (count: number) => string
}

/** A row of a file. A known row can't be chosen; a doubtful row is not at first. */
type ImportedRow = {
  readonly id: string
  readonly isKnown: boolean
  readonly isDoubtful: boolean
  readonly content: ReactNode
  readonly beside?: ReactNode
}

/**
 * Import of a file that the server reads. The user sees its rows, and adds those that are chosen.
 *
 * @param onRead reads the file, in base64; `null` rows until then
 */
export function FileImport({
  words,
  accept,
  rows,
  notes,
  isReading,
  isAdding,
  onRead,
  onAdd,
  onClose,
}: {
  words: ImportWords
  accept: string
  rows: readonly ImportedRow[] | null
  notes?: ReactNode
  isReading: boolean
  isAdding: boolean
  onRead: (file: string) => Promise<unknown>
  onAdd: (ids: readonly string[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation('kernel')
  const input = useRef<HTMLInputElement>(null)
  /** Rows whose first choice the user has turned round. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isChosen = ({ id, isKnown, isDoubtful }: ImportedRow) =>
    !isKnown && isDoubtful === turned.has(id)
  const chosen = (rows ?? []).filter(isChosen)

  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picked] = target.files ?? []
    target.value = ''
    if (picked === undefined) return
    setTurned(new Set())
    await onRead(await base64Of(picked))
  }
  const turn = (id: string) => {
    const next = new Set(turned)
    if (!next.delete(id)) next.add(id)
    setTurned(next)
  }
  return (
    <Dialog open wide onClose={onClose} title={words.title}>
      <p className="mt-1 text-ink-muted">{words.body}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-label={words.file}
        onChange={(event) => void read(event).catch(() => {})}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={FileInput} pending={isReading} onClick={() => input.current?.click()}>
          {t('action.chooseFile')}
        </Button>
        {chosen.length > 0 && (
          <Button
            variant="primary"
            pending={isAdding}
            onClick={() => onAdd(chosen.map(({ id }) => id))}
          >
            {words.add(chosen.length)}
          </Button>
        )}
      </div>
      {rows?.length === 0 && (
        <p role="alert" className="mt-3 text-negative">
          {words.none}
        </p>
      )}
      {rows !== null && rows.length > 0 && (
        <ul className="mt-4 max-h-[360px] list-none overflow-y-auto p-0" aria-label={words.review}>
          {rows.map((row) => (
            <li key={row.id} className="flex items-start gap-3 border-b border-line py-2">
              <label className="flex min-w-0 flex-1 items-start gap-3">
                <input
                  type="checkbox"
                  className="mt-1"
                  checked={isChosen(row)}
                  disabled={row.isKnown}
                  onChange={() => turn(row.id)}
                />
                <span className="min-w-0 flex-1">{row.content}</span>
              </label>
              {!row.isKnown && row.beside}
            </li>
          ))}
        </ul>
      )}
      {notes}
    </Dialog>
  )
}
