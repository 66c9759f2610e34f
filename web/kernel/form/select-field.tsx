import {
  Combobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
} from '@headlessui/react'
import { Check, ChevronDown, Plus } from 'lucide-react'
import {
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { Search } from '#web/kernel/data/found.ts'
import { Afterwards } from '#web/kernel/ui/afterwards.tsx'
import { SwatchDot } from '#web/kernel/ui/swatch-dot.tsx'
import { type FieldProps, FieldShell, useField } from './field.tsx'
import { isNamedBy, useChoice } from './use-choice.ts'
import { localeOf } from '#web/kernel/words/languages.ts'
import { foldText } from '#contract/kernel/fold-text.values.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { plainText } from '#web/kernel/words/plain-text.ts'

export type Option = {
  readonly value: string
  readonly label: string
  readonly note?: string
  /** Number of a swatch; 0 for none. */
  readonly colour?: number
}

/** The value of an option; '' for 0 and for none. */
const valueText = (value: unknown): string => (value === 0 ? '' : plainText(value))

/** The words of a choice; its value where it is no longer offered. */
export const labelAmong = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

/** Up to a dozen choices. `none` offers an empty first choice with that label. */
export function SelectField({
  options,
  none,
  placeholder,
  ...props
}: FieldProps & { options: readonly Option[]; none?: string; placeholder?: string }) {
  const { t } = useTranslation('kernel')
  const { field, error, id, wiring } = useField(props.name, props)
  const all = none === undefined ? options : [{ value: '', label: none }, ...options]
  const value = valueText(field.value)
  const chosen = all.find((option) => option.value === value)
  const shows = (stored: unknown) => labelAmong(all, valueText(stored))
  return (
    <FieldShell id={id} error={error} {...{ shows }} {...props}>
      <Listbox value={value} onChange={field.onChange} disabled={props.readOnly ?? false}>
        <ChoiceList
          {...{ field, id, wiring }}
          options={all}
          shown={chosen?.label ?? placeholder ?? t('form.choose')}
          isEmpty={!chosen || chosen.value === ''}
          isChosen={(option) => option.value === value}
        />
      </Listbox>
    </FieldShell>
  )
}

/** Within a `Listbox`: the button that shows what is chosen, and the list that it opens. */
export const ChoiceList = ({
  field,
  id,
  wiring,
  options,
  shown,
  isEmpty,
  isChosen,
}: Pick<ReturnType<typeof useField>, 'field' | 'id' | 'wiring'> & {
  options: readonly Option[]
  shown: string
  isEmpty: boolean
  isChosen: (option: Option) => boolean
}) => (
  <>
    <ListboxButton
      as={ChoiceButton}
      {...wiring}
      ref={field.ref}
      className="input flex items-center justify-between gap-2 text-start"
      labelledBy={`${id}-l ${id}-v`}
      onBlur={field.onBlur}
      onKeyDown={openOnEnter}
    >
      <span id={`${id}-v`} className={`truncate ${isEmpty ? 'text-ink-subtle' : ''}`}>
        {shown}
      </span>
      <ChevronDown size={16} className="shrink-0 text-ink-subtle" />
    </ListboxButton>
    <ListboxOptions
      anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
      modal={false}
      className="options options-wide min-w-[var(--button-width)]"
    >
      {options.map((option) => (
        <ListboxOption key={option.value} value={option.value} className="option">
          <OptionInside option={option} chosen={isChosen(option)} />
        </ListboxOption>
      ))}
    </ListboxOptions>
  </>
)

/**
 * Name of the button: its label and its choice. Headless UI drops an `aria-labelledby` that is set
 * on its own button. A button can't be required, says ARIA 1.2.
 */
const ChoiceButton = ({
  labelledBy,
  ...props
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  labelledBy: string
  ref?: Ref<HTMLButtonElement>
}) => <button {...props} type="button" aria-labelledby={labelledBy} aria-required={undefined} />

/** Opens the list on Enter. Headless UI would submit the form; native selects open. */
function openOnEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-expanded') === 'true') return
  event.preventDefault()
  event.currentTarget.dispatchEvent(
    new window.KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }),
  )
}

/** A sentence in a list without a choice, as an option: a list holds nothing else. */
export const NoOption = ({ children }: { children: ReactNode }) => (
  <ComboboxOption value={'\u0000none'} disabled className="px-2.5 py-2 text-sm text-ink-muted">
    {children}
  </ComboboxOption>
)

export const OptionInside = ({ option, chosen }: { option: Option; chosen: boolean }) => (
  <>
    <span className="min-w-0 grow">
      <span className="block truncate">
        {option.colour ? <SwatchDot number={option.colour} /> : null}
        <bdi>{option.label}</bdi>
      </span>
      {option.note && (
        <span className="block truncate text-xs font-normal text-ink-subtle">{option.note}</span>
      )}
    </span>
    <Check size={15} className={`shrink-0 text-accent ${chosen ? '' : 'invisible'}`} />
  </>
)

const MOST_SHOWN = 50
/** Stands for "make it" among the values. */
const CREATE = '\u0000create'
const NOTHING_KNOWN: readonly Option[] = []

/**
 * The choices that a combobox lists: what the server found, or the given options that what is typed
 * names. With nothing typed, the chosen one is first where the options do not have it.
 *
 * @param choices.typed what is typed now
 * @param choices.deferred what is typed, behind the typing
 */
