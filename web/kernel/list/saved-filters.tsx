import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { SavedFilter } from '#contract/kernel/records.ts'
import { callAll } from '#web/kernel/data/client.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { useSession } from '#web/kernel/data/session.tsx'
import { permissionTo } from '#web/kernel/data/ability.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { paths } from '#web/screens.ts'
import type { Filtering } from './use-list-address.ts'

const routes = recordEndpoints(SavedFilter)

/** The filters of this list that were kept under a name, and a name for the present one. */
export function SavedFilters({ entity, address }: { entity: string; address: Filtering }) {
  const { t } = useTranslation(['fields', 'kernel'])
  const { can } = useSession()
  const [name, setName] = useState('')
  const filters = JSON.stringify({ list: { operator: 'eq', value: entity } })
  const saved = useQuery({
    queryKey: [SavedFilter.context, SavedFilter.name, 'list', entity] as const,
    queryFn: () => callAll(routes.list, { query: { filters, sort: 'name' } }),
    enabled: can(permissionTo(SavedFilter, 'menu')),
    meta: { refusal: 'silent' as const },
  }).data
  const add = useWrite(routes.add, {
    invalidates: [SavedFilter.context],
    done: t('filter.kept'),
    onDone: () => setName(''),
  })
  const mayKeep = can(permissionTo(SavedFilter, 'add')) && address.narrowing !== ''
  if (!mayKeep && !saved?.length) return null
  return (
    <section className="mb-4" aria-label={t('filter.saved')}>
      {saved && saved.length > 0 && (
        <>
          <div className="flex items-baseline justify-between gap-3">
            <h2 className="font-medium">{t('filter.saved')}</h2>
            <Link className="link text-xs" to={paths.savedFilters.to()}>
              {t('filter.manage')}
            </Link>
          </div>
          <ul className="mt-1.5 flex flex-wrap gap-1.5">
            {saved.map((row) => {
              const query = String(row['query'])
              return (
                <li key={row.id}>
                  <Button
                    size="sm"
                    aria-pressed={query === address.narrowing}
                    onClick={() => address.resume(query)}
                  >
                    <bdi>{String(row['name'])}</bdi>
                  </Button>
                </li>
              )
            })}
          </ul>
        </>
      )}
      {mayKeep && (
        <form
          className="mt-3 flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '')
              add.mutate({ body: { name: name.trim(), list: entity, query: address.narrowing } })
          }}
        >
          <label className="min-w-0 grow">
            <span className="label">{t('filter.name')}</span>
            <input
              className="input"
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <Button type="submit" pending={add.isPending}>
            {t('kernel:action.save')}
          </Button>
        </form>
      )}
    </section>
  )
}
