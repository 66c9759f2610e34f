import { Ellipsis, Eye, History, type LucideIcon, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type FieldValues, FormProvider, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '#web/kernel/ui/actions.tsx'
import { ConflictsContext } from '#web/kernel/form/conflicts.tsx'
import { ConflictNote } from '#web/kernel/form/form.tsx'
import { Afterwards } from '#web/kernel/ui/afterwards.tsx'
import { Button } from '#web/kernel/ui/button.tsx'
import { DropMenu, type MenuEntry } from '#web/kernel/ui/drop-menu.tsx'
import { useNarrow } from '#web/kernel/ui/narrow.ts'
import { Note, PageHead } from '#web/kernel/ui/page.tsx'
import { Panel } from '#web/kernel/ui/panel.tsx'
import { ConfirmRemoval } from '#web/kernel/ui/removal.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { Amount } from '#web/kernel/ui/values.tsx'
import type { DraftForm } from './draft-form.ts'
import { Saved, Trouble } from './draft-saved.tsx'
import type { DraftDesk } from './use-draft-desk.ts'
import type { SavedDraft } from './use-draft.ts'
import { useSheet } from './use-sheet.ts'

type Dictionaries = ['billing', 'quotes', 'kernel']
/** A bill's editor does not wait for the words of quotes, none of which it shows. */
const DICTIONARIES = {
  billing: ['billing', 'kernel'] as readonly string[] as Dictionaries,
  quotes: ['billing', 'quotes', 'kernel'],
} satisfies Record<string, Dictionaries>

type Props<F extends FieldValues, B> = {
  context: 'billing' | 'quotes'
  title: string
  /** The word of its state. */
  state: string
  sub: ReactNode
  /** Actions after the time of saving. */
  more?: ReactNode
  back: { to: string; label: string }
  draft: SavedDraft<F, B>
  desk: DraftDesk
  /** The act that ends the draft. */
  finish: { label: string; icon?: LucideIcon }
  mayUpdate: boolean
  mayRemove: boolean
  remove: { isPending: boolean; run: () => void }
  /** Further entries of the menu. */
  entries?: readonly MenuEntry[]
  history: ReactNode
  notes?: ReactNode
  fields: ReactNode
  /** Checklist and paper. */
  aside: ReactNode
  /** Dialogs. */
  children: ReactNode
}

/** The editor of a bill or a quote: its fields, and beside them the checklist and the paper. */
export function DraftLayout<F extends FieldValues, B>({
  context,
  title,
  state,
  sub,
  more,
  back,
  draft,
  desk,
  finish,
  mayUpdate,
  mayRemove,
  remove,
  entries = [],
  history,
  notes,
  fields,
  aside,
  children,
}: Props<F, B>) {
  const { t } = useTranslation(DICTIONARIES[context])
  const { blocking, opening, show } = desk
  const conflictsId = useId()
  const isNarrow = useNarrow()
  const count = draft.conflicts.all.length
  const previewLabel = t(context === 'billing' ? 'billing:paper.preview' : 'quotes:act.preview')
  const save = {
    id: `${context}.save`,
    label: t('billing:draft.saveNow'),
    keys: 'Mod+s',
    run: () => void draft.save(),
    hidden: true,
  }
  const end = { id: `${context}.finish`, keys: 'f', run: () => void show('finish'), ...finish }
  const finishing = { context, desk, finish, count, conflictsId, run: end.run }
  const preview = { icon: Eye, label: previewLabel, run: () => void show('preview') }
  useAction(mayUpdate ? save : null)
  useAction(mayUpdate && blocking === 0 && count === 0 && desk.open === null ? end : null)
  useAction({ id: `${context}.preview`, keys: 'p', ...preview })
  return (
    <div className="grid min-h-full grid-cols-1 xl:grid-cols-[minmax(0,1fr)_300px] min-[1440px]:grid-cols-[minmax(0,1fr)_348px] min-[1680px]:grid-cols-[minmax(0,1fr)_560px]">
      <div className="min-w-0">
        <PageHead
          title={title}
          chip={
            <Status kind="draft" as="tag">
              {state}
            </Status>
          }
          sub={
            <>
              {sub} {/* A line of its own on a phone: the first is as wide as the screen. */}
              <span className="max-md:block">
                <Saved draft={draft} />
                {more}
              </span>
            </>
          }
          back={back}
          actions={
            <>
              <Button icon={Eye} pending={opening === 'preview'} onClick={preview.run}>
                {previewLabel}
              </Button>
              {mayUpdate && !isNarrow && <FinishButton {...finishing} />}
              <DropMenu
                className="icon-btn !size-[38px]"
                label={t(`${context}:act.more`)}
                entries={[
                  {
                    label: t('kernel:action.history'),
                    icon: History,
                    onSelect: () => desk.setOpen('history'),
                  },
                  ...entries,
                  ...(mayRemove
                    ? ([
                        {
                          label: t(`${context}:act.remove`),
                          icon: Trash2,
                          tone: 'danger',
                          onSelect: () => desk.setOpen('remove'),
                        },
                      ] as const)
                    : []),
                ]}
              >
                <Ellipsis size={17} />
              </DropMenu>
            </>
          }
          ruled
        />
        <FormProvider {...draft.methods}>
          <ConflictsContext value={draft.conflicts}>
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                void draft.save()
              }}
            >
              {notes}
              <Trouble draft={draft} />
              {/* Fields that others saved meanwhile, above those that are being changed. */}
              {count > 0 && (
                <div id={conflictsId} className="px-8 pt-4 ps-[calc(var(--marge)+var(--gutter))]">
                  <ConflictNote />
                </div>
              )}
              <fieldset disabled={!mayUpdate} className="contents">
                {fields}
              </fieldset>
            </form>
          </ConflictsContext>
        </FormProvider>
      </div>
      <aside
        className="min-w-0 border-s border-line bg-surface-sunken max-xl:border-s-0 max-xl:border-t max-xl:ps-[var(--marge)]"
        aria-label={t(`${context}:check.title`)}
      >
        <Afterwards>{aside}</Afterwards>
      </aside>
      {mayUpdate && isNarrow && (
        <FormProvider {...draft.methods}>
          <FinishBar points={count > 0 ? count : desk.openPoints}>
            <FinishButton {...finishing} />
          </FinishBar>
        </FormProvider>
      )}
      {desk.guard}
      {desk.open === 'history' && (
        <Panel title={t('kernel:action.history')} onClose={desk.close} floating>
          <div className="panel-bleed">{history}</div>
        </Panel>
      )}
      <ConfirmRemoval
        open={desk.open === 'remove'}
        onClose={desk.close}
        name={title}
        consequence={t(`${context}:draft.removeBody`)}
        pending={remove.isPending}
        onConfirm={remove.run}
      />
      {children}
    </div>
  )
}