export function listedOptions({
  options,
  known,
  value,
  typed,
  deferred,
  search,
}: {
  readonly options: readonly Option[]
  readonly known: readonly Option[]
  readonly value: string
  readonly typed: string
  readonly deferred: string
  readonly search: Pick<Search, 'isFinding'> | undefined
}): readonly Option[] {
  // Until the server has answered, what it found before is searched: Enter takes no choice that was
  // not typed.
  const words = search ? typed : deferred.trim()
  const isAnswered = search !== undefined && !search.isFinding
  if (words !== '' && !isAnswered)
    return options
      .filter(({ label, note = '' }) => isNamedBy(words, `${label} ${note}`))
      .slice(0, MOST_SHOWN)
  const isFar = deferred === '' && options.every((option) => option.value !== value)
  return [...(isFar ? known.filter((option) => option.value === value) : []), ...options].slice(
    0,
    MOST_SHOWN,
  )
}

/**
 * Many choices, found by typing. `search` asks the server; without it, the given options are
 * searched. `known`: choices that a search may not find, among them the one that is chosen.
 */
export function ComboField({
  options,
  known = NOTHING_KNOWN,
  search,
  placeholder,
  none,
  onPick,
  create,
  autoFocus,
  ...props
}: FieldProps & {
  options: readonly Option[]
  known?: readonly Option[]
  autoFocus?: boolean
  /**
   * A last choice that creates a typed name without a match. Without a label for empty text, it
   * waits for a word.
   */
  create?:
    | { readonly label: (typed: string) => string; readonly run: (typed: string) => void }
    | undefined
  search?: Search
  placeholder?: string /** Value of no choice: '' or 0. */
  none?: '' | 0
  onPick?: (value: string) => void
}) {
  const { t } = useTranslation('kernel')
  const { field, error, id, wiring } = useField(props.name, props)
  const [query, setQuery] = useState('')
  /** The focus comes back from where a choice is made: the list would open over what is next. */
  const isReturning = useRef(false)
  const deferred = useDeferredValue(query)
  const value = valueText(field.value)
  /** Labels of all options there were: a later search may not find the chosen one. */
  const labels = useRef(new Map<string, string>())
  for (const option of [...known, ...options]) labels.current.set(option.value, option.label)
  const typed = query.trim()
  const isFinding = search?.isFinding ?? false
  const shown = listedOptions({ options, known, value, typed, deferred, search })
  const createLabel = (!isFinding && create?.label(typed)) || ''
  const isListed =
    typed !== '' && options.some((option) => foldText(option.label) === foldText(typed))
  const choice = useChoice<string | null>({
    choose(to) {
      if (to === CREATE) {
        isReturning.current = true
        return create?.run(typed)
      }
      field.onChange(to || (none ?? ''))
      if (to) onPick?.(to)
    },
    typed,
    first: shown[0],
  })
  const shows = (stored: unknown) => labels.current.get(valueText(stored)) ?? valueText(stored)
  return (
    <FieldShell id={id} error={error} {...{ shows }} {...props}>
      <Combobox
        value={value}
        disabled={props.readOnly ?? false}
        onChange={choice.onChange}
        onClose={() => {
          setQuery('')
          if (query !== '') search?.onQuery('')
        }}
      >
        <span className="input-box">
          <ComboboxInput
            {...wiring}
            ref={field.ref}
            className="input !pe-9"
            data-autofocus={autoFocus || undefined}
            autoComplete="off"
            placeholder={placeholder ?? t('form.search')}
            displayValue={(one: string) => labels.current.get(one) ?? ''}
            onBlur={field.onBlur}
            onFocus={(event) => {
              if (!isReturning.current) choice.onFocus(event)
              isReturning.current = false
            }}
            onKeyDown={choice.onKeyDown}
            onChange={(event) => {
              setQuery(event.target.value)
              search?.onQuery(event.target.value)
              if (event.target.value === '') field.onChange(none ?? '')
            }}
          />
          <ComboboxButton
            className="absolute inset-y-0 end-0 grid w-9 place-items-center text-ink-subtle"
            aria-label={t('form.showChoices', { label: props.label })}
          >
            <ChevronDown size={16} />
          </ComboboxButton>
        </span>
        <ComboboxOptions
          anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
          modal={false}
          className="options options-wide min-w-[var(--input-width)] empty:invisible"
        >
          <Afterwards>
            {shown.map((option) => (
              <ComboboxOption key={option.value} value={option.value} className="option">
                <OptionInside option={option} chosen={option.value === value} />
              </ComboboxOption>
            ))}
            {createLabel !== '' && !isListed && (
              <ComboboxOption
                value={CREATE}
                className="option border-t border-line font-medium text-accent"
              >
                <Plus size={15} className="shrink-0" />
                <span className="min-w-0 grow truncate">{createLabel}</span>
              </ComboboxOption>
            )}
            {shown.length === 0 && createLabel === '' && (
              <NoOption>{t(isFinding ? 'palette.searching' : 'form.nothingFound')}</NoOption>
            )}
          </Afterwards>
        </ComboboxOptions>
      </Combobox>
    </FieldShell>
  )
}

/** ISO 3166-1 alpha-2, without codes that are no country or have no post. */
const COUNTRIES =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GF GH GI GM GN GP GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MQ MR MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM PA PE PF PG PH PK PL PM PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TF TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

function useCountries(): readonly Option[] {
  const { language } = usePreferences()
  return useMemo(() => {
    const names = new Intl.DisplayNames(localeOf(language), { type: 'region' })
    const collator = new Intl.Collator(localeOf(language))
    return COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
      collator.compare(a.label, b.label),
    )
  }, [language])
}

export const CountryField = (props: FieldProps) => (
  <ComboField {...props} options={useCountries()} none="" />
)
