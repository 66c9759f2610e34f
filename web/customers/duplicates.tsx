import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Apart, Duplicates, Merged, Pair } from '#contract/customers/customers.contract.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useUrlState } from '#web/kernel/data/url-state.ts'
import { UndoMerge } from '#web/kernel/history/undo-merge.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { PageHead, Row, Section } from '#web/kernel/ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/kernel/ui/states.tsx'
import { instantText } from '#web/kernel/words/formats.ts'
import { paths } from '#web/screens.ts'
import { duplicatesQuery, type MergedEntity, mergeRoutes } from './duplicates.queries.ts'
import { late } from '#web/kernel/ui/late.tsx'

const Comparison = late(async () => (await import('./comparison.tsx')).Comparison)

const pairKey = ({ records: [older, newer] }: Pair): string => `${older.id}.${newer.id}`

/** Records that look like one, pair by pair, and the merges that were made of them. */
export function DuplicatesOf({ entity }: { entity: MergedEntity }) {
  const { t } = useTranslation(['customers', 'kernel'])
  const found = useQuery(duplicatesQuery(entity))
  const back = (entity === 'company' ? paths.companies : paths.contacts).to()
  return (
    <>
      <PageHead
        title={t(`duplicates.${entity}`)}
        sub={found.data && t('duplicates.count', { count: found.data.count })}
        back={{ to: back, label: t('duplicates.back') }}
      />
      {found.isError ? (
        <ErrorState error={found.error} onRetry={found.refetch} />
      ) : !found.data ? (
        <Skeleton lines={8} />
      ) : (
        <Found entity={entity} found={found.data} />
      )}
    </>
  )
}

function Found({
  entity,
  found: { pairs, merges, apart },
}: {
  entity: MergedEntity
  found: Duplicates
}) {
  const { t } = useTranslation(['customers', 'kernel'])
  const { can } = useSession()
  const [{ pair: open }, set] = useUrlState({ pair: '' })
  const mayMerge = can(entity === 'company' ? 'perm_company_delete' : 'perm_contact_delete')
  const mayTellApart = can(entity === 'company' ? 'perm_company_update' : 'perm_contact_update')
  return (
    <>
      {pairs.length === 0 ? (
        <EmptyState title={t('duplicates.none.title')} body={t('duplicates.none.body')} />
      ) : (
        <Row className="border-t border-line-strong">
          <ul>
            {pairs.map((pair) => {
              const key = pairKey(pair)
              const isOpen = open === key
              return (
                <li key={key} className="border-b border-line py-3">
                  <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
                    <span className="min-w-0 grow">
                      <span className="block font-medium">
                        <bdi>{pair.records[0].name}</bdi>
                        <span aria-hidden="true" className="px-2 text-ink-subtle">
                          =
                        </span>
                        <bdi>{pair.records[1].name}</bdi>
                      </span>
                      <span className="block text-sm text-ink-muted">
                        {pair.reasons.map((reason) => t(`duplicates.reason.${reason}`)).join(', ')}
                      </span>
                    </span>
                    <Button
                      size="sm"
                      aria-expanded={isOpen}
                      onClick={() => set({ pair: isOpen ? '' : key })}
                    >
                      {t(isOpen ? 'kernel:action.close' : 'duplicates.compare')}
                    </Button>
                  </div>
                  {isOpen && (
                    <Comparison
                      entity={entity}
                      pair={pair}
                      mayMerge={mayMerge}
                      mayTellApart={mayTellApart}
                      onDone={() => set({ pair: '' })}
                      waiting={<Skeleton lines={6} />}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        </Row>
      )}
      {apart.length > 0 && (
        <Section name={t('duplicates.apart')}>
          <ul>
            {apart.map((pair) => (
              <ApartRow key={pair.id} entity={entity} pair={pair} mayUndo={mayTellApart} />
            ))}
          </ul>
        </Section>
      )}
      {merges.length > 0 && (
        <Section name={t('duplicates.merges')}>
          <ul>
            {merges.map((merge) => (
              <MergeRow key={merge.id} entity={entity} merge={merge} mayUndo={mayMerge} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function ApartRow({
  entity,
  pair,
  mayUndo,
}: {
  entity: MergedEntity
  pair: Apart
  mayUndo: boolean
}) {
  const { t } = useTranslation(['customers', 'kernel'])
  const { language } = usePreferences()
  const forget = useWrite(mergeRoutes(entity).forgetApart, {
    invalidates: ['customers'],
    done: t('duplicates.again'),
  })
  const [one, other] = pair.records
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-0">
      <span className="min-w-0 grow">
        <span className="block">
          <bdi>{one.name}</bdi>
          <span aria-hidden="true" className="px-2 text-ink-subtle">
            ≠
          </span>
          <bdi>{other.name}</bdi>
        </span>
        <span className="block text-sm text-ink-muted">{instantText(language, pair.at)}</span>
      </span>
      {mayUndo && (
        <Button
          size="sm"
          pending={forget.isPending}
          onClick={() => forget.mutate({ params: { id: pair.id } })}
        >
          {t('kernel:action.undo')}
        </Button>
      )}
    </li>
  )
}

function MergeRow({
  entity,
  merge,
  mayUndo,
}: {
  entity: MergedEntity
  merge: Merged
  mayUndo: boolean
}) {
  const { t } = useTranslation('customers')
  const { language } = usePreferences()
  const { kept, merged, moved, undone, at } = merge
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-0">
      <span className="min-w-0 grow">
        <span className="block">
          {t('duplicates.into', {
            merged: `\u2068${merged.name}\u2069`,
            kept: `\u2068${kept.name}\u2069`,
          })}
        </span>
        <span className="block text-sm text-ink-muted">
          {[instantText(language, at), ...moved.map(usesIn(t))].join(' · ')}
        </span>
      </span>
      {undone ? (
        <span className="text-sm text-ink-subtle">{t('duplicates.taken')}</span>
      ) : (
        mayUndo && <UndoMerge entity={entity} id={merge.id} />
      )}
    </li>
  )
}

type Words = ReturnType<typeof useTranslation<'customers'>>['t']
const USES = ['contact', 'offer', 'project', 'bill', 'savedFilter'] as const
/** `Contrats 3` */
export const usesIn =
  (t: Words) =>
  ({ entity, count }: { readonly entity: string; readonly count: number }): string => {
    const use = USES.find((one) => one === entity)
    return use === undefined ? '' : `${t(`duplicates.use.${use}`)} ${count}`
  }
