import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import clsx from 'clsx'
import {
  Circle,
  CircleAlert,
  CircleCheck,
  CircleSlash,
  LoaderCircle,
  RotateCw,
  Search,
} from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegistryCompany } from '#contract/profile/profile.schemas.ts'
import { ApiProblem } from '#web/kernel/data/client.ts'
import { Button } from '#web/kernel/ui/button.tsx'
import { useChoice } from '#web/kernel/form/use-choice.ts'
import { Note } from '#web/kernel/ui/page.tsx'
import { useProblemText } from '#web/kernel/data/problem-text.ts'
import { Siren, Siret } from '#web/kernel/ui/values.tsx'
import { digitsOf, missingDigits, queryOf } from './registry-query.ts'
import { useRegistrySearch } from './use-registry-search.ts'

/** Typed text as fields of a company: a whole SIREN or SIRET, or a name. */
export const companyTyped = (text: string): { name?: string; siren?: string; siret?: string } =>
  digitsOf(text) === null ? { name: text.trim() } : (queryOf(text) ?? {})

/**
 * A search in the public registry while the user types. Arrow keys move between results, Enter
 * takes one and fills the form. When the registry is away, the search says so; `onManual` leads to
 * the fields, with what was typed so far.
 */
export function RegistrySearch({
  onPick,
  onManual,
  label,
  large = false,
  autoFocus = false,
  start = '',
}: {
  onPick: (company: RegistryCompany) => void
  onManual?: (typed: string) => void
  label?: string
  large?: boolean
  autoFocus?: boolean
  /** Text that is looked for at once. A whole number of one company takes it. */
  start?: string
}) {
  const { t } = useTranslation('kernel')
  const text = useProblemText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const search = useRegistrySearch(start, onPick)
  const { typed, isRefused, found, results } = search
  // Several companies have the same name: none is taken by passing on.
  const choice = useChoice<RegistryCompany | null>({
    choose: (company) => company && search.take(company),
  })
  // Loaded after the form around it, which has already looked for the field that asks for the
  // focus.
  useEffect(() => {
    if (autoFocus && !/^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? ''))
      input.current?.focus()
  }, [autoFocus])
  // A mistyped number stays one: asking again finds no other fault.
  const fault =
    isRefused && found.error instanceof ApiProblem ? found.error.fields[0]?.message : undefined
  const manual = onManual && (
    <button
      type="button"
      className="link cursor-pointer border-0 bg-transparent p-0"
      onClick={() => onManual(typed)}
    >
      {t('registry.manual')}
    </button>
  )

  return (
    <div className="@container">
      <Combobox<RegistryCompany | null> value={null} onChange={choice.onChange}>
        <label className="label" htmlFor={id}>
          {label ?? t('registry.label')}
        </label>
        <span className="input-box">
          <Search
            size={large ? 17 : 15}
            className={clsx(
              'absolute inset-y-0 my-auto text-ink-subtle',
              large ? 'start-3' : 'start-2.5',
            )}
          />
          <ComboboxInput
            id={id}
            ref={input}
            className={clsx('input', large ? '!h-[46px] !ps-10 !text-md' : '!ps-8')}
            data-autofocus={autoFocus || undefined}
            dir="auto"
            autoComplete="off"
            placeholder={t('registry.placeholder')}
            aria-describedby={`${id}-s`}
            aria-invalid={fault !== undefined || undefined}
            value={typed}
            displayValue={() => typed}
            onChange={(event) => search.type(event.target.value)}
            onKeyDown={(event) => {
              choice.onKeyDown(event)
              // Enter asks at once for what is typed, and must not submit the form around it.
              if (event.key !== 'Enter' || (results.length > 0 && search.isAnswered)) return
              event.preventDefault()
              search.ask()
            }}
          />
        </span>
        {/* Without results too: the open field names the list that it controls. */}
        <ComboboxOptions
          modal={false}
          as="ul"
          aria-label={t('registry.results')}
          className="mt-2 max-h-[320px] overflow-y-auto rounded-lg bg-surface-raised shadow-2 empty:hidden"
        >
          {results.map((company) => (
            <ComboboxOption
              key={`${company.siren} ${company.siret}`}
              as="li"
              value={company}
              className="group border-b border-line last:border-0 data-focus:bg-accent-soft"
            >
              <Result company={company} />
            </ComboboxOption>
          ))}
        </ComboboxOptions>
      </Combobox>
      {fault !== undefined ? (
        <div role="alert" id={`${id}-s`}>
          <p className="err">
            <CircleAlert size={15} className="mt-0.5 flex-none" />
            {fault}
          </p>
          <p className="hint">{manual}</p>
        </div>
      ) : isRefused ? (
        <div className="mt-3" role="alert" id={`${id}-s`}>
          <Note tone="warning" icon={<CircleAlert size={16} />}>
            <p>{text(found.error)}</p>
            <span className="mt-2 flex flex-wrap items-center gap-3">
              <Button
                size="sm"
                icon={RotateCw}
                pending={found.isFetching}
                onClick={() => void found.refetch()}
              >
                {t('action.retry')}
              </Button>
              {manual}
            </span>
          </Note>
        </div>
      ) : (
        <p className="hint">
          <output id={`${id}-s`}>
            <SearchState search={search} />
          </output>{' '}
          {!search.picked && manual}
        </p>
      )}
    </div>
  )
}

/** The search's progress, as a sentence. */
function SearchState({
  search: { typed, query, picked, found, results },
}: {
  search: ReturnType<typeof useRegistrySearch>
}) {
  const { t } = useTranslation('kernel')
  const incomplete = missingDigits(typed)
  if (picked)
    return (
      <span className="text-positive">
        {t('registry.filled', { name: `\u2068${picked.name}\u2069` })}
      </span>
    )
  if (incomplete) return t(`registry.missing.${incomplete.of}`, { count: incomplete.missing })
  if (found.isFetching)
    return (
      <span className="inline-flex items-center gap-1.5">
        <LoaderCircle size={13} className="motion-safe:animate-spin" />
        {t('registry.searching')}
      </span>
    )
  if (results.length > 0) return t('registry.found', { count: results.length })
  return t(query && found.isSuccess ? 'registry.nothing' : 'registry.hint')
}

/** One company: name and legal form, place, number. A closed one is marked. */
function Result({
  company: { name, legalStatus, address, active, closedOn, siren, siret },
}: {
  company: RegistryCompany
}) {
  const { t } = useTranslation('kernel')
  const place = [address.street, [address.postalCode, address.city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  const closed = active
    ? ''
    : closedOn
      ? t('registry.closedIn', { year: new Date(closedOn).getUTCFullYear() })
      : t('registry.closed')
  return (
    <div className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 px-4 py-3 @md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <span className="mt-0.5 text-ink-subtle">
        {active ? (
          <>
            <Circle size={17} className="group-data-focus:hidden" />
            <CircleCheck size={17} className="hidden text-accent group-data-focus:block" />
          </>
        ) : (
          <CircleSlash size={17} />
        )}
      </span>
      <span className="min-w-0">
        <bdi className={clsx('font-medium', !active && 'text-ink-subtle')}>{name}</bdi>{' '}
        <span className="text-sm text-ink-muted">
          {[legalStatus, closed].filter(Boolean).join(', ')}
        </span>
        <span className="block truncate text-sm text-ink-muted">
          <bdi>{place}</bdi>
        </span>
      </span>
      <span className="text-sm text-ink-muted @max-md:col-start-2">
        {siret ? <Siret value={siret} /> : <Siren value={siren} />}
      </span>
    </div>
  )
}
