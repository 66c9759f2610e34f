import { Check, CircleAlert } from 'lucide-react'
import { type FocusEvent, type ReactNode, useCallback, useEffect, useId, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { ConflictChoice } from './conflicts.tsx'
import { afterPress } from './press.ts'
import { placeFocus } from './use-choice.ts'

export type FieldProps = {
  /** Path in the form's values: `address.city`. */
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
  readonly required?: boolean
  /** Confirmation under the field when there is no error: "Le nom vient du registre". */
  readonly ok?: ReactNode
  readonly className?: string
  readonly readOnly?: boolean
}

type Wiring = {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
  readonly 'aria-required': true | undefined
  /** Name of the field, for parts that follow the focus: the paper beside a draft. */
  readonly 'data-field': string
}

/** The first sentence of an error; for a list, the first of its entries'. */
function sentenceOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error).map(sentenceOf).find(Boolean)
}

/**
 * Whether a user goes on from a field. On a touch screen Headless UI 2.2.10 moves the focus from a
 * dialog's first field to the dialog around it. No keyboard opens then, and nothing was left empty.
 */
const leaves = ({ relatedTarget, target }: FocusEvent): boolean => !relatedTarget?.contains(target)

/** A field's value, its error, and the ids that connect label, hint and error. */
export function useField(
  name: string,
  options: { required?: boolean | undefined; hint?: unknown; ok?: unknown },
) {
  const { control } = useFormContext()
  const { field, fieldState, formState } = useController({ name, control })
  const id = useId()
  const error = sentenceOf(fieldState.error)
  const wiring: Wiring = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-e` : options.hint || options.ok ? `${id}-h` : undefined,
    'aria-required': options.required ? true : undefined,
    'data-field': name,
  }
  // The click may remove the field with its row.
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])
  // An empty field is no fault before a first attempt to save.
  const isChecked = fieldState.isDirty || formState.isSubmitted
  const onBlur = (event?: FocusEvent): void => {
    if (isChecked && (event === undefined || leaves(event)))
      afterPress(() => isThere.current && field.onBlur())
  }
  const { ref: register } = field
  /** The form's own focus, after a failed save or an act, opens no list. */
  const ref = useCallback(
    (control: HTMLElement | null) => register(control && { focus: () => placeFocus(control) }),
    [register],
  )
  return { field: { ...field, ref, onBlur }, error, id, wiring }
}

/** Label above; hint below, replaced by the error. */
export function FieldShell({
  id,
  label,
  required,
  hint,
  ok,
  error,
  className,
  children,
  labelled = 'input',
  name,
  shows,
}: {
  id: string
  name?: string
  label: string
  required?: boolean | undefined
  hint?: ReactNode
  ok?: ReactNode
  error?: string | undefined
  className?: string | undefined
  children: ReactNode
  /** A stored value as the field shows it: beside the typed one, when both differ. */
  shows?: ((value: unknown) => ReactNode) | undefined
  /** A group has its name by `aria-labelledby`. */
  labelled?: 'input' | 'group'
}) {
  const Label = labelled === 'input' ? 'label' : 'span'
  return (
    <div className={className} data-field-group={labelled === 'group' ? name : undefined}>
      <Label className="label" id={`${id}-l`} {...(labelled === 'input' && { htmlFor: id })}>
        {label}
        {required && (
          <>
            {' '}
            <span className="req" aria-hidden="true">
              *
            </span>
          </>
        )}
      </Label>
      {children}
      <div className="field-note">
        <FieldNote id={id} error={error} ok={ok} hint={hint} />
        {name !== undefined && <ConflictChoice path={name} shows={shows} />}
      </div>
    </div>
  )
}

export function FieldNote({
  id,
  error,
  ok,
  hint,
}: {
  id: string
  error?: string | undefined
  ok?: ReactNode
  hint?: ReactNode
}) {
  if (error)
    return (
      <p className="err" id={`${id}-e`} role="alert">
        <CircleAlert size={15} className="mt-[1.5px] shrink-0" />
        <span>{error}</span>
      </p>
    )
  if (ok)
    return (
      <p className="hint inline-flex items-center gap-1.5 !text-positive" id={`${id}-h`}>
        <Check size={13} />
        {ok}
      </p>
    )
  return hint ? (
    <p className="hint" id={`${id}-h`}>
      {hint}
    </p>
  ) : null
}
