import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Callable } from '#contract/kernel/contract.ts'
import type { FilterFields } from '#contract/kernel/list-filters.ts'
import type { CallInput } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import type { ListAddress } from '#web/kernel/list/use-list-address.ts'
import { NoProfile } from '#web/kernel/shell/no-profile.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { Amount, Code } from '#web/kernel/ui/values.tsx'
import { Sums, sumsOf } from './currency-sums.tsx'

/** A bill or a quote of a list. */
type Document = {
  readonly id: string
  readonly profileId: string
  readonly ref: string
  readonly client: string
  readonly currency: string
}
type Summary<V extends string> = {
  readonly views: Readonly<Partial<Record<V, number>>>
  readonly totals: readonly {
    readonly currency: string
    readonly totalHT: number
    readonly totalTTC: number
  }[]
}

type Dictionaries = ['billing', 'quotes']

/**
 * Common parts of the lists of bills and quotes: words, views, sums, and the removal of a draft.
 */
export function useDocumentList<T extends Document, V extends string, R extends Callable>({
  context,
  entity,
  address,
  page,
  summary,
  views,
  viewName,
  fields,
  remove: route,
  touched,
  amountOf,
  status,
}: {
  context: 'billing' | 'quotes'
  entity: 'bill' | 'quote'
  address: ListAddress<V>
  page: UseQueryResult<{ readonly rows: readonly T[]; readonly total: number }>
  summary: Summary<V> | undefined
  views: readonly V[]
  viewName: (view: V) => string
  fields: FilterFields
  /** The route that removes a draft, and the contexts that this makes stale. */
  remove: R
  touched: readonly string[]
  /** @unit major units */
  amountOf: (row: T) => number
  status: (row: T) => ReactNode
}) {
  // A list waits for no words of the other one.
  const { t } = useTranslation([context] as readonly string[] as Dictionaries)
  const title = t(context === 'billing' ? 'billing:bill.title' : 'quotes:quote.title')
  const [removing, setRemoving] = useState<T | null>(null)
  const nameOf = (row: T) => row.ref || t(`${context}:list.draftOf`, { client: row.client })
  const remove = useWrite(route, {
    invalidates: touched,
    done: () => ({ kind: 'deleted', name: removing ? nameOf(removing) : '' }),
    onDone: () => setRemoving(null),
  })
  const totals = summary?.totals ?? []
  const oneCurrency = totals.length <= 1
  const currency = totals[0]?.currency ?? 'EUR'
  return {
    oneCurrency,
    currency,
    setRemoving,
    noProfile: (
      <NoProfile
        page={title}
        title={t(`${context}:noProfile.title`)}
        body={t(`${context}:noProfile.body`)}
      />
    ),
    removal: (
      <ConfirmRemoval
        open={removing !== null}
        onClose={() => setRemoving(null)}
        name={removing ? nameOf(removing) : ''}
        consequence={t(`${context}:draft.removeBody`)}
        pending={remove.isPending}
        onConfirm={() => {
          if (removing === null) return
          const { profileId, id } = removing
          // Both routes take a document by its profile and its id.
          remove.mutate({ params: { profileId, id } } as CallInput<R>)
        }}
      />
    ),
    /** Properties of the `ListScreen`. */
    list: {
      title,
      address,
      page,
      tabs: {
        label: t(`${context}:list.views`),
        of: views.map((view) => ({ view, label: viewName(view), count: summary?.views[view] })),
      },
      search: { label: t(`${context}:list.search`), narrow: true },
      filters: { entity, fields, currency },
      totals: {
        totalHT: <Sums sums={sumsOf(totals, (sum) => sum.totalHT)} symbol={!oneCurrency} />,
        totalTTC: <Sums sums={sumsOf(totals, (sum) => sum.totalTTC)} symbol={!oneCurrency} />,
      },
      rowId: (row: T) => row.id,
      rowName: nameOf,
      phone: (row: T) => ({
        title: row.client || t(`${context}:list.noClient`),
        end: <Amount major={amountOf(row)} currency={row.currency} />,
        status: status(row),
        note: row.ref ? <Code value={row.ref} /> : t(`${context}:list.noRef`),
      }),
      removed: entity,
    },
  }
}