/** The end of a draft, or its hindrance: fields in conflict, or points of the checklist. */
function FinishButton({
  context,
  desk: { blocking, opening, toFirstPoint },
  finish: { label, icon },
  count,
  conflictsId,
  run,
}: Pick<Props<FieldValues, unknown>, 'context' | 'desk' | 'finish'> & {
  /** Fields in conflict. */
  count: number
  conflictsId: string
  run: () => void
}) {
  const { t } = useTranslation(DICTIONARIES[context])
  const reason =
    count > 0
      ? t('kernel:form.conflict.title', { count })
      : blocking === undefined
        ? t(`${context}:check.reading`)
        : blocking > 0
          ? t(`${context}:check.blocking`, { count: blocking })
          : undefined
  return (
    <Button
      variant={reason === undefined ? 'primary' : 'plain'}
      {...(icon && { icon })}
      pending={opening === 'finish'}
      disabledReason={reason}
      onStopped={() =>
        count > 0
          ? document.getElementById(conflictsId)?.scrollIntoView({ block: 'center' })
          : toFirstPoint()
      }
      onClick={run}
    >
      {label}
    </Button>
  )
}

/** On a phone, at its lower edge: open points, the amount, and the act that ends the draft. */
function FinishBar({ points, children }: { points: number | undefined; children: ReactNode }) {
  const { t } = useTranslation('billing')
  const { totals } = useSheet()
  const currency = useWatch<DraftForm, 'currency'>({ name: 'currency' })
  return (
    <section className="finish-bar" aria-label={t('issue.bar')} data-screen-only>
      <span className="min-w-0 grow">
        {points !== undefined &&
          `${points > 0 ? t('check.points', { count: points }) : t('check.ready')} · `}
        <strong className="num">
          <Amount minor={totals.grossMinor} currency={currency} />
        </strong>
      </span>
      {children}
    </section>
  )
}

/** Notices about a draft, above its fields. */
export const DraftNote = ({ children }: { children: ReactNode }) => (
  <div className="px-8 pt-4 ps-[calc(var(--marge)+var(--gutter))]">
    <Note tone="warm">{children}</Note>
  </div>
)
