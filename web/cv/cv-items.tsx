import { ArrowDown, ArrowUp, Eye, EyeOff, Plus, Sheet, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  MAIN_CV,
  arranged,
  inLanguage,
  itemName,
  placedSections,
  timelineNotes,
  type ArrangedItem,
  type CvEntry,
  type CvItem,
  type CvLanguage,
  type CvSection,
  type CvSectionPlace,
  type TimelineNote,
} from '#contract/cv/cv.values.ts'
import type { Cv } from '#contract/cv/cv.schemas.ts'
import type { RecordType } from '#contract/kernel/records.ts'
import { recordEndpoints } from '#contract/kernel/records.endpoints.ts'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { useWrite } from '#web/kernel/data/queries.ts'
import { Button, IconButton, LinkButton } from '#web/kernel/ui/button.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { thisYear, today } from '#web/kernel/words/formats.ts'
import { entityName, namedRecord, recordWord } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { ContractMissions } from './contract-missions.tsx'
import type { CvDraft } from './cv.queries.ts'
import { ItemForm, NEW_ITEM } from './item-form.tsx'
import { itemLine } from './item-line.ts'
import { SkillSuggestions } from './skill-suggestions.tsx'
import { SortableItems } from './sortable-items.tsx'

/**
 * The table of a kind of item, with filters, CSV and history. A handful of languages needs none.
 */
const TABLES: Readonly<Partial<Record<CvSection, string>>> = {
  mission: paths.missions.to(),
  skill: paths.skills.to(),
  study: paths.studies.to(),
  certification: paths.certifications.to(),
  training: paths.trainings.to(),
  interest: paths.interests.to(),
}

/** Months since the year 0, as notes on the timeline count. */
const monthNow = (): number => thisYear() * 12 + new Date(today()).getUTCMonth()

type Props = {
  cv: Cv
  /** The main CV, whose differences from a variant are told. */
  main: Cv
  items: readonly CvItem[]
  types: Readonly<Record<CvSection, RecordType>>
  language: CvLanguage
  /** What is typed and not saved yet. */
  draft: CvDraft
  save: (changes: { entries?: CvEntry[]; sections?: CvSectionPlace[] }) => Promise<unknown>
  onDraft: (draft: CvDraft) => void
}

/** All sections in the CV's order, each with its items in theirs. */
export function CvItems(props: Props) {
  const { cv, items } = props
  const places = useMemo(() => placedSections(cv.sections), [cv.sections])
  const bySection = useMemo(
    () => places.map((place) => ({ place, own: arranged(place.section, items, cv.entries) })),
    [items, cv.entries, places],
  )
  const all = bySection.flatMap(({ own }) => own)
  return bySection.map(({ place, own }) => (
    <ItemSection
      key={`${cv.id} ${place.section}`}
      {...props}
      section={place.section}
      places={places}
      own={own}
      all={all}
    />
  ))
}

/** The items as they would stand if what is typed were saved, so that dates are told of at once. */
function withTyped(
  own: readonly ArrangedItem[],
  typed: CvItem | undefined,
): readonly ArrangedItem[] {
  if (typed === undefined) return own
  if (!own.some(({ id }) => id === typed.id))
    return [...own, { ...typed, hidden: false, reworded: [] }]
  return own.map((item) =>
    item.id === typed.id ? { ...item, values: { ...item.values, ...typed.values } } : item,
  )
}

const entryOf = ({ section, id, hidden, values, reworded }: ArrangedItem): CvEntry => ({
  section,
  id,
  hidden,
  wording: Object.fromEntries(reworded.map((field) => [field, values[field]])),
})

