import { Ellipsis, Eye, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { type FieldValues, FormProvider } from 'react-hook-form'
import { Button } from '#web/kernel/ui/button.tsx'
import { DropMenu } from '#web/kernel/ui/drop-menu.tsx'
import { Note, PageHead } from '#web/kernel/ui/page.tsx'
import { Status } from '#web/kernel/ui/status.tsx'
import { Saved, Trouble } from './draft-saved.tsx'
import type { SavedDraft } from './use-draft.ts'

type Props<F extends FieldValues, B> = {
  title: string
  /** The word of its state. */
  state: string
  sub: ReactNode
  /** What follows the time of saving. */
  more?: ReactNode
  back: { to: string; label: string }
  preview: { label: string; pending: boolean; run: () => void }
  /** The act that ends the draft. `stopped` says why it can't be yet. */
  finish: {
    label: string
    icon?: LucideIcon
    pending: boolean
    stopped: string | undefined
    ready: boolean
    run: () => void
  }
  menu: { label: string; entries: ComponentProps<typeof DropMenu>['entries'] }
  draft: SavedDraft<F, B>
  mayWrite: boolean
  /** Where the checklist begins. */
  headingId: string
  notes?: ReactNode
  fields: ReactNode
  /** Checklist and paper. */
  aside: { label: string; content: ReactNode }
  /** Dialogs. */
  children: ReactNode
}

/** The editor of a bill or a quote: its fields, and beside them the checklist and the paper. */
export function DraftLayout<F extends FieldValues, B>({
  title,
  state,
  sub,
  more,
  back,
  preview,
  finish,
  menu,
  draft,
  mayWrite,
  headingId,
  notes,
  fields,
  aside,
  children,
}: Props<F, B>) {
  return (
    <div className="grid min-h-full grid-cols-1 xl:grid-cols-[minmax(0,1fr)_348px] min-[1680px]:grid-cols-[minmax(0,1fr)_560px]">
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
              {sub} <Saved draft={draft} />
              {more}
            </>
          }
          back={back}
          actions={
            <>
              <Button icon={Eye} pending={preview.pending} onClick={preview.run}>
                {preview.label}
              </Button>
              {mayWrite && (
                <Button
                  variant={finish.ready ? 'primary' : 'plain'}
                  icon={finish.icon}
                  pending={finish.pending}
                  disabledReason={finish.stopped}
                  onStopped={() =>
                    document.getElementById(headingId)?.scrollIntoView({ block: 'center' })
                  }
                  onClick={finish.run}
                >
                  {finish.label}
                </Button>
              )}
              <DropMenu className="icon-btn !size-[38px]" label={menu.label} entries={menu.entries}>
                <Ellipsis size={17} strokeWidth={1.7} aria-hidden="true" />
              </DropMenu>
            </>
          }
          ruled
        />
        <FormProvider {...draft.methods}>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void draft.save()
            }}
          >
            {notes}
            <Trouble draft={draft} />
            <fieldset disabled={!mayWrite} className="contents">
              {fields}
            </fieldset>
          </form>
        </FormProvider>
      </div>
      <aside
        className="min-w-0 border-s border-line bg-surface-sunken max-xl:border-s-0 max-xl:border-t max-xl:ps-[var(--marge)]"
        aria-label={aside.label}
      >
        {aside.content}
      </aside>
      {children}
    </div>
  )
}

/** What the user has to know of a draft, above its fields. */
export const DraftNote = ({ children }: { children: ReactNode }) => (
  <div className="px-8 pt-4 ps-[calc(var(--marge)+var(--gutter))]">
    <Note tone="warm">{children}</Note>
  </div>
)
