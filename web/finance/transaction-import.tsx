import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  type ReadTransaction,
  transactionImportRoutes as routes,
} from '#contract/finance/transaction-imports.contract.ts'
import { TRANSACTION_TYPES } from '#contract/finance/finance.values.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { notifySuccess } from '#web/kernel/data/toasts.ts'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { FileImport } from '#web/kernel/form/file-import.tsx'
import { Amount, DayText } from '#web/kernel/ui/values.tsx'

type Type = ReadTransaction['type']
type Found = z.output<typeof routes.read.reply>

/** A bank's statement or a supplier's invoice, of which the user chooses what comes. */
export function TransactionImport({
  account,
  onClose,
}: {
  account: { readonly profileId: string; readonly currency: string }
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const [file, setFile] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [types, setTypes] = useState<ReadonlyMap<string, Type>>(new Map())
  const read = useWrite(routes.read, { invalidates: [] })
  const add = useWrite(routes.import, { invalidates: ['finance'] })
  const typeOf = ({ id, type }: ReadTransaction): Type => types.get(id) ?? type

  const readFile = async (content: string) => {
    setFound(null)
    setFound(await read.mutateAsync({ body: { ...account, file: content } }))
    setFile(content)
    setTypes(new Map())
  }
  const send = async (ids: readonly string[]) => {
    const chosen = (found?.rows ?? []).filter(({ id }) => ids.includes(id))
    const rows = chosen.map((row) => ({ id: row.id, type: typeOf(row) }))
    const done = await add.mutateAsync({ body: { ...account, file, rows } })
    notifySuccess(t('import.done', { count: done.added }), {
      ...(done.known > 0 && { detail: t('import.known', { count: done.known }) }),
    })
    onClose()
  }
  return (
    <FileImport
      words={{
        title: t('import.title'),
        body: t('import.body'),
        file: t('import.file'),
        review: t('import.review'),
        none: t('import.none'),
        add: (count) => t('import.add', { count }),
      }}
      accept=".csv,.txt,.xml,text/csv,application/xml"
      rows={
        found &&
        found.rows.map((row) => ({
          id: row.id,
          isKnown: row.act === 'known',
          isDoubtful: row.act === 'alike',
          content: <Row row={row} kind={found.kind} />,
          beside: (
            <TypeChoice
              label={t('import.type', { label: row.label || row.reference })}
              value={typeOf(row)}
              onChange={(type) => setTypes(new Map([...types, [row.id, type]]))}
            />
          ),
        }))
      }
      notes={<Lost lost={found?.lost ?? []} />}
      isReading={read.isPending}
      isAdding={add.isPending}
      onRead={readFile}
      onAdd={(ids) => void send(ids).catch(() => {})}
      onClose={onClose}
    />
  )
}

function Row({ row, kind }: { row: ReadTransaction; kind: Found['kind'] }) {
  const { t } = useTranslation('finance')
  const sign = row.operation === 'in' ? 1 : -1
  return (
    <>
      <span className="flex justify-between gap-3">
        <bdi className="min-w-0 font-medium">{row.label || row.reference}</bdi>
        <Amount major={sign * row.amountTTC} currency={row.currency} sign="always" />
      </span>
      <span className="block text-sm text-ink-muted">
        <DayText at={row.date} />
      </span>
      {row.act !== 'add' && (
        <span className="block text-sm text-warm">{t(`import.act.${row.act}`)}</span>
      )}
      {row.act === 'add' && kind === 'invoice' && (
        <span className="block text-sm text-ink-muted">{t('import.act.expected')}</span>
      )}
    </>
  )
}

function TypeChoice({
  label,
  value,
  onChange,
}: {
  label: string
  value: Type
  onChange: (type: Type) => void
}) {
  const { t } = useTranslation('finance')
  return (
    <NativeSelect
      aria-label={label}
      className="max-w-[180px] text-sm"
      value={value}
      onChange={({ target }) => {
        const type = TRANSACTION_TYPES.find((one) => one === target.value)
        if (type !== undefined) onChange(type)
      }}
    >
      {TRANSACTION_TYPES.map((type) => (
        <option key={type} value={type}>
          {t(`transaction.option.type.${type}`)}
        </option>
      ))}
    </NativeSelect>
  )
}

function Lost({ lost }: { lost: Found['lost'] }) {
  const { t } = useTranslation('finance')
  if (lost.length === 0) return null
  return (
    <section aria-labelledby="import-lost" className="mt-4">
      <h3 id="import-lost" className="font-medium">
        {t('import.lost')}
      </h3>
      <ul className="mt-1 max-h-[160px] list-none overflow-y-auto p-0 text-sm text-ink-muted">
        {lost.map(({ row, text, reason }) => (
          <li key={row}>
            {t('import.row', { row })} (<bdi>{text}</bdi>) : {t(`import.lostReason.${reason}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}