function ItemSection({
  cv,
  main,
  items,
  types,
  language,
  draft,
  save,
  onDraft,
  section,
  places,
  own,
  all,
}: Props & {
  section: CvSection
  places: readonly CvSectionPlace[]
  own: readonly ArrangedItem[]
  all: readonly ArrangedItem[]
}) {
  const { t } = useTranslation(['cv', 'kernel'])
  const { language: words } = usePreferences()
  const type = types[section]
  const title = recordWord(type, 'title') ?? section
  const routes = recordEndpoints(type)
  const table = TABLES[section]
  const isMain = cv.id === MAIN_CV
  const [edited, setEdited] = useState<string | null>(null)
  const [drafted, setDrafted] = useState<CvItem['values']>({})
  const [removed, setRemoved] = useState<ArrangedItem | null>(null)
  const invalidates = ['cv', 'history']
  const saved = (values: CvItem['values']) => namedRecord(section, itemName({ section, values }))
  const add = useWrite(routes.add, {
    invalidates,
    done: (_, { body }) => ({ kind: 'added', name: saved(body ?? {}) }),
    failure: 'shown-by-caller',
  })
  const change = useWrite(routes.change, {
    invalidates,
    done: (_, { body }) => ({ kind: 'changed', name: saved(body ?? {}) }),
    failure: 'shown-by-caller',
  })
  const remove = useWrite(routes.remove, {
    invalidates,
    done: { kind: 'deleted', name: removed ? saved(removed.values) : entityName(section) },
  })
  const typed = draft.item?.section === section ? draft.item : undefined
  const seen = useMemo(() => withTyped(own, typed), [own, typed])
  const notes = useMemo(
    () =>
      section === 'mission'
        ? timelineNotes(
            seen.filter(({ hidden }) => !hidden),
            monthNow(),
          )
        : [],
    [section, seen],
  )
  const kept = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  const mainOrder = useMemo(
    () => arranged(section, items, main.entries),
    [section, items, main.entries],
  )
  const nameOf = (id: string) => {
    const found = seen.find((item) => item.id === id)
    return found ? itemName(found) : ''
  }

  const place = (next: readonly ArrangedItem[]) =>
    save({ entries: [...all.filter((item) => item.section !== section), ...next].map(entryOf) })
  const hide = (item: ArrangedItem) =>
    void place(own.map((one) => (one.id === item.id ? { ...one, hidden: !one.hidden } : one)))
  /**
   * In a variant, the words that differ are the variant's own; in the main CV they are the item's.
   */
  const write = async (item: ArrangedItem | null, values: Record<string, unknown>) => {
    if (item === null) return add.mutateAsync({ body: values })
    const record = kept.get(item.id)
    if (isMain && record)
      return change.mutateAsync({
        body: { ...values, id: item.id, version: Number(record.values['version']) },
      })
    const wording = Object.fromEntries(
      Object.entries(values).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(record?.values[field]),
      ),
    )
    return save({
      entries: all
        .map(entryOf)
        .map((entry) => (entry.id === item.id ? { ...entry, wording } : entry)),
    })
  }

  const formOf = (item: ArrangedItem | null) => (
    <ItemForm
      type={type}
      item={item ?? { section, id: NEW_ITEM, values: drafted }}
      language={cv.language}
      isWording={!isMain && item !== null}
      onDraft={onDraft}
      onClose={() => setEdited(null)}
      onRemove={item && isMain ? () => setRemoved(item) : undefined}
      save={(values) => write(item, values)}
    />
  )
  const begin = (values: CvItem['values'] = {}) => {
    setDrafted(values)
    setEdited(NEW_ITEM)
  }
  return (
    <Section name={title} note={String(own.length)} className="!py-4">
      {own.length === 0 && edited !== NEW_ITEM && (
        <p className="pb-2 text-sm text-ink-muted">{recordWord(type, 'empty.body')}</p>
      )}
      <SortableItems
        items={own}
        label={title}
        wide={section !== 'skill' && section !== 'language' && section !== 'interest'}
        edited={edited}
        formOf={formOf}
        lineOf={(item) =>
          itemLine(type, inLanguage(item, language, cv.language).values, words, t('item.present'))
        }
        badgesOf={(item) => [
          ...(inLanguage(item, language, cv.language).missing.length > 0
            ? [t('translation.absentIn', { language: t(`inLanguage.${language}`) })]
            : []),
          ...(isMain ? [] : differences(item, mainOrder).map((kind) => t(`difference.${kind}`))),
        ]}
        onEdit={setEdited}
        onHide={hide}
        onOrder={(next) => void place(next)}
      />
      {edited === NEW_ITEM && formOf(null)}
      {notes.map((note) => (
        <TimelineLine
          key={`${note.kind} ${note.id} ${note.kind === 'overlap' ? note.other : ''}`}
          note={note}
          nameOf={nameOf}
        />
      ))}
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button size="sm" variant="quiet" icon={Plus} className="-ms-2" onClick={() => begin()}>
          {recordWord(type, 'new')}
        </Button>
        {section === 'mission' && <ContractMissions known={own} onPick={begin} />}
        {own.length > 0 && table !== undefined && (
          <LinkButton size="sm" variant="quiet" icon={Sheet} to={table}>
            <span className="max-md:sr-only">{t('item.table')}</span>
          </LinkButton>
        )}
        <SectionPlace
          section={section}
          places={places}
          name={title}
          onPlaced={(sections) => void save({ sections })}
        />
      </div>
      {section === 'skill' && <SkillSuggestions type={type} />}
      <ConfirmRemoval
        open={removed !== null}
        onClose={() => setRemoved(null)}
        name={removed ? saved(removed.values) : ''}
        consequence={t('kernel:record.deleteBody')}
        pending={remove.isPending}
        onConfirm={() => {
          if (removed)
            remove.mutate(
              { params: { id: removed.id } },
              {
                onSuccess: () => setEdited(null),
                onSettled: () => {
                  setRemoved(null)
                  onDraft({})
                },
              },
            )
        }}
      />
    </Section>
  )
}

