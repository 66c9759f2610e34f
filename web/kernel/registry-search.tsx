import { useQuery } from '@tanstack/react-query'
import { Building2, CircleAlert, LoaderCircle, Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { professionalInfoRoutes, type RegistryCompany } from '#contract/profile.ts'
import { call } from './client.ts'
import { useProblemText } from './problem-text.ts'
import { Code, Siren } from './values.tsx'

/** @unit milliseconds without a keystroke before the registry is asked */
const PAUSE_MS = 350

/** What the registry can be asked for: nine digits, fourteen, or three letters and more; null until then. */
export function registryQueryOf(text: string): { name: string } | { siren: string } | { siret: string } | null {
  const digits = text.replace(/[\s.]/g, '')
  if (/^\d+$/.test(digits)) return digits.length === 9 ? { siren: digits } : digits.length === 14 ? { siret: digits } : null
  const name = text.trim()
  return name.length >= 3 ? { name } : null
}

/** Finds a company in the public registry and hands it over to fill a form. Out of reach, it says so and leaves the fields to be typed. */
export function RegistrySearch({ onPick, autoFocus = false }: { onPick: (company: RegistryCompany) => void; autoFocus?: boolean }) {
  const { t } = useTranslation('kernel')
  const text = useProblemText()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [picked, setPicked] = useState<RegistryCompany | null>(null)
  useEffect(() => {
    const pause = setTimeout(() => setAsked(typed), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed])
  const query = registryQueryOf(asked)
  const found = useQuery({
    queryKey: ['registry', query],
    queryFn: ({ signal }) => call(professionalInfoRoutes.find, { query: query ?? {}, signal }),
    enabled: query !== null && !picked,
    staleTime: 300_000,
    retry: false,
  })
  const pick = (company: RegistryCompany) => {
    setPicked(company)
    onPick(company)
  }

  return (
    <div className="note bg-surface-sunken !block">
      <label className="label" htmlFor={id}>
        {t('registry.label')}
      </label>
      <span className="input-box">
        <Search size={15} strokeWidth={1.7} aria-hidden="true" className="absolute inset-y-0 start-2.5 my-auto text-ink-subtle" />
        <input
          id={id}
          type="search"
          className="input !ps-8"
          dir="auto"
          value={typed}
          autoComplete="off"
          autoFocus={autoFocus}
          aria-describedby={`${id}-s`}
          onChange={(event) => {
            setPicked(null)
            setTyped(event.target.value)
          }}
          onKeyDown={(event) => {
            // Enter asks at once; it must not send the form around it.
            if (event.key !== 'Enter') return
            event.preventDefault()
            setAsked(typed)
          }}
        />
      </span>
      <div id={`${id}-s`} className="hint" role="status">
        {picked ? (
          <span className="text-positive">{t('registry.filled', { name: `\u2068${picked.name}\u2069` })}</span>
        ) : found.isFetching ? (
          <span className="inline-flex items-center gap-1.5">
            <LoaderCircle size={13} aria-hidden="true" className="motion-safe:animate-spin" />
            {t('registry.searching')}
          </span>
        ) : found.isError ? (
          <span className="inline-flex gap-1.5 text-negative">
            <CircleAlert size={14} aria-hidden="true" className="mt-px shrink-0" />
            <span>{text(found.error)}</span>
          </span>
        ) : found.data?.length === 0 ? (
          t('registry.nothing')
        ) : found.data ? (
          t('registry.found', { count: found.data.length })
        ) : (
          t('registry.hint')
        )}
      </div>
      {!picked && !found.isError && found.data && found.data.length > 0 && (
        <ul className="mt-2 max-h-[280px] overflow-y-auto border-t border-line">
          {found.data.map((company) => (
            <li key={`${company.siren} ${company.siret}`} className="border-b border-line">
              <button type="button" className="menu-item !h-auto !items-start py-2" onClick={() => pick(company)}>
                <Building2 size={16} strokeWidth={1.7} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-subtle" />
                <span className="min-w-0 grow text-start">
                  <bdi className="block font-medium">{company.name}</bdi>
                  <span className="block text-xs text-ink-subtle">
                    {company.siren && <Siren value={company.siren} />}{' '}
                    {company.address.city && <bdi>{[company.address.postalCode, company.address.city].filter(Boolean).join(' ')}</bdi>}{' '}
                    {company.legalStatus && <Code value={company.legalStatus} />}
                    {!company.active && <span className="text-negative"> {t('registry.closed')}</span>}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
