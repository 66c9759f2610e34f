import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/kernel/ui/button.tsx'
import { usePreferences } from '#web/kernel/words/preferences.ts'
import { listText, numberText } from '#web/kernel/words/formats.ts'

/** A field that the user changed, and that was saved with another value meanwhile. */
export type Conflict = { readonly path: string; readonly theirs: unknown }
export type Conflicts = {
  readonly all: readonly Conflict[]
  /** Resolves with the next values from the server; at the latest after a moment without any. */
  readonly refreshed: () => Promise<void>
  /** Up to date before React renders again. */
  readonly count: () => number
  readonly keepMine: (path: string) => void
  readonly takeTheirs: (path: string) => void
  /** For a form that was saved: its own values come back from the server. */
  readonly saved: (values: unknown) => void
}

/** Pause in which React shows what was read again. @unit milliseconds */
const REFRESH_MS = 400

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of a form's values: a list is one field. */
function fieldsOf(values: unknown, at = ''): readonly (readonly [string, unknown])[] {
  if (!isGroup(values)) return [[at, values]]
  return Object.entries(values).flatMap(([key, value]) =>
    fieldsOf(value, at === '' ? key : `${at}.${key}`),
  )
}
const textOf = (value: unknown) => JSON.stringify(value) ?? ''

/**
 * Fields in conflict after newer values came from the server.
 * @param known the conflicts before
 */
export function conflictsBetween(
  before: unknown,
  after: unknown,
  typed: unknown,
  known: readonly Conflict[] = [],
): readonly Conflict[] {
  const [old, own] = [new Map(fieldsOf(before)), new Map(fieldsOf(typed))]
  return fieldsOf(after).flatMap(([path, theirs]) => {
    const mine = textOf(own.get(path))
    const isKnown = known.some((one) => one.path === path)
    const isChanged = textOf(theirs) !== textOf(old.get(path))
    const isTyped = mine !== textOf(old.get(path)) || isKnown
    return mine !== textOf(theirs) && isTyped && (isChanged || isKnown) ? [{ path, theirs }] : []
  })
}

/** Fields that others saved and the user has not touched, with their values. */
export const savedElsewhere = (
  before: unknown,
  after: unknown,
  typed: unknown,
): readonly Conflict[] => {
  const [old, own] = [new Map(fieldsOf(before)), new Map(fieldsOf(typed))]
  return fieldsOf(after).flatMap(([path, theirs]) =>
    textOf(own.get(path)) === textOf(old.get(path)) && textOf(theirs) !== textOf(old.get(path))
      ? [{ path, theirs }]
      : [],
  )
}

/** Watches the stored values of a form that is being filled. */
export function useConflicts<I extends FieldValues, O>(
  methods: UseFormReturn<I, unknown, O>,
  values: I,
): Conflicts {
  const seen = useRef<unknown>(values)
  const found = useRef<readonly Conflict[]>([])
  const waiting = useRef<(() => void)[]>([])
  const [all, setAll] = useState<readonly Conflict[]>([])
  const update = (next: readonly Conflict[]) => {
    found.current = next
    setAll((before) => (before.length === 0 && next.length === 0 ? before : next))
  }
  useEffect(() => {
    if (seen.current === values) return
    update(conflictsBetween(seen.current, values, methods.getValues(), found.current))
    seen.current = values
    for (const resolve of waiting.current.splice(0)) resolve()
  }, [values, methods])
  const without = (path: string) => update(found.current.filter((one) => one.path !== path))
  return {
    all,
    refreshed: () =>
      new Promise((resolve) => {
        waiting.current.push(resolve)
        setTimeout(resolve, REFRESH_MS)
      }),
    count: () => found.current.length,
    keepMine: without,
    takeTheirs(path) {
      const conflict = found.current.find((one) => one.path === path)
      // the stored values are the form's own
      methods.setValue(path as Path<I>, conflict?.theirs as PathValue<I, Path<I>>, {
        shouldDirty: true,
        shouldValidate: true,
      })
      without(path)
    },
    saved(now) {
      seen.current = now
      update([])
    },
  }
}

export type ConflictChoices = Pick<Conflicts, 'all' | 'keepMine' | 'takeTheirs'>
export const ConflictsContext = createContext<ConflictChoices | null>(null)

/** A value as a person reads it, where its field has no words of its own. */
function usePlainValue(): (value: unknown) => string {
  const { t } = useTranslation('kernel')
  const { language } = usePreferences()
  return (value) => {
    if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no')
    if (typeof value === 'number') return value === 0 ? '' : numberText(language, value)
    if (Array.isArray(value))
      return value.every((one) => typeof one === 'string')
        ? listText(language, value)
        : t('form.conflict.lines', { count: value.length })
    return typeof value === 'string' ? value : ''
  }
}

/**
 * The saved value beside the typed one, with the choice between both.
 * @param shows the value in the words of its field
 */
export function ConflictChoice({
  path,
  shows,
}: {
  path: string
  shows?: ((value: unknown) => ReactNode) | undefined
}) {
  const { t } = useTranslation('kernel')
  const conflicts = use(ConflictsContext)
  const plain = usePlainValue()
  const conflict = conflicts?.all.find((one) => one.path === path)
  if (!conflicts || !conflict) return null
  return (
    <div className="conflict">
      <p>
        {t('form.conflict.theirs')}{' '}
        <bdi>{(shows ?? plain)(conflict.theirs) || t('value.none')}</bdi>
      </p>
      <p className="mt-1.5 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => conflicts.keepMine(path)} data-conflict>
          {t('form.conflict.keepMine')}
        </Button>
        <Button size="sm" onClick={() => conflicts.takeTheirs(path)}>
          {t('form.conflict.takeTheirs')}
        </Button>
      </p>
    </div>
  )
}