/** Whether the paper shows a section, and its place among the others. */
function SectionPlace({
  section,
  places,
  name,
  onPlaced,
}: {
  section: CvSection
  places: readonly CvSectionPlace[]
  name: string
  onPlaced: (sections: CvSectionPlace[]) => void
}) {
  const { t } = useTranslation('cv')
  const at = places.findIndex((place) => place.section === section)
  const isHidden = places[at]?.hidden ?? false
  const move = (by: -1 | 1) => {
    const next = [...places]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    onPlaced(next)
  }
  return (
    <span className="ms-auto flex items-center">
      {isHidden && <span className="me-2 text-xs text-warning">{t('section.isHidden')}</span>}
      {at > 0 && (
        <IconButton
          icon={ArrowUp}
          size={15}
          className="!size-8"
          label={t('section.up', { name })}
          onClick={() => move(-1)}
        />
      )}
      {at < places.length - 1 && (
        <IconButton
          icon={ArrowDown}
          size={15}
          className="!size-8"
          label={t('section.down', { name })}
          onClick={() => move(1)}
        />
      )}
      <IconButton
        icon={isHidden ? EyeOff : Eye}
        size={15}
        className="!size-8"
        aria-pressed={isHidden}
        label={t('section.hide', { name })}
        onClick={() =>
          onPlaced(
            places.map((one) => (one.section === section ? { ...one, hidden: !isHidden } : one)),
          )
        }
      />
    </span>
  )
}

/** How an item of a variant differs from the main CV's. */
function differences(
  item: ArrangedItem,
  main: readonly ArrangedItem[],
): readonly ('hidden' | 'shown' | 'reworded' | 'only')[] {
  const there = main.find(({ id }) => id === item.id)
  if (there === undefined) return ['only']
  return [
    ...(item.hidden && !there.hidden ? (['hidden'] as const) : []),
    ...(!item.hidden && there.hidden ? (['shown'] as const) : []),
    ...(item.reworded.length > 0 ? (['reworded'] as const) : []),
  ]
}

function TimelineLine({ note, nameOf }: { note: TimelineNote; nameOf: (id: string) => string }) {
  const { t } = useTranslation('cv')
  const name = nameOf(note.id)
  return (
    <p className="mt-2 flex gap-2 text-sm text-warning">
      <TriangleAlert size={15} strokeWidth={1.7} aria-hidden="true" className="mt-0.5 shrink-0" />
      {note.kind === 'overlap'
        ? t('timeline.overlap', { name, other: nameOf(note.other), count: note.months })
        : note.kind === 'gap'
          ? t('timeline.gap', { name, count: note.months })
          : t('timeline.reversed', { name })}
    </p>
  )
}
