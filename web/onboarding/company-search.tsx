import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Circle, CircleAlert, CircleCheck, CircleSlash, LoaderCircle, RotateCw, Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { professionalInfoRoutes, type RegistryCompany } from '#contract/profile.ts'
import { Button } from '#web/kernel/button.tsx'
import { call } from '#web/kernel/client.ts'
import { Note } from '#web/kernel/page.tsx'
import { useProblemText } from '#web/kernel/problem-text.ts'
import { registryQueryOf } from '#web/kernel/registry-search.tsx'
import { Siren, Siret } from '#web/kernel/values.tsx'

/** @unit milliseconds without a keystroke before the registry is asked */
const PAUSE_MS = 300
const [SIREN_DIGITS, SIRET_DIGITS] = [9, 14]

/** How many digits are still missing to the next number the registry knows; 0 when the text is none. */
function missingDigits(text: string): { missing: number; of: 'siren' | 'siret' } | null {
  const digits = text.replace(/[\s.]/g, '')
  if (!/^\d{3,13}$/.test(digits) || digits.length === SIREN_DIGITS) return null
  return digits.length < SIREN_DIGITS ? { missing: SIREN_DIGITS - digits.length, of: 'siren' } : { missing: SIRET_DIGITS - digits.length, of: 'siret' }
}

/** The registry as one types: arrows walk the results, Enter takes one. Out of reach, it says so and leaves the fields to be typed. */
export function CompanySearch({ onPick, onManual }: { onPick: (company: RegistryCompany) => void; onManual: () => void }) {
  const { t } = useTranslation('onboarding')
  const text = useProblemText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [at, setAt] = useState(0)
  const [picked, setPicked] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setAsked(typed), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed])
  const query = registryQueryOf(asked)
  const found = useQuery({
    queryKey: ['registry', query],
    queryFn: ({ signal }) => call(professionalInfoRoutes.find, { query: query ?? {}, signal }),
    enabled: query !== null,
    staleTime: 300_000,
    retry: false,
  })
  const results = query && found.isSuccess && picked === '' ? found.data : []
  const incomplete = missingDigits(typed)
  const pick = (company: RegistryCompany | undefined) => {
    if (!company) return
    setPicked(company.siret)
    onPick(company)
  }
  const option = (index: number) => `${id}-${index}`

  return (
    <div className="mt-7">
      <label className="label" htmlFor={id}>
        {t('search.label')}
      </label>
      <span className="input-box">
        <Search size={17} strokeWidth={1.7} aria-hidden="true" className="absolute inset-y-0 start-3 my-auto text-ink-subtle" />
        <input
          id={id}
          className="input !h-[46px] !ps-10 !text-md"
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls={results.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={results.length > 0 ? option(at) : undefined}
          aria-autocomplete="list"
          aria-describedby={`${id}-s`}
          autoComplete="off"
          value={typed}
          placeholder={t('search.placeholder')}
          onChange={(event) => {
            setTyped(event.target.value)
            setPicked('')
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && results.length > 0) setAt((at + 1) % results.length)
            else if (event.key === 'ArrowUp' && results.length > 0) setAt((at + results.length - 1) % results.length)
            else if (event.key === 'Enter') {
              if (results.length > 0) pick(results[at])
              else setAsked(typed)
            } else if (event.key === 'Escape' && results.length > 0) setPicked('-')
            else return
            event.preventDefault()
          }}
        />
      </span>
      {results.length > 0 && (
        <ul id={`${id}-list`} role="listbox" aria-label={t('search.results')} className="mt-2 overflow-hidden rounded-lg bg-surface-raised shadow-2">
          {results.map((company, index) => (
            <Result key={company.siret || company.siren} id={option(index)} company={company} current={index === at} onPoint={() => setAt(index)} onPick={() => pick(company)} />
          ))}
        </ul>
      )}
      {query && found.isError ? (
        <div className="mt-3" role="alert">
          <Note tone="warning" icon={<CircleAlert size={16} strokeWidth={1.7} aria-hidden="true" />}>
            <p>{text(found.error)}</p>
            <span className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" icon={RotateCw} pending={found.isFetching} onClick={() => void found.refetch()}>
                {t('search.retry')}
              </Button>
              <Button size="sm" variant="quiet" onClick={onManual}>
                {t('search.manual')}
              </Button>
            </span>
          </Note>
        </div>
      ) : (
        <p className="hint" id={`${id}-s`} role="status">
          {incomplete ? (
            t(`search.missing.${incomplete.of}`, { count: incomplete.missing })
          ) : query && found.isFetching ? (
            <span className="inline-flex items-center gap-1.5">
              <LoaderCircle size={13} aria-hidden="true" className="motion-safe:animate-spin" />
              {t('search.searching')}
            </span>
          ) : results.length > 0 ? (
            t('search.found', { count: results.length })
          ) : query && found.isSuccess && picked === '' ? (
            t('search.nothing')
          ) : (
            t('search.hint')
          )}{' '}
          {picked === '' && (
            <button type="button" className="link cursor-pointer border-0 bg-transparent p-0" onClick={onManual}>
              {t('search.manual')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function Result({ id, company, current, onPoint, onPick }: { id: string; company: RegistryCompany; current: boolean; onPoint: () => void; onPick: () => void }) {
  const { t } = useTranslation('onboarding')
  const { name, legalStatus, address, active, closedOn, siren, siret } = company
  const Mark = !active ? CircleSlash : current ? CircleCheck : Circle
  const place = [address.street, [address.postalCode, address.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const status = legalStatus ? t(`legalStatus.${legalStatus}`) : ''
  const closed = active ? '' : closedOn ? t('search.closedIn', { year: new Date(closedOn).getUTCFullYear() }) : t('search.closed')
  return (
    // The combobox has the focus and the keys; the pointer alone comes here.
    <li
      id={id}
      role="option"
      aria-selected={current}
      className={clsx(
        'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3.5 border-b border-line px-4 py-3 last:border-0',
        current && 'bg-accent-soft',
        !active && 'text-ink-subtle',
      )}
      onMouseEnter={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span className={clsx('mt-0.5', current && active ? 'text-accent' : 'text-ink-subtle')}>
        <Mark size={17} strokeWidth={1.7} aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <bdi className={clsx('font-medium', active && 'text-ink')}>{name}</bdi> <span className="text-sm text-ink-muted">{[status, closed].filter(Boolean).join(', ')}</span>
        <span className="block truncate text-sm text-ink-muted">
          <bdi>{place}</bdi>
        </span>
      </span>
      <span className="text-sm text-ink-muted">{siret ? <Siret value={siret} /> : <Siren value={siren} />}</span>
    </li>
  )
}
