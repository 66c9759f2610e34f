import clsx from 'clsx'
import { Check, Pencil, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportField } from '#contract/cv/cv.schemas.ts'
import type { CvLanguage } from '#contract/cv/cv.values.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useAction, useKeyHelp } from '#web/kernel/ui/actions.tsx'
import { typeNamed } from '#web/kernel/data/type-named.ts'
import { IconButton } from '#web/kernel/ui/button.tsx'
import { plainText } from '#web/kernel/words/plain-text.ts'
import { entityName } from '#web/kernel/words/record-words.ts'
import {
  type Choices,
  isItem,
  rowKey,
  rowsOf,
  type Values,
  type Verdict,
  verdictOf,
} from './import-choices.ts'
import { rowLabel, rowText } from './import-values.ts'
import { ItemForm, NEW_ITEM } from './item-form.tsx'

/** Values of a form that say something; the rest of an item is left out. */
const saying = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== '' &&
        value !== 0 &&
        value !== false &&
        !(Array.isArray(value) && value.length === 0),
    ),
  )

/** The letters of the keyboard shortcuts: keep and discard. */
const KEYS: Readonly<Record<string, Verdict>> = { g: 'keep', x: 'drop' }

/** Decides the row that has the focus, or goes to the next one. */
function onKey(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLButtonElement) || event.ctrlKey || event.metaKey || event.altKey)
    return
  const row = target.closest<HTMLElement>('[data-row]')
  if (row === null) return
  const verdict = KEYS[key.toLowerCase()]
  if (verdict !== undefined)
    row.querySelector<HTMLButtonElement>(`[data-verdict="${verdict}"]`)?.click()
  else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    const next = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]
    next?.querySelector<HTMLButtonElement>('[data-verdict="keep"]')?.focus()
  } else return
  event.preventDefault()
}

/** The proposed items, value by value: each is kept, corrected or left. */
export function ImportFields({
  fields,
  choices,
  editing,
  language,
  onVerdict,
  onEdit,
  onChanged,
  onActive,
}: {
  fields: readonly ImportField[]
  choices: Choices
  /** The field whose form is open; empty for none. */
  editing: string
  /** The language in which the CV is written. */
  language: CvLanguage
  onVerdict: (key: string, verdict: Verdict) => void
  onEdit: (id: string) => void
  onChanged: (field: ImportField, values: Values) => void
  onActive: (id: string) => void
}) {
  const { t } = useTranslation('cv')
  const list = useRef<HTMLDivElement>(null)
  // From elsewhere on the page a key leads to the first value, which the next one decides.
  const enter = () =>
    list.current?.querySelector<HTMLButtonElement>('[data-verdict="keep"]')?.focus()
  useAction({ id: 'import-keep', label: '', keys: 'g', hidden: true, run: enter })
  useAction({ id: 'import-drop', label: '', keys: 'x', hidden: true, run: enter })
  useAction({ id: 'import-next', label: '', keys: 'ArrowDown', hidden: true, run: enter })
  useKeyHelp([
    { label: t('import.keyKeep'), keys: ['G'] },
    { label: t('import.keyDrop'), keys: ['X'] },
    { label: t('import.keyNext'), keys: ['↓'] },
  ])
  const sections = [...Map.groupBy(fields.entries(), ([, { section }]) => section)]
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons within
    <div ref={list} onKeyDown={onKey}>
      {sections.map(([section, entries]) => (
        <div key={section} className="mb-6">
          <div className="flex items-baseline gap-2 border-b border-line-strong pb-1">
            <h3 className="font-semibold first-letter:uppercase">
              {section === 'head'
                ? t('head.title')
                : section === 'person'
                  ? t('import.person')
                  : entityName(section)}
            </h3>
            <span className="num text-sm text-ink-subtle">
              {entries.map(([index]) => index + 1).join(', ')}
            </span>
          </div>
          {entries.map(([index, field]) =>
            editing === field.id && isItem(field) ? (
              <ItemForm
                key={field.id}
                type={typeNamed(field.section)}
                item={{ section: field.section, id: NEW_ITEM, values: field.values }}
                language={language}
                isWording={false}
                verb={t('import.apply')}
                onDraft={() => undefined}
                onClose={() => onEdit('')}
                save={async ({ organismId, ...others }) => {
                  const isNamed = organismId === undefined || organismId === 0 || organismId === '0'
                  const organism = isNamed
                    ? { organism: field.values['organism'] ?? '' }
                    : { organismId }
                  onChanged(field, saying({ ...others, ...organism }))
                }}
              />
            ) : (
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- focus shows its lines
              <ul
                key={field.id}
                onFocus={() => onActive(field.id)}
                className={rowsOf(field).length > 2 ? 'mb-4' : undefined}
              >
                {rowsOf(field).map((row, at) => (
                  <FieldRow
                    key={rowKey(field, row)}
                    field={field}
                    row={row}
                    choices={choices}
                    onVerdict={onVerdict}
                    {...(at === 0 && { number: index + 1, onEdit })}
                  />
                ))}
              </ul>
            ),
          )}
        </div>
      ))}
    </div>
  )
}

