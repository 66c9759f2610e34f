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
import { useFormPlace } from '#web/kernel/form/form-place.tsx'
import { Button, IconButton, LinkButton } from '#web/kernel/ui/button.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { Section } from '#web/kernel/ui/page.tsx'
import { thisYear, today } from '#web/kernel/words/formats.ts'
import { entityName, namedRecord, recordWord } from '#web/kernel/words/record-words.ts'
import { paths } from '#web/screens.ts'
import { ContractMissions } from './contract-missions.tsx'
import type { ArrangeCv, CvDraft } from './cv.queries.ts'
import { differences, entriesReworded, entriesWith, withTyped } from './item-entries.ts'
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
  /** Typed changes that are not saved yet. */
  draft: CvDraft
  save: ArrangeCv
  onDraft: (draft: CvDraft) => void
}

const arrangedIn = ({ sections, entries }: Cv, items: readonly CvItem[]) =>
  placedSections(sections).flatMap(({ section }) => arranged(section, items, entries))

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
  const table = TABLES[section]
  const isMain = cv.id === MAIN_CV
  const [edited, setEdited] = useState<string | null>(null)
  const { leave, place: formPlace } = useFormPlace()
  const [begun, setBegun] = useState<CvItem['values']>({})
  const [removed, setRemoved] = useState<ArrangedItem | null>(null)
  const { place, write, remove } = useItemWrites({ cv, items, save, section, type, all })
  const typed = draft.item?.section === section ? draft.item : undefined
  const seen = useMemo(() => withTyped(own, typed), [own, typed])
  const mainOrder = useMemo(
    () => arranged(section, items, main.entries),
    [section, items, main.entries],
  )
  const hide = (item: ArrangedItem) =>
    void place((now) =>
      now.map((one) => (one.id === item.id ? { ...one, hidden: !item.hidden } : one)),
    )

  const formOf = (item: ArrangedItem | null) => (
    <ItemForm
      type={type}
      item={item ?? { section, id: NEW_ITEM, values: begun }}
      language={cv.language}
      isWording={!isMain && item !== null}
      onDraft={onDraft}
      onClose={() => setEdited(null)}
      onRemove={item && isMain ? () => setRemoved(item) : undefined}
      save={(values) => write(item, values)}
    />
  )
  const begin = (values: CvItem['values'] = {}) =>
    leave(() => {
      setBegun(values)
      setEdited(NEW_ITEM)
    })
  return formPlace(
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
        onEdit={(id) => leave(() => setEdited(id))}
        onHide={hide}
        onOrder={(nextOf) => void place(nextOf)}
      />
      {edited === NEW_ITEM && formOf(null)}
      {section === 'mission' && <Timeline items={seen} />}
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
          onPlaced={(nextOf) =>
            void save((now) => ({ sections: nextOf(placedSections(now.sections)) }))
          }
        />
      </div>
      {section === 'skill' && <SkillSuggestions type={type} />}
      <ConfirmRemoval
        open={removed !== null}
        onClose={() => setRemoved(null)}
        name={removed ? namedItem(section, removed.values) : ''}
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
    </Section>,
  )
}

const namedItem = (section: CvSection, values: CvItem['values']) =>
  namedRecord(section, itemName({ section, values }))

/** The writes of a section's items. */
function useItemWrites({
  cv,
  items,
  save,
  section,
  type,
  all,
}: Pick<Props, 'cv' | 'items' | 'save'> & {
  section: CvSection
  type: RecordType
  all: readonly ArrangedItem[]
}) {
  const routes = recordEndpoints(type)
  const invalidates = ['cv', 'history']
  const add = useWrite(routes.add, {
    invalidates,
    done: (_, { body }) => ({ kind: 'added', name: namedItem(section, body ?? {}) }),
  })
  const change = useWrite(routes.change, {
    invalidates,
    done: (_, { body }) => ({ kind: 'changed', name: namedItem(section, body ?? {}) }),
  })
  const records = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  const remove = useWrite(routes.remove, {
    invalidates,
    done: (_, { params }) => {
      const item = records.get(params.id)
      return {
        kind: 'deleted',
        name: item ? namedItem(section, item.values) : entityName(section),
      }
    },
  })
  return {
    remove,
    place: (nextOf: (own: readonly ArrangedItem[]) => readonly ArrangedItem[]) =>
      save((now) => {
        const present = arrangedIn(now, items)
        const own = present.filter((item) => item.section === section)
        return { entries: entriesWith(present, section, nextOf(own)) }
      }),
    /** A variant has only the words that differ; the main CV changes the item itself. */
    write: async (item: ArrangedItem | null, values: CvItem['values']) => {
      if (item === null) return add.mutateAsync({ body: values })
      const record = records.get(item.id)
      return cv.id === MAIN_CV && record
        ? change.mutateAsync({
            body: { ...values, id: item.id, version: Number(record.values['version']) },
          })
        : save({
            version: cv.version,
            entries: entriesReworded(all, item.id, values, record),
          })
    },
  }
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
  onPlaced: (nextOf: (places: readonly CvSectionPlace[]) => CvSectionPlace[]) => void
}) {
  const { t } = useTranslation('cv')
  const at = places.findIndex((place) => place.section === section)
  const isHidden = places[at]?.hidden ?? false
  const move = (by: -1 | 1) =>
    onPlaced((now) => {
      const next = [...now]
      const from = now.findIndex((place) => place.section === section)
      const [moved] = next.splice(from, 1)
      if (moved) next.splice(Math.max(0, from + by), 0, moved)
      return next
    })
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
          onPlaced((now) =>
            now.map((one) => (one.section === section ? { ...one, hidden: !isHidden } : one)),
          )
        }
      />
    </span>
  )
}

/** Gaps, overlaps and reversed dates of the missions that the paper shows. */
function Timeline({ items }: { items: readonly ArrangedItem[] }) {
  const notes = useMemo(
    () =>
      timelineNotes(
        items.filter(({ hidden }) => !hidden),
        monthNow(),
      ),
    [items],
  )
  const nameOf = (id: string) => {
    const found = items.find((item) => item.id === id)
    return found ? itemName(found) : ''
  }
  return notes.map((note) => (
    <TimelineLine
      key={`${note.kind} ${note.id} ${note.kind === 'overlap' ? note.other : ''}`}
      note={note}
      nameOf={nameOf}
    />
  ))
}

function TimelineLine({ note, nameOf }: { note: TimelineNote; nameOf: (id: string) => string }) {
  const { t } = useTranslation('cv')
  const name = nameOf(note.id)
  return (
    <p className="mt-2 flex gap-2 text-sm text-warning">
      <TriangleAlert size={15} className="mt-0.5 shrink-0" />
      {note.kind === 'overlap'
        ? t('timeline.overlap', { name, other: nameOf(note.other), count: note.months })
        : note.kind === 'gap'
          ? t('timeline.gap', { name, count: note.months })
          : t('timeline.reversed', { name })}
    </p>
  )
}
