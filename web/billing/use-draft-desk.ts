import { useId, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { fieldAt, unfold } from '#web/kernel/form/field-place.ts'
import { useUnsavedGuard } from '#web/kernel/form/guard.tsx'
import { FIRST_LINE } from './draft-form.ts'
import type { SavedDraft } from './use-draft.ts'

type Shown = 'preview' | 'finish'

/** Open dialogs over a draft's fields, and the acts of its page that save first. */
export function useDraftDesk<F extends FieldValues, B>(
  { methods, state, save }: SavedDraft<F, B>,
  {
    points,
    firstRate,
    preview,
  }: {
    /** The checklist, once it is read. */
    readonly points: readonly { readonly ok: boolean; readonly asks?: boolean }[] | undefined
    /** VAT rate of a first line, in percent. */
    readonly firstRate: number
    /** Shows the paper elsewhere than in a dialog. */
    readonly preview?: () => Promise<unknown>
  },
) {
  const [open, setOpen] = useState<Shown | 'remove' | 'history' | null>(null)
  const headingId = useId()
  const [opening, setOpening] = useState<Shown | null>(null)
  return {
    open,
    setOpen,
    close: () => setOpen(null),
    opening,
    /** Heading of the checklist. */
    headingId,
    /** Leads to the first point that blocks the end, or to the checklist's heading. */
    toFirstPoint: () => {
      const point = document.querySelector<HTMLElement>(`[data-first-of="${headingId}"]`)
      const place = point ?? document.getElementById(headingId)
      place?.scrollIntoView({ block: 'center' })
      point?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true })
    },
    guard: useUnsavedGuard({
      dirty: state.status !== 'saved' && open !== 'remove',
      save,
      outlivesBusiness: true,
    }),
    /** Number of points that block the end; undefined while the checklist is read. */
    blocking: points?.filter(({ ok }) => !ok).length,
    /** Number of points that block the end or want a confirmation. */
    openPoints: points?.filter(({ ok, asks }) => !ok || asks === true).length,
    /** Saves first: only a saved draft is shown or ended. */
    show: async (what: Shown) => {
      setOpening(what)
      if (await save()) await (what === 'preview' && preview ? preview() : setOpen(what))
      setOpening(null)
    },
    /** Leads to the field that mends a point of the checklist. */
    fix: (path: string) => {
      const lines = 'lines' as Path<F> // each draft has lines
      if (path.startsWith('lines') && methods.getValues(lines).length === 0)
        methods.setValue(lines, [{ ...FIRST_LINE, tva: firstRate }] as never, { shouldDirty: true })
      const name = path === 'lines' ? 'lines.0.description' : path
      setTimeout(() => {
        unfold(fieldAt(name))
        methods.setFocus(name as Path<F>) // a checklist's path is a field's name
      })
    },
  }
}
export type DraftDesk = ReturnType<typeof useDraftDesk>