const HEAD_LABELS = { title: 'head.work', summary: 'head.summary', links: 'head.links' } as const
// the values of a head
const headLabel = (name: string) => HEAD_LABELS[name as keyof typeof HEAD_LABELS]

const PERSON_LABELS: Readonly<Record<string, 'kernel:field.name' | 'kernel:field.phone'>> = {
  firstName: 'kernel:field.name',
  lastName: 'kernel:field.name',
  phone: 'kernel:field.phone',
}
const personLabel = (name: string) => PERSON_LABELS[name] ?? 'kernel:field.address'

function FieldRow({
  field,
  row,
  choices,
  number,
  onVerdict,
  onEdit,
}: {
  field: ImportField
  row: readonly string[]
  choices: Choices
  /** The item's number in the text, on its first row. */
  number?: number
  onVerdict: (key: string, verdict: Verdict) => void
  onEdit?: (id: string) => void
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const { language } = usePreferences()
  const [name = ''] = row
  const type = isItem(field) ? typeNamed(field.section) : null
  const label =
    type !== null
      ? rowLabel(type, row)
      : field.section === 'person'
        ? t(personLabel(name))
        : t(headLabel(name))
  const text =
    type === null
      ? row.map((one) => plainText(field.values[one])).join(' ')
      : rowText(type, field.values, row, { language, present: t('item.present') })
  const verdict = verdictOf(field, row, choices)
  const decide = (wanted: Verdict) =>
    onVerdict(rowKey(field, row), verdict === wanted ? 'open' : wanted)
  return (
    <li
      data-row
      className="grid grid-cols-[110px_minmax(0,1fr)_auto] items-center gap-3 border-b border-line py-2"
    >
      <span className="self-start pt-1.5 text-sm text-ink-muted">
        {label}
        {number !== undefined && <sup className="num ps-0.5 text-accent">{number}</sup>}
      </span>
      <span className="min-w-0">
        <span
          dir="auto"
          className={clsx(
            'line-clamp-4 font-medium whitespace-pre-line row-start',
            verdict === 'drop' && 'text-ink-muted line-through',
          )}
        >
          {text}
        </span>
        {verdict === 'open' && (
          <span className="block text-sm text-warm">{t('import.unsure')}</span>
        )}
        {number !== undefined && field.known && (
          <span className="block text-sm text-ink-muted">
            {t(field.section === 'person' ? 'import.personKnown' : 'import.known')}
          </span>
        )}
      </span>
      <span className="flex items-center gap-1">
        {onEdit && isItem(field) && (
          <IconButton
            icon={Pencil}
            size={15}
            label={t('import.changeOne', { name: text })}
            onClick={() => onEdit(field.id)}
          />
        )}
        <button
          type="button"
          data-verdict="keep"
          className="verdict yes"
          aria-pressed={verdict === 'keep'}
          aria-label={t('import.keepOne', { name: `${label}, ${text.slice(0, 60)}` })}
          title={t('import.keepOne', { name: `${label}, ${text.slice(0, 60)}` })}
          onClick={() => decide('keep')}
        >
          <Check size={16} />
        </button>
        <button
          type="button"
          data-verdict="drop"
          className="verdict no"
          aria-pressed={verdict === 'drop'}
          aria-label={t('import.dropOne', { name: `${label}, ${text.slice(0, 60)}` })}
          title={t('import.dropOne', { name: `${label}, ${text.slice(0, 60)}` })}
          onClick={() => decide('drop')}
        >
          <X size={16} />
        </button>
      </span>
    </li>
  )
}
