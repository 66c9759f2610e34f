import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { prospectingRoutes } from '#contract/prospecting/prospecting.contract.ts'
import { SearchCriteria } from '#contract/kernel/records.ts'
import { call } from '#web/kernel/data/client.ts'
import { Meter } from '#web/kernel/ui/figures.tsx'

/** Rest after typing before the next count. */
const REST_MS = 250

/**
 * The typed values that the server would take, without the name: what is half typed counts as
 * empty.
 */
const countedOf = (typed: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(SearchCriteria.fields).flatMap(([key, { wire }]) =>
        key !== 'name' && wire.safeParse(typed[key]).success ? [[key, typed[key]]] : [],
      ),
    ),
  )

/** Number of present jobs that the criteria find, while they are typed. */
export function CriteriaCount() {
  const { t } = useTranslation('prospecting')
  const { control } = useFormContext()
  const typed = useDeferredValue(countedOf(useWatch({ control })))
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const counted = useQuery({
    queryKey: ['prospecting', 'job', 'criteriaCount', settled],
    queryFn: () => call(prospectingRoutes.criteriaCount, { query: { criteria: settled } }),
    placeholderData: keepPreviousData,
    meta: { refusal: 'silent' as const },
  })
  const { found = 0, of = 0 } = counted.data ?? {}
  const words =
    counted.isError || (counted.data && of === 0)
      ? t(counted.isError ? 'criteria.uncounted' : 'criteria.noJobs')
      : counted.data && t('criteria.found', { count: found, of })
  return (
    <output
      className="sticky top-0 z-10 block min-h-[42px] border-y border-line bg-surface py-2.5 text-sm"
      aria-live="polite"
    >
      <span className="block text-ink-muted">{words}</span>
      {of > 0 && (
        <Meter done={found} planned={of} label={t('criteria.found', { count: found, of })} />
      )}
    </output>
  )
}
