import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchCriteria } from '#contract/kernel/records.ts'
import { recordQuery } from '#web/kernel/records/records.queries.ts'
import { NativeSelect } from '#web/kernel/ui/native-select.tsx'
import { Row } from '#web/kernel/ui/page.tsx'
import { SearchBox } from '#web/kernel/ui/search-box.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { fieldLabel, optionLabel } from '#web/kernel/words/record-words.ts'
import type { JobFilter } from './jobs.queries.ts'

/** Two selects in a line on a phone, below the search. */
const BAR =
  'py-3 [&>.sheet-body]:flex [&>.sheet-body]:flex-wrap [&>.sheet-body]:items-center [&>.sheet-body]:gap-2 ' +
  'max-md:[&>.sheet-body]:grid max-md:[&>.sheet-body]:grid-cols-2 max-md:[&>.sheet-body>:first-child]:col-span-2'
/** As high as the search beside it. */
const PICK = 'md:!h-[30px] md:!py-0 max-w-[210px]'

/** Rest after typing before the list is read again. */
const REST_MS = 200

/**
 * Narrows the list by words, work mode, contract and age; with several sets of criteria, by one of
 * them too.
 */
export function JobFilters({
  filter,
  set,
}: {
  filter: JobFilter
  set: (change: Partial<JobFilter>) => void
}) {
  const { t } = useTranslation('prospecting')
  const criteria =
    useQuery({ ...recordQuery(SearchCriteria), meta: { refusal: 'silent' as const } }).data ?? []
  const [typed, setTyped] = useState(filter.q)
  const sent = useRef(filter.q)
  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed
      set({ q: typed })
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [typed, set])
  useEffect(() => {
    // The address was changed from outside, as by the way back. A change from here comes back later
    // than typed.
    if (filter.q === sent.current) return
    sent.current = filter.q
    setTyped(filter.q)
  }, [filter.q])
  const options = (field: 'workModes' | 'contractTypes' | 'jobAge') =>
    (SearchCriteria.fields[field].options ?? []).map((value) => (
      <option key={value} value={value}>
        {optionLabel(SearchCriteria, field, value)}
      </option>
    ))
  return (
    <Row className={BAR}>
      <SearchBox value={typed} label={t('hunt.find')} onChange={setTyped} />
      <NativeSelect
        aria-label={t('hunt.mode')}
        className={PICK}
        value={filter.mode}
        onChange={(event) => set({ mode: event.target.value })}
      >
        <option value="">{t('hunt.anyMode')}</option>
        {options('workModes')}
      </NativeSelect>
      <NativeSelect
        aria-label={t('hunt.contract')}
        className={PICK}
        value={filter.contract}
        onChange={(event) => set({ contract: event.target.value })}
      >
        <option value="">{t('hunt.anyContract')}</option>
        {options('contractTypes')}
      </NativeSelect>
      <NativeSelect
        aria-label={fieldLabel('searchCriteria', 'jobAge')}
        className={PICK}
        value={filter.age}
        onChange={(event) => set({ age: event.target.value })}
      >
        <option value="">{t('hunt.anyAge')}</option>
        {options('jobAge')}
      </NativeSelect>
      {criteria.length > 1 && (
        <NativeSelect
          aria-label={t('hunt.criteria')}
          className={PICK}
          value={filter.criteria}
          onChange={(event) => set({ criteria: event.target.value })}
        >
          <option value="">{t('hunt.allCriteria')}</option>
          {criteria.map((row) => (
            <option key={row.id} value={row.id}>
              {plainText(row['name'])}
            </option>
          ))}
        </NativeSelect>
      )}
    </Row>
  )
}
